import { IndexError, StoreError } from '../values/errors.js'
import type { Commit } from './changes.js'
import { flawOf, flawOfHead } from './integrity.js'
import type { ChangeRecord, SegmentRecord, TableName, VectorsRecord } from './records.js'
import type { Reader, Store } from './store.js'
import { decodeRows, encodeRows, type VectorStorage } from './vector-rows.js'

/*
 * Vectors are rows under document numbers, appended in segments. What holds, whatever is appended, killed and merged:
 *
 * 1. A row is identified by its document and the id of the segment that it was born in. Killing document `d` sets its
 * tombstone
 *    above every id given out so far, so it kills exactly the rows appended before, and rows appended later live.
 * 2. A merge moves live rows without changing their birth, leaves dead rows out and changes nothing else: the set of
 * live
 * (document, birth, vector) is the same before and after. A tombstone exists exactly while some segment holds a row
 * that it kills.
 * 3. A merged segment gets a new, highest id, so a reader that walks by id meets it later, never misses it, and knows
 * by
 *    the births which rows it has had already.
 * 4. The rows of a document are appended together; to replace them, kill first, in the same commit. So whoever sees a
 * tombstone or a segment change may drop everything it has of those documents and take what is born in the changes it
 * reads.
 * 5. A damaged segment is neither read nor merged, which would give it a checksum that fits; nor does it keep the
 * others from either.
 *    Once its documents have rows elsewhere all of it is dead, and the next merge drops it.
 */

/** The tables of vectors: for what is here, and for `segment-merge.ts`. */
export const SEGMENT_TABLES = ['segments', 'vectors', 'tombstones'] as const satisfies readonly TableName[]

export interface VectorRows {
  fingerprint: string
  dimensions: number
  /** The document number of each row. */
  labels: Uint32Array
  /** `labels.length * dimensions` values, row after row. */
  rows: Float32Array
}

/** With the birth of each row. */
export type BornRows = VectorRows & { born: Uint32Array }

/** `no` → rows born before this id are dead. */
export type Tombstones = ReadonlyMap<number, number>

/** Whether row `i` of the segment is alive. */
export function isAlive(segment: SegmentRecord, i: number, tombstones: Tombstones): boolean {
  return (segment.born[i] as number) >= (tombstones.get(segment.labels[i] as number) ?? 0)
}

/** The rows that are alive, and pass `keep` if given; `vectors` must be those of the segment. */
export function liveRows(
  segment: SegmentRecord,
  vectors: VectorsRecord,
  tombstones: Tombstones,
  keep?: (born: number) => boolean,
): BornRows {
  const { fingerprint, dimensions } = segment
  const all = decodeRows(vectors, dimensions)
  const kept: number[] = []
  for (let i = 0; i < segment.labels.length; i++)
    if (isAlive(segment, i, tombstones) && (!keep || keep(segment.born[i] as number))) kept.push(i)
  if (kept.length === segment.labels.length)
    return { fingerprint, dimensions, labels: segment.labels, rows: all, born: segment.born }
  const rows = new Float32Array(kept.length * dimensions)
  kept.forEach((from, to) => rows.set(all.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions))
  return { fingerprint, dimensions, rows, labels: pick(segment.labels, kept), born: pick(segment.born, kept) }
}

/**
 * Appends rows as one segment and returns its id.
 * @throws IndexError `DIMENSION_MISMATCH` or `INVALID_VECTOR`; nothing is stored then.
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
    throw new IndexError('INVALID_VECTOR', `Row ${Math.floor(bad / dimensions)} holds a value that is not finite.`, {
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
 * Kills every row of these documents appended so far, in this commit too. Their numbers may be appended again
 * afterwards. Documents without a live row cost nothing, so it is safe to call before every append.
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

/** Vectors one after another, as a segment holds them. */
export function packRows(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const rows = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, i) => rows.set(vector, i * dimensions))
  return rows
}

/**
 * Every live row, segment by segment, in read transactions of about `batchRows` rows, so that the page stays responsive
 * and the reader may await its own work in between. Merges in between are followed: no row comes twice or is missed.
 * Kills and appends in between may or may not show: read `lastChange` first, and `readVectorChanges` from there
 * afterwards. Damaged segments go to `onDamaged`; without it they are an error, `STORE_CORRUPT`.
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
  flaw: string
  tombstones: Tombstones
}

/** Documents with rows in a segment that cannot be read; none where its head is what is damaged. */
export function documentsOf({ segment, tombstones }: DamagedSegment): number[] {
  if (flawOfHead(segment) !== undefined) return []
  return [...new Set(segment.labels.filter((_, i) => isAlive(segment, i, tombstones)))]
}

export function corrupt({ segment, flaw }: DamagedSegment): StoreError {
  return new StoreError('STORE_CORRUPT', `Segment ${segment.id} of the vectors is damaged: ${flaw}.`, {
    hint: 'Its texts are found by keywords, and embedded anew when the memory is opened next; repair() does it at once.',
    value: segment.id,
  })
}

function refuseDamaged(damaged: DamagedSegment): never {
  throw corrupt(damaged)
}

export interface VectorChanges {
  /** Documents of which everything held must go, before `added` is taken. */
  removed: number[]
  added: VectorRows[]
  damaged: DamagedSegment[]
}

/**
 * What a follower of the change rows must do to its vectors. `changes` are all rows after its cursor, read in the same
 * transaction.
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
    // One that is gone was merged, and its rows are in a later one of these.
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

/** Heads that are damaged are not among the segments: nobody knows whose rows they have. */
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

/** How the store wants vectors to lie on the disk. Needs `meta`. */
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
    // A view would be stored with the whole buffer that it looks into.
    commit.tx.put('segments', {
      ...segment,
      labels: segment.labels.slice(),
      ...(storage === 'int8' ? { storage } : {}),
    }),
    commit.tx.put('vectors', encodeRows(segment.id, rows, segment.dimensions, storage)),
  ])
}

/** The first segments whose rows together do not exceed `limit`, one at least. */
function firstRows(segments: SegmentRecord[], limit: number): SegmentRecord[] {
  let total = 0
  return segments.filter(({ labels }, i) => (total += labels.length) <= limit || i === 0)
}

function pick(values: Uint32Array, positions: readonly number[]): Uint32Array {
  return Uint32Array.from(positions, (i) => values[i] as number)
}
