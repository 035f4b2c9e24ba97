import { ConflictError } from '../values/errors.js'
import type { Store, Reader, Writer } from '../store/store.js'
import type { Line, LineKind } from '../store/rows/format.js'

/** Bytes of a file, uncompressed, up to which its rows wait in memory. */
const SMALL = 16_000_000
/** Lines, and about as many bytes, that wait together. */
const LINES = 500
const BYTES = 4_000_000

/** The rows of a file, where one transaction can read them: it may await nothing else. */
export interface Stage {
  /** Which kinds of lines are in each part. */
  readonly parts: readonly ReadonlySet<LineKind>[]
  add(lines: [Line, number][]): Promise<void>
  read(tx: Reader, part: number): Promise<[Line, number][]>
  /** Within the transaction that takes them in, so that nothing is left behind. */
  clear(tx: Writer): Promise<void>
}

export async function stage(
  store: Store,
  lines: AsyncIterable<[Line, number]>,
  size: number,
  check: () => void,
): Promise<Stage> {
  const staged = size > SMALL ? new StoreStage(store) : new MemoryStage()
  let part: [Line, number][] = []
  let bytes = 0
  for await (const [line, number] of lines) {
    check()
    part.push([line, number])
    bytes += line.kind === 'vectors' ? line.row.rows.byteLength : 'text' in line.row ? line.row.text.length : 1_000
    if (part.length < LINES && bytes < BYTES) continue
    await staged.add(part)
    part = []
    bytes = 0
  }
  if (part.length > 0) await staged.add(part)
  return staged
}

/** The lines of these kinds, part after part, with their numbers. */
export async function* linesIn<K extends LineKind>(
  staged: Stage,
  tx: Reader,
  ...kinds: K[]
): AsyncGenerator<[Extract<Line, { kind: K }>, number][], void, undefined> {
  for (const [part, holds] of staged.parts.entries())
    if (kinds.some((kind) => holds.has(kind)))
      yield (await staged.read(tx, part)).filter((one): one is [Extract<Line, { kind: K }>, number] =>
        kinds.some((kind) => kind === one[0].kind),
      )
}

class MemoryStage implements Stage {
  readonly parts: Set<LineKind>[] = []
  private readonly lines: [Line, number][][] = []

  async add(lines: [Line, number][]): Promise<void> {
    this.lines.push(lines)
    this.parts.push(kindsOf(lines))
  }

  async read(tx: Reader, part: number): Promise<[Line, number][]> {
    // So that the page has its turn between parts: a transaction lets nothing else be waited for.
    await tx.get('meta', 'epoch')
    return this.lines[part] as [Line, number][]
  }

  async clear(): Promise<void> {
    // Nothing is left behind.
  }
}

const kindsOf = (lines: readonly [Line, number][]): Set<LineKind> => new Set(lines.map(([{ kind }]) => kind))

const KEY = 'import:'
/** Above all keys that begin with `KEY`. */
const END = 'import;'
const keyOf = (part: number): string => `${KEY}${String(part).padStart(8, '0')}`

/**
 * In the table of caches, which a purge empties: what waits may be what was just erased elsewhere, and is not worth
 * more than the file.
 */
class StoreStage implements Stage {
  readonly parts: Set<LineKind>[] = []

  constructor(private readonly store: Store) {}

  async add(lines: [Line, number][]): Promise<void> {
    await this.store.write(['caches'], (tx) =>
      tx.put('caches', { key: keyOf(this.parts.length), n: 0, epoch: '', data: lines }),
    )
    this.parts.push(kindsOf(lines))
  }

  async read(tx: Reader, part: number): Promise<[Line, number][]> {
    const row = await tx.get('caches', keyOf(part))
    if (!row)
      throw new ConflictError(
        'CONFLICT',
        'Something was erased while the file was imported, and with it what waited to be taken in. Nothing was imported.',
        { hint: 'Import it again.' },
      )
    return row.data as [Line, number][]
  }

  async clear(tx: Writer): Promise<void> {
    await clearStages(tx)
  }
}

/** What an import left behind whose page was closed, or which failed. */
export async function clearStages(tx: Writer): Promise<void> {
  await tx.deleteRange('caches', { from: KEY, to: END })
}

export const isStaged = (key: string): boolean => key.startsWith(KEY)
