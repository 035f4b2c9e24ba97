/** Objects that may cross as they are: they hold data and offer no way to call anything. */
const LEAVES = new Set(['Date', 'ArrayBuffer', 'Blob', 'File', 'CryptoKey', 'Error', 'DOMException'])

/**
 * The kind of the first part of a value that is not plain data, such as `MessagePort` or `function`; undefined where
 * all of it is. Plain data: JSON-like values, `undefined`, bigints, dates, typed arrays, files, keys and errors. Cycles
 * and any depth are fine.
 */
export function kindNotPlain(value: unknown): string | undefined {
  const seen = new Set<object>()
  const left: unknown[] = [value]
  while (left.length > 0) {
    const part = left.pop()
    if (typeof part === 'function' || typeof part === 'symbol') return typeof part
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part) || seen.has(part)) continue
    const kind = Object.prototype.toString.call(part).slice(8, -1)
    if (LEAVES.has(kind)) continue
    if (kind !== 'Object' && kind !== 'Array') return kind
    seen.add(part)
    for (const inner of Object.values(part)) left.push(inner)
  }
  return undefined
}

export const isPlainData = (value: unknown): boolean => kindNotPlain(value) === undefined

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own property of something that another realm sent; undefined for anything else. */
export function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
