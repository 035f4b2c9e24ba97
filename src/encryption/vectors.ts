import { decode, encode } from './codec.js'
import { openWith, type ScopeKey } from './key-ring.js'
import type { Row } from './rows.js'
import { binding, seal } from './seal.js'

/*
 * A segment holds vectors of several scopes. Each scope's vectors are sealed with the scope's key, so that destroying
 * the key erases them. The segment's other fields, such as its checksum, are sealed with the store's own key.
 */

type Values = Float32Array | Int8Array

export interface Part {
  /** Tag of the scope's key. */
  scopeKey: string
  /** Row numbers within the segment; absent: all rows. */
  at?: Uint32Array
  sealed: Uint8Array
}

export interface StoredVectors {
  id: number
  parts: Part[]
  sealed: Uint8Array
}

/**
 * @param tags the key tag of each row; undefined when the scopes are unknown: then the store's own key seals all rows
 */
export function sealVectors(
  row: Row & { id: number },
  tags: readonly string[] | undefined,
  keyOf: (tag: string) => ScopeKey,
  own: ScopeKey,
): StoredVectors {
  const { id, ...fields } = row
  const count = tags?.length ?? 0
  const arrays = Object.entries(fields).filter(
    (entry): entry is [string, Values] => isValues(entry[1]) && count > 0 && entry[1].length % count === 0,
  )
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !arrays.some(([own]) => own === name)))
  const places = grouped(tags ?? [])
  const parts = [...(arrays.length > 0 ? places : [])].map(([scopeKey, at]): Part => {
    const all = at.length === count
    const mine = all
      ? Object.fromEntries(arrays)
      : Object.fromEntries(arrays.map(([name, values]) => [name, pick(values, at, values.length / count)]))
    const where = all ? {} : { at: Uint32Array.from(at) }
    return { scopeKey, ...where, sealed: seal(keyOf(scopeKey).current, bound(id, scopeKey, where.at), encode(mine)) }
  })
  return { id, parts, sealed: seal(own.current, bound(id), encode({ ...rest, number: parts.length > 0 ? count : 0 })) }
}

/** @throws Error when any part was altered, or a key was destroyed */
export function openVectors(
  { id, parts, sealed }: StoredVectors,
  keyOf: (tag: string) => ScopeKey | undefined,
  own: ScopeKey | undefined,
): Row {
  const { number: count, ...row } = decode(openWith(own, bound(id), sealed)) as Row & { number: number }
  let found = 0
  for (const { scopeKey, at, sealed } of parts) {
    const mine = decode(openWith(keyOf(scopeKey), bound(id, scopeKey, at), sealed)) as Record<string, Values>
    const places = at?.length ?? count
    found += places
    for (const [name, values] of Object.entries(mine)) {
      if (!at) {
        row[name] = values
        continue
      }
      const width = values.length / places
      const all = (row[name] ??= new (values.constructor as new (length: number) => Values)(width * count)) as Values
      at.forEach((to, from) => all.set(values.subarray(from * width, (from + 1) * width), to * width))
    }
  }
  if (found !== count) throw new RangeError('Parts are missing.')
  return { id, ...row }
}

const bound = (id: number, scopeKey?: string, at?: Uint32Array): Uint8Array =>
  binding('vectors', id, scopeKey ?? null, at ? [...at] : null)

const isValues = (value: unknown): value is Values => value instanceof Float32Array || value instanceof Int8Array

function grouped(tags: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [i, tag] of tags.entries()) {
    const known = places.get(tag)
    if (known) known.push(i)
    else places.set(tag, [i])
  }
  return places
}

function pick<V extends Values>(values: V, at: readonly number[], width: number): V {
  const picked = new (values.constructor as new (length: number) => V)(at.length * width)
  at.forEach((from, to) => picked.set(values.subarray(from * width, (from + 1) * width), to * width))
  return picked
}
