import { IndexError, StoreError } from '../errors.js'
import type { Commit } from './changes.js'
import type { ChangeRecord, SegmentRecord, TableName, VectorsRecord } from './records.js'
import type { Reader, Store } from './store.js'

/*
 * Vectors are rows under document numbers, appended in segments. What holds, whatever is appended, killed and merged:
 *
 * 1. A row is identified by its document and the id of the segment that it was born in. Killing document `d` sets its tombstone
 *    above every id given out so far, so it kills exactly the rows appended before, and rows appended later live.
 * 2. A merge moves live rows without changing their birth, leaves dead rows out and changes nothing else: the set of live
 *    (document, birth, vector) is the same before and after. A tombstone exists exactly while some segment holds a row that it kills.
 * 3. A merged segment gets a new, highest id, so a reader that walks by id meets it later, never misses it, and knows by
 *    the births which rows it has had already.
 * 4. The rows of a document are appended together; to replace them, kill first, in the same commit. So whoever sees a
 *    tombstone or a segment change may drop everything it has of those documents and take what is born in the changes it reads.
 */

/** The tables of vectors: for `appendSegment`, `killRows`, `mergeSegments`, `purgeRows`, `readVectorChanges`. */
export const SEGMENT_TABLES = ['segments', 'vectors', 'tombstones'] as const satisfies readonly TableName[]

/** Live rows from which a segment is sealed: it is merged no more, only rewritten when most of it is dead. */
export const SEALED_ROWS = 512
/** As many segments of one size class are merged at once; each class is this many times larger than the one below. */
const FAN_IN = 8

export interface VectorRows {
  fingerprint: string
  dimensions: number
  /** The document number of each row. */
  labels: Uint32Array
  /** `labels.length * dimensions` values, row after row. */
  rows: Float32Array
}

/** With the birth of each row. */
type BornRows = VectorRows & { born: Uint32Array }

/** `no` → rows born before this id are dead. */
export type Tombstones = ReadonlyMap<number, number>

/** Whether row `i` of the segment is alive. */
function isAlive(segment: SegmentRecord, i: number, tombstones: Tombstones): boolean {
  return (segment.born[i] as number) >= (tombstones.get(segment.labels[i] as number) ?? 0)
}

/** The rows that are alive, and pass `keep` if given; `vectors` must be those of the segment. */
export function liveRows(segment: SegmentRecord, vectors: VectorsRecord, tombstones: Tombstones, keep?: (born: number) => boolean): BornRows {
  const { fingerprint, dimensions } = segment
  const kept: number[] = []
  for (let i = 0; i < segment.labels.length; i++)
    if (isAlive(segment, i, tombstones) && (!keep || keep(segment.born[i] as number))) kept.push(i)
  if (kept.length === segment.labels.length) return { fingerprint, dimensions, labels: segment.labels, rows: vectors.rows, born: segment.born }
  const rows = new Float32Array(kept.length * dimensions)
  kept.forEach((from, to) => rows.set(vectors.rows.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions))
  return { fingerprint, dimensions, rows, labels: pick(segment.labels, kept), born: pick(segment.born, kept) }
}

/**
 * Appends rows as one segment and returns its id.
 * @throws IndexError `DIMENSION_MISMATCH` or `INVALID_VECTOR`; nothing is stored then.
 */
export async function appendSegment(commit: Commit, { fingerprint, dimensions, labels, rows }: VectorRows): Promise<number> {
  if (rows.length !== labels.length * dimensions)
    throw new IndexError('DIMENSION_MISMATCH', `${labels.length} rows of ${dimensions} dimensions cannot be ${rows.length} values.`)
  const bad = rows.findIndex((value) => !Number.isFinite(value))
  if (bad >= 0) throw new IndexError('INVALID_VECTOR', `Row ${Math.floor(bad / dimensions)} holds a value that is not finite.`, { value: rows[bad] })
  const id = commit.nextSegment()
  await putSegment(commit, { id, fingerprint, dimensions, labels, born: new Uint32Array(labels.length).fill(id) }, rows)
  return id
}

/**
 * Kills every row of these documents appended so far, in this commit too. Their numbers may be appended again afterwards.
 * Documents without a live row cost nothing, so it is safe to call before every append.
 */
export async function killRows(commit: Commit, nos: Iterable<number>): Promise<void> {
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

export interface MergeReport {
  /** Segments that were rewritten, and what they became. */
  sources: number
  segments: number
  /** Dead rows that are gone for good. */
  removedRows: number
}

/** One segment as the planner sees it. */
export interface SegmentSize {
  id: number
  /** Only segments of the same kind (embedder and dimensions) can be merged. */
  kind: string
  live: number
  dead: number
}

/**
 * Which segments to merge next, group by group: `FAN_IN` of one size class, and any that is mostly dead by itself.
 * Size classes (1–7, 8–63, 64–511 live rows) bound the work: a row is rewritten once a class, three times in all.
 */
export function planMerges(sizes: readonly SegmentSize[]): number[][] {
  const groups: number[][] = []
  const classes = new Map<string, SegmentSize[]>()
  for (const size of sizes) {
    if (size.live === 0 || (size.live >= SEALED_ROWS && size.dead > size.live)) groups.push([size.id])
    else if (size.live < SEALED_ROWS) {
      const key = `${sizeClass(size.live)} ${size.kind}`
      classes.set(key, [...(classes.get(key) ?? []), size])
    }
  }
  for (const members of classes.values())
    for (let i = 0; i + FAN_IN <= members.length; i += FAN_IN) groups.push(members.slice(i, i + FAN_IN).map(({ id }) => id))
  return groups
}

function sizeClass(live: number): number {
  let rank = 0
  for (let rest = live; rest >= FAN_IN; rest = Math.floor(rest / FAN_IN)) rank++
  return rank
}

/**
 * Does one group of the merges that are due, at most `FAN_IN * SEALED_ROWS` rows, so that the page stays responsive.
 * Resolves to undefined when none was due: call it until then, each time in a commit of its own, over `SEGMENT_TABLES`.
 */
export async function mergeSegments(commit: Commit): Promise<MergeReport | undefined> {
  const { segments, tombstones } = await readHeads(commit.tx)
  const plan = planMerges(segments.map((segment) => sizeOf(segment, tombstones)))[0]
  return plan && rewrite(commit, [segments.filter(({ id }) => plan.includes(id))], segments, tombstones)
}

/** Kills the rows of these documents and rewrites every segment that held one, so that no stored byte of them remains. */
export async function purgeRows(commit: Commit, nos: Iterable<number>): Promise<MergeReport> {
  const purged = new Set(nos)
  await killRows(commit, purged)
  const { segments, tombstones } = await readHeads(commit.tx)
  const held = segments.filter(({ labels }) => labels.some((no) => purged.has(no)))
  return rewrite(commit, held.map((segment) => [segment]), segments, tombstones)
}

/** Replaces each group by one segment of its live rows, and drops the tombstones that no row needs any more. */
async function rewrite(commit: Commit, groups: SegmentRecord[][], all: readonly SegmentRecord[], tombstones: Tombstones): Promise<MergeReport> {
  const { tx } = commit
  const remaining = new Map(all.map((segment) => [segment.id, segment]))
  const report: MergeReport = { sources: 0, segments: 0, removedRows: 0 }
  for (const group of groups) {
    const parts: BornRows[] = []
    for (const segment of group) {
      if (sizeOf(segment, tombstones).live > 0) parts.push(liveRows(segment, await readVectors(tx, segment.id), tombstones))
      await Promise.all([tx.delete('segments', segment.id), tx.delete('vectors', segment.id)])
      remaining.delete(segment.id)
      report.sources++
      report.removedRows += segment.labels.length
    }
    if (parts.length === 0) continue
    const { fingerprint, dimensions } = parts[0] as VectorRows
    const merged = {
      id: commit.nextSegment(),
      fingerprint,
      dimensions,
      labels: concatenate(parts.map(({ labels }) => labels), Uint32Array),
      born: concatenate(parts.map(({ born }) => born), Uint32Array),
    }
    await putSegment(commit, merged, concatenate(parts.map(({ rows }) => rows), Float32Array))
    remaining.set(merged.id, merged)
    report.segments++
    report.removedRows -= merged.labels.length
  }
  const needed = new Set<number>()
  for (const segment of remaining.values())
    for (let i = 0; i < segment.labels.length; i++) if (!isAlive(segment, i, tombstones)) needed.add(segment.labels[i] as number)
  await Promise.all(Array.from(tombstones.keys()).filter((no) => !needed.has(no)).map((no) => tx.delete('tombstones', no)))
  return report
}

/**
 * Every live row, segment by segment, in read transactions of about `batchRows` rows, so that the page stays responsive
 * and the reader may await its own work in between. Merges in between are followed: no row comes twice or is missed.
 * Kills and appends in between may or may not show: read `lastChange` first, and `readVectorChanges` from there afterwards.
 */
export async function* readSegments(store: Store, options: { fingerprint?: string; batchRows?: number } = {}): AsyncGenerator<VectorRows, void, undefined> {
  const { fingerprint, batchRows = 4_096 } = options
  const births = new Set<number>()
  let cursor = 0
  for (;;) {
    const batch = await store.read(SEGMENT_TABLES, async (tx) => {
      const heads = firstRows(await tx.list('segments', { from: cursor, after: true, limit: 64 }), batchRows)
      const last = heads.at(-1)?.id
      if (last === undefined) return undefined
      const wanted = heads.filter((head) => fingerprint === undefined || head.fingerprint === fingerprint)
      const [tombstones, ...vectors] = await Promise.all([readTombstones(tx), ...wanted.map(({ id }) => readVectors(tx, id))])
      return { last, found: wanted.map((head, i) => [head, vectors[i] as VectorsRecord] as const), tombstones }
    })
    if (!batch) return
    cursor = batch.last
    for (const [head, vectors] of batch.found) {
      const { born, ...rows } = liveRows(head, vectors, batch.tombstones, (birth) => !births.has(birth))
      for (const birth of head.born) births.add(birth)
      if (born.length > 0) yield rows
    }
  }
}

export interface VectorChanges {
  /** Documents of which everything held must go, before `added` is taken. */
  removed: number[]
  added: VectorRows[]
}

/** What a follower of the change rows must do to its vectors. `changes` are all rows after its cursor, read in the same transaction. */
export async function readVectorChanges(tx: Reader, changes: readonly ChangeRecord[]): Promise<VectorChanges> {
  const born = new Set<number>()
  const removed = new Set<number>()
  for (const { table, key, operation } of changes) {
    if (table === 'segments' && operation === 'put') born.add(key)
    if (table === 'tombstones' && operation === 'put') removed.add(key)
  }
  if (born.size === 0) return { removed: [...removed], added: [] }
  const [tombstones, ...segments] = await Promise.all([readTombstones(tx), ...Array.from(born, (id) => tx.get('segments', id))])
  const added: VectorRows[] = []
  for (const segment of segments) {
    // One that is gone was merged, and its rows are in a later one of these.
    if (!segment?.born.some((birth, i) => born.has(birth) && isAlive(segment, i, tombstones))) continue
    const { fingerprint, dimensions, labels, rows } = liveRows(segment, await readVectors(tx, segment.id), tombstones, (birth) => born.has(birth))
    added.push({ fingerprint, dimensions, labels, rows })
    for (const no of labels) removed.add(no)
  }
  return { removed: [...removed], added }
}

/** Live and dead rows of the whole store, by embedder. Needs `segments` and `tombstones`. */
export async function countRows(tx: Reader): Promise<Map<string, { live: number; dead: number }>> {
  const { segments, tombstones } = await readHeads(tx)
  const totals = new Map<string, { live: number; dead: number }>()
  for (const segment of segments) {
    const { live, dead } = sizeOf(segment, tombstones)
    const total = totals.get(segment.fingerprint) ?? { live: 0, dead: 0 }
    totals.set(segment.fingerprint, { live: total.live + live, dead: total.dead + dead })
  }
  return totals
}

async function readHeads(tx: Reader): Promise<{ segments: SegmentRecord[]; tombstones: Tombstones }> {
  const [segments, tombstones] = await Promise.all([tx.list('segments'), readTombstones(tx)])
  return { segments, tombstones }
}

async function readTombstones(tx: Reader): Promise<Tombstones> {
  return new Map((await tx.list('tombstones')).map(({ no, before }) => [no, before]))
}

async function readVectors(tx: Reader, id: number): Promise<VectorsRecord> {
  const vectors = await tx.get('vectors', id)
  if (!vectors) throw new StoreError('STORE_CORRUPT', `Segment ${id} has lost its vectors.`, { hint: 'Re-embed everything, or import a backup.' })
  return vectors
}

async function putSegment(commit: Commit, segment: SegmentRecord, rows: Float32Array): Promise<void> {
  commit.change('segments', segment.id)
  // A view would be stored with the whole buffer that it looks into.
  await Promise.all([
    commit.tx.put('segments', { ...segment, labels: segment.labels.slice() }),
    commit.tx.put('vectors', { id: segment.id, rows: rows.byteLength === rows.buffer.byteLength ? rows : rows.slice(), sum: checksum(rows) }),
  ])
}

/** FNV-1a over the bits of the values, a word at a time: tells damage, not intent. */
export function checksum(rows: Float32Array): number {
  let sum = 0x811c9dc5
  for (const word of new Uint32Array(rows.buffer, rows.byteOffset, rows.length)) sum = Math.imul(sum ^ word, 0x01000193)
  return sum >>> 0
}

function sizeOf(segment: SegmentRecord, tombstones: Tombstones): SegmentSize {
  const { id, fingerprint, dimensions, labels } = segment
  let live = 0
  for (let i = 0; i < labels.length; i++) if (isAlive(segment, i, tombstones)) live++
  return { id, kind: `${dimensions} ${fingerprint}`, live, dead: labels.length - live }
}

/** The first segments whose rows together do not exceed `limit`, one at least. */
function firstRows(segments: SegmentRecord[], limit: number): SegmentRecord[] {
  let total = 0
  return segments.filter(({ labels }, i) => (total += labels.length) <= limit || i === 0)
}

function pick(values: Uint32Array, positions: readonly number[]): Uint32Array {
  return Uint32Array.from(positions, (i) => values[i] as number)
}

function concatenate<T extends Uint32Array | Float32Array>(parts: readonly T[], Type: new (length: number) => T): T {
  const whole = new Type(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
