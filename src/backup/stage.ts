import { ConflictError } from '../values/errors.js'
import type { Store, Reader, Writer } from '../store/store.js'
import type { Line, LineKind } from '../store/rows/format.js'

/** Files up to this size, in bytes uncompressed, are staged in memory, larger ones in the store. */
const MAX_MEMORY_BYTES = 16_000_000
/** Limits of one part: lines, and approximate bytes. */
const MAX_PART_LINES = 500
const MAX_PART_BYTES = 4_000_000

/**
 * Staging area for the rows of a file. An IndexedDB transaction may await nothing but the database, so the rows are put
 * where the importing transaction can read them without reading the file.
 */
export interface Stage {
  /** The kinds of lines in each part. */
  readonly parts: readonly ReadonlySet<LineKind>[]
  add(lines: [Line, number][]): Promise<void>
  read(tx: Reader, part: number): Promise<[Line, number][]>
  /** Deletes the staged rows, within the transaction that imports them. */
  clear(tx: Writer): Promise<void>
}

/**
 * Stages all lines, in parts.
 * @param size bytes of the file, uncompressed
 * @param check called for each line; throws to abort
 */
export async function stage(
  store: Store,
  lines: AsyncIterable<[Line, number]>,
  size: number,
  check: () => void,
): Promise<Stage> {
  const staged = size > MAX_MEMORY_BYTES ? new StoreStage(store) : new MemoryStage()
  let part: [Line, number][] = []
  let bytes = 0
  for await (const [line, number] of lines) {
    check()
    part.push([line, number])
    bytes += line.kind === 'vectors' ? line.row.rows.byteLength : 'text' in line.row ? line.row.text.length : 1_000
    if (part.length < MAX_PART_LINES && bytes < MAX_PART_BYTES) continue
    await staged.add(part)
    part = []
    bytes = 0
  }
  if (part.length > 0) await staged.add(part)
  return staged
}

/** The lines of these kinds, part by part, with their line numbers. */
export async function* linesIn<K extends LineKind>(
  staged: Stage,
  tx: Reader,
  ...kinds: K[]
): AsyncGenerator<[Extract<Line, { kind: K }>, number][], void, undefined> {
  for (const [part, partKinds] of staged.parts.entries())
    if (kinds.some((kind) => partKinds.has(kind)))
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
    // Yields to the page between parts: within a transaction only a database request may be awaited.
    await tx.get('meta', 'epoch')
    return this.lines[part] as [Line, number][]
  }

  async clear(): Promise<void> {
    // Rows in memory go with this object.
  }
}

const kindsOf = (lines: readonly [Line, number][]): Set<LineKind> => new Set(lines.map(([{ kind }]) => kind))

const PREFIX = 'import:'
/** Greater than all keys that begin with `PREFIX`. */
const PREFIX_END = 'import;'
const keyOf = (part: number): string => `${PREFIX}${String(part).padStart(8, '0')}`

/**
 * Stages rows in the table `caches`, which every purge empties: the file may contain what another tab is purging. The
 * import then fails, and can be repeated.
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
        'Rows were purged while the file was being imported, which also discards staged rows. Nothing was imported.',
        { hint: 'Import it again.' },
      )
    return row.data as [Line, number][]
  }

  async clear(tx: Writer): Promise<void> {
    await clearStages(tx)
  }
}

/** Deletes staged rows of an import that failed or whose page was closed. */
export async function clearStages(tx: Writer): Promise<void> {
  await tx.deleteRange('caches', { from: PREFIX, to: PREFIX_END })
}

/** Whether a cache row holds staged rows. */
export const isStaged = (key: string): boolean => key.startsWith(PREFIX)
