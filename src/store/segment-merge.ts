import type { Commit } from './changes.js'
import { flawOf } from './integrity.js'
import type { SegmentRecord } from './records.js'
import {
  isAlive,
  tombstoneRows,
  liveRows,
  putSegment,
  readHeads,
  readVectorStorage,
  type BornRows,
  type Tombstones,
  type VectorRows,
} from './segments.js'
import type { Reader } from './store.js'

/** Live rows from which a segment is sealed: it is not merged any more, only rewritten once most of it is dead. */
export const SEALED_ROWS = 512
/** Segments merged at once, all of one size class; also the ratio between one size class and the next. */
const FAN_IN = 8

export interface MergeReport {
  /** Segments that were rewritten, and segments that they became. */
  sources: number
  segments: number
  /** Dead rows that were dropped. */
  removedRows: number
  /** Documents that lost live rows because their segment was damaged: they must be embedded again. */
  lost: number[]
}

/** What the planner needs to know of a segment. */
export interface SegmentSize {
  id: number
  /** Only segments of the same kind (embedder and dimensions) can be merged. */
  kind: string
  live: number
  dead: number
}

/**
 * Plans merges as groups of segments: `FAN_IN` of one size class, and each that is mostly dead by itself. Size classes
 * (1–7, 8–63, 64–511 live rows) bound the work: a row is rewritten once per class, three times in all.
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
    for (let i = 0; i + FAN_IN <= members.length; i += FAN_IN)
      groups.push(members.slice(i, i + FAN_IN).map(({ id }) => id))
  return groups
}

function sizeClass(live: number): number {
  let rank = 0
  for (let size = live; size >= FAN_IN; size = Math.floor(size / FAN_IN)) rank++
  return rank
}

/**
 * Merges one group, at most `FAN_IN * SEALED_ROWS` rows, so that the page stays responsive. If no merge is due,
 * converts one segment to the store's vector storage (float32 or int8) instead. Resolves to undefined when nothing was
 * to do: call it until then, each time in a commit of its own, over `SEGMENT_TABLES`.
 */
export async function mergeSegments(commit: Commit): Promise<MergeReport | undefined> {
  const { segments, tombstones } = await readHeads(commit.tx)
  const storage = await readVectorStorage(commit.tx)
  let sound = segments
  for (;;) {
    const plan = planMerges(sound.map((segment) => sizeOf(segment, tombstones)))[0]
    const group = plan
      ? sound.filter(({ id }) => plan.includes(id))
      : sound.filter((segment) => (segment.storage ?? 'float32') !== storage).slice(0, 1)
    if (group.length === 0) return undefined
    const damaged = await damagedOf(commit.tx, group, tombstones)
    if (damaged.size === 0) return rewrite(commit, [group], segments, tombstones)
    sound = sound.filter(({ id }) => !damaged.has(id))
  }
}

/** Ids of segments with live rows that cannot be read. */
async function damagedOf(tx: Reader, segments: readonly SegmentRecord[], tombstones: Tombstones): Promise<Set<number>> {
  const damaged = new Set<number>()
  for (const segment of segments)
    if (sizeOf(segment, tombstones).live > 0 && flawOf(segment, await tx.get('vectors', segment.id)) !== undefined)
      damaged.add(segment.id)
  return damaged
}

/**
 * Erases the rows of these documents: rewrites every segment that has any, so that no byte of them stays stored.
 * Damaged segments are deleted as a whole.
 */
export async function purgeRows(commit: Commit, nos: Iterable<number>): Promise<MergeReport> {
  const purged = new Set(nos)
  await tombstoneRows(commit, purged)
  const { segments, broken, tombstones } = await readHeads(commit.tx)
  await Promise.all(broken.flatMap(({ id }) => [commit.tx.delete('segments', id), commit.tx.delete('vectors', id)]))
  const held = segments.filter((segment) => segment.labels.some((no) => purged.has(no)))
  return rewrite(
    commit,
    held.map((segment) => [segment]),
    segments,
    tombstones,
  )
}

/** Replaces each group by one segment of its live rows, and deletes tombstones that no longer apply to any row. */
async function rewrite(
  commit: Commit,
  groups: SegmentRecord[][],
  all: readonly SegmentRecord[],
  tombstones: Tombstones,
): Promise<MergeReport> {
  const { tx } = commit
  const remaining = new Map(all.map((segment) => [segment.id, segment]))
  const report: MergeReport = { sources: 0, segments: 0, removedRows: 0, lost: [] }
  const storage = await readVectorStorage(tx)
  for (const group of groups) {
    const parts: BornRows[] = []
    for (const segment of group) {
      if (sizeOf(segment, tombstones).live > 0) {
        const vectors = await tx.get('vectors', segment.id)
        if (vectors && flawOf(segment, vectors) === undefined) parts.push(liveRows(segment, vectors, tombstones))
        else report.lost.push(...new Set(segment.labels.filter((_, i) => isAlive(segment, i, tombstones))))
      }
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
      labels: concatenate(
        parts.map(({ labels }) => labels),
        Uint32Array,
      ),
      born: concatenate(
        parts.map(({ born }) => born),
        Uint32Array,
      ),
    }
    await putSegment(
      commit,
      merged,
      concatenate(
        parts.map(({ rows }) => rows),
        Float32Array,
      ),
      storage,
    )
    remaining.set(merged.id, merged)
    report.segments++
    report.removedRows -= merged.labels.length
  }
  const needed = new Set<number>()
  for (const segment of remaining.values())
    for (let i = 0; i < segment.labels.length; i++)
      if (!isAlive(segment, i, tombstones)) needed.add(segment.labels[i] as number)
  await Promise.all(
    Array.from(tombstones.keys())
      .filter((no) => !needed.has(no))
      .map((no) => tx.delete('tombstones', no)),
  )
  return report
}

/** Counts live and dead rows of the whole store, by fingerprint of the embedder. Needs `segments` and `tombstones`. */
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

function sizeOf(segment: SegmentRecord, tombstones: Tombstones): SegmentSize {
  const { id, fingerprint, dimensions, labels } = segment
  let live = 0
  for (let i = 0; i < labels.length; i++) if (isAlive(segment, i, tombstones)) live++
  return { id, kind: `${dimensions} ${fingerprint}`, live, dead: labels.length - live }
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
