import { IndexError, StoreError } from '../values/errors.js'
import type { Commit } from './changes.js'
import { flawOf, flawOfHead } from './integrity.js'
import type { ChangeRecord, SegmentRecord, TableName, VectorsRecord } from './records.js'
import type { Reader, Store } from './store.js'
import { decodeRows, encodeRows, selectRows, type VectorStorage } from './vector-rows.js'

/*
 * Vectors are rows labelled by document numbers, appended in segments (as in a log-structured merge tree). Invariants:
 *
 * 1. A row is identified by its document and its birth: the id of the segment that it was first appended in. Deleting
 *    the rows of a document sets its tombstone above every segment id assigned so far, so it applies to exactly the
 * rows
 *    appended before. Rows appended later are live.
 * 2. A merge copies live rows with their births and drops dead ones; the set of live (document, birth, vector) stays
 * the
 *    same. A tombstone exists exactly as long as some segment has a row that it applies to.
 * 3. A merged segment gets a new, highest id. So a reader that walks segments by id reaches it later, cannot miss it,
 *    and recognizes by the births which rows it has read already.
 * 4. The rows of a document are appended together. To replace them, tombstone the old ones first, in the same commit.
 * So
 *    a reader that sees a tombstone or a new segment may drop all its rows of the documents concerned, and take those
 *    born in the changes that it reads.
 * 5. A damaged segment is neither read nor merged (a merge would give it a valid checksum), and does not keep others
 * from
 *    being read or merged. Once its documents have rows elsewhere, all its rows are dead and the next merge drops it.
 */

/** The tables that hold vectors; all functions here and in `segment-merge.ts` need them. */
export const SEGMENT_TABLES = ['segments', 'vectors', 'tombstones'] as const satisfies readonly TableName[]

/** Vectors of one embedder, with the documents that they belong to. */
export interface VectorRows {
  /** Identifies the embedder. */
  fingerprint: string
  /** Values in each row. */
  dimensions: number
  /** The document number of each row. */
  labels: Uint32Array
  /** `labels.length * dimensions` values, row after row. */
  rows: Float32Array
}

/** Vectors with the birth of each. */
export type BornRows = VectorRows & { born: Uint32Array }

/** Document number → rows of it born in a segment below this id are dead. */
export type Tombstones = ReadonlyMap<number, number>

/** Whether row `i` of the segment is alive. */
export function isAlive(segment: SegmentRecord, i: number, tombstones: Tombstones): boolean {
  return (segment.born[i] as number) >= (tombstones.get(segment.labels[i] as number) ?? 0)
}

/** The live rows of a segment that pass `filter`, if given. `vectors` must be those of the segment. */
export function liveRows(
  segment: SegmentRecord,
  vectors: VectorsRecord,
  tombstones: Tombstones,
  filter?: (birth: number) => boolean,
): BornRows {
  const { fingerprint, dimensions } = segment
  const all = decodeRows(vectors, dimensions)
  const live: number[] = []
  for (let i = 0; i < segment.labels.length; i++)
    if (isAlive(segment, i, tombstones) && (!filter || filter(segment.born[i] as number))) live.push(i)
  if (live.length === segment.labels.length)
    return { fingerprint, dimensions, labels: segment.labels, rows: all, born: segment.born }
  return {
    fingerprint,
    dimensions,
    rows: selectRows(all, dimensions, live),
    labels: pick(segment.labels, live),
    born: pick(segment.born, live),
  }
}

/**
 * Appends rows as one segment and returns its id.
 * @throws IndexError `DIMENSION_MISMATCH` or `INVALID_VECTOR`; then nothing is stored
 */
export async function appendSegment(
  commit: Commit,
  { fingerprint, dimensions, labels, rows }: VectorRows,
): Promise<number> {
  if (rows.length !== labels.length * dimensions)
    throw new IndexError(
      'DIMENSION_MISMATCH',
      `${labels.length} rows of ${dimensions} dimensions cannot be ${rows.length} values.`,
    )
  const bad = rows.findIndex((value) => !Number.isFinite(value))
  if (bad >= 0)
    throw new IndexError('INVALID_VECTOR', `Row ${Math.floor(bad / dimensions)} has a value that is not finite.`, {
      value: rows[bad],
    })
  const id = commit.nextSegment()
  await putSegment(
    commit,
    { id, fingerprint, dimensions, labels, born: new Uint32Array(labels.length).fill(id) },
    rows,
    await readVectorStorage(commit.tx),
  )
  return id
}

/**
 * Marks all rows of these documents appended so far as dead, including those of this commit. Rows appended to the same
 * documents afterwards are live. Documents without a live row cost nothing, so it can be called before every append.
 */
export async function tombstoneRows(commit: Commit, nos: Iterable<number>): Promise<void> {
  const wanted = new Set(nos)
  const { segments, tombstones } = await readHeads(commit.tx)
  const held = new Set<number>()
  for (const segment of segments)
    segment.labels.forEach((no, i) => {
      if (wanted.has(no) && isAlive(segment, i, tombstones)) held.add(no)
    })
  const before = commit.lastSegment + 1
  await Promise.all(
    Array.from(held, (no) => {
      commit.change('tombstones', no)
      return commit.tx.put('tombstones', { no, before })
    }),
  )
}

/** Copies vectors into one array, one after another. */
export function packRows(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const rows = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, i) => rows.set(vector, i * dimensions))
  return rows
}

/**
 * Reads all live rows, segment by segment, in transactions of about `batchRows` rows, so that the page stays responsive
 * and the caller can await other work in between. Merges in between neither repeat nor hide a row. Deletions and
 * appends in between may or may not be included: call `lastChange` first, and `readVectorChanges` from there
 * afterwards. Damaged segments are passed to `onDamaged`; without it they throw `STORE_CORRUPT`.
 */
export async function* readSegments(
  store: Store,
  options: { fingerprint?: string; batchRows?: number; onDamaged?: (damaged: DamagedSegment) => void } = {},
): AsyncGenerator<VectorRows, void, undefined> {
  const { fingerprint, batchRows = 4_096, onDamaged = refuseDamaged } = options
  const births = new Set<number>()
  let cursor = 0
  for (;;) {
    const batch = await store.read(SEGMENT_TABLES, async (tx) => {
      const heads = firstRows(await tx.list('segments', { from: cursor, after: true, limit: 64 }), batchRows)
      const last = heads.at(-1)?.id
      if (last === undefined) return undefined
      const wanted = heads.filter((head) => fingerprint === undefined || head.fingerprint === fingerprint)
      const [tombstones, ...vectors] = await Promise.all([
        readTombstones(tx),
        ...wanted.map(({ id }) => tx.get('vectors', id)),
      ])
      return { last, found: wanted.map((head, i) => [head, vectors[i]] as const), tombstones }
    })
    if (!batch) return
    cursor = batch.last
    for (const [head, vectors] of batch.found) {
      const flaw = flawOf(head, vectors)
      if (!vectors || flaw !== undefined) {
        onDamaged({ segment: head, flaw: flaw ?? '', tombstones: batch.tombstones })
        continue
      }
      const { born, ...rows } = liveRows(head, vectors, batch.tombstones, (birth) => !births.has(birth))
      for (const birth of head.born) births.add(birth)
      if (born.length > 0) yield rows
    }
  }
}

export interface DamagedSegment {
  segment: SegmentRecord
  /** Completes "is damaged: …". */
  flaw: string
  tombstones: Tombstones
}

/** Documents with live rows in a damaged segment; none if its head is damaged, because then they are unknown. */
export function documentsOf({ segment, tombstones }: DamagedSegment): number[] {
  if (flawOfHead(segment) !== undefined) return []
  return [...new Set(segment.labels.filter((_, i) => isAlive(segment, i, tombstones)))]
}

export function corrupt({ segment, flaw }: DamagedSegment): StoreError {
  return new StoreError('STORE_CORRUPT', `Segment ${segment.id} of the vectors is damaged: ${flaw}.`, {
    hint:
      'Until they are embedded again, its texts are found by keywords only. That happens when the memory is opened ' +
      'next; call repair() to do it now.',
    value: segment.id,
  })
}

function refuseDamaged(damaged: DamagedSegment): never {
  throw corrupt(damaged)
}

export interface VectorChanges {
  /** Documents whose rows the reader must drop before it adds those of `added`. */
  removed: number[]
  added: VectorRows[]
  damaged: DamagedSegment[]
}

/**
 * What a reader that follows the change rows must do to its vectors.
 * @param changes all change rows after its cursor, read in the same transaction
 */
export async function readVectorChanges(tx: Reader, changes: readonly ChangeRecord[]): Promise<VectorChanges> {
  const born = new Set<number>()
  const removed = new Set<number>()
  for (const { table, key, operation } of changes) {
    if (table === 'segments' && operation === 'put') born.add(key)
    if (table === 'tombstones' && operation === 'put') removed.add(key)
  }
  if (born.size === 0) return { removed: [...removed], added: [], damaged: [] }
  const [tombstones, ...segments] = await Promise.all([
    readTombstones(tx),
    ...Array.from(born, (id) => tx.get('segments', id)),
  ])
  const added: VectorRows[] = []
  const damaged: DamagedSegment[] = []
  for (const segment of segments) {
    // A segment that is missing was merged; its rows are in a later one of these.
    if (!segment?.born.some((birth, i) => born.has(birth) && isAlive(segment, i, tombstones))) continue
    const vectors = await tx.get('vectors', segment.id)
    const flaw = flawOf(segment, vectors)
    if (!vectors || flaw !== undefined) {
      damaged.push({ segment, flaw: flaw ?? '', tombstones })
      continue
    }
    const { fingerprint, dimensions, labels, rows } = liveRows(segment, vectors, tombstones, (birth) => born.has(birth))
    added.push({ fingerprint, dimensions, labels, rows })
    for (const no of labels) removed.add(no)
  }
  return { removed: [...removed], added, damaged }
}

/** Reads all heads and tombstones. `broken`: damaged heads, whose documents are unknown. */
export async function readHeads(
  tx: Reader,
): Promise<{ segments: SegmentRecord[]; broken: SegmentRecord[]; tombstones: Tombstones }> {
  const [heads, tombstones] = await Promise.all([tx.list('segments'), readTombstones(tx)])
  const segments = heads.filter((head) => flawOfHead(head) === undefined)
  return { segments, broken: heads.filter((head) => !segments.includes(head)), tombstones }
}

async function readTombstones(tx: Reader): Promise<Tombstones> {
  return new Map((await tx.list('tombstones')).map(({ no, before }) => [no, before]))
}

/** Reads the format in which vectors are to be stored. Needs `meta`. */
export async function readVectorStorage(tx: Reader): Promise<VectorStorage> {
  const row = await tx.get('meta', 'vectors')
  return row?.key === 'vectors' ? row.storage : 'float32'
}

export async function putSegment(
  commit: Commit,
  segment: SegmentRecord,
  rows: Float32Array,
  storage: VectorStorage,
): Promise<void> {
  commit.change('segments', segment.id)
  await Promise.all([
    // IndexedDB would store a view with its whole underlying buffer.
    commit.tx.put('segments', {
      ...segment,
      labels: segment.labels.slice(),
      ...(storage === 'int8' ? { storage } : {}),
    }),
    commit.tx.put('vectors', encodeRows(segment.id, rows, segment.dimensions, storage)),
  ])
}

/** The first segments that together have at most `limit` rows; at least one. */
function firstRows(segments: SegmentRecord[], limit: number): SegmentRecord[] {
  let total = 0
  return segments.filter(({ labels }, i) => (total += labels.length) <= limit || i === 0)
}

function pick(values: Uint32Array, positions: readonly number[]): Uint32Array {
  return Uint32Array.from(positions, (i) => values[i] as number)
}
