import { flawOf } from '../store/integrity.js'
import type { SegmentRecord } from '../store/records.js'
import { purgeRows } from '../store/segment-merge.js'
import type { Reader } from '../store/store.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** What the vectors of the embedder in use are known by. */
export interface EmbedderInUse {
  /** Identifies the model and its settings. */
  fingerprint: string
  /** Values of each vector. */
  dimensions: number
}

/** Checks segments and tombstones, and that every active text has vectors or a job that will make them. */
export async function checkVectors(
  tx: Reader,
  census: Census,
  faults: Faults,
  embedder: EmbedderInUse | undefined,
): Promise<void> {
  const heads = new Map((await tx.list('segments')).map((segment) => [segment.id, segment]))
  census.checked['segments'] = heads.size
  const intact = new Map<number, SegmentRecord>()
  const found = new Set<number>()
  for await (const rows of rowsOf(tx, 'vectors', census, 4))
    for (const vectors of rows) {
      census.noteNumber('segment', vectors.id)
      found.add(vectors.id)
      const head = heads.get(vectors.id)
      if (!head) {
        faults.add(
          {
            code: 'VECTORS_STRAY',
            table: 'vectors',
            key: vectors.id,
            message: 'Vectors without a segment: the documents that they belong to are unknown.',
          },
          ({ tx }) => tx.delete('vectors', vectors.id),
        )
        continue
      }
      const flaw = flawOf(head, vectors) ?? mismatch(head, embedder)
      if (flaw === undefined) intact.set(head.id, head)
      else addDamaged(head, flaw, census, faults)
    }
  for (const head of heads.values()) {
    census.noteNumber('segment', head.id)
    if (!found.has(head.id)) addDamaged(head, flawOf(head, undefined) as string, census, faults)
  }
  await checkRows(tx, intact, census, faults, embedder?.fingerprint)
  await checkMissing(tx, census, faults, embedder?.fingerprint)
}

/** Set where the segment's vectors do not have the length of the embedder's. */
function mismatch({ fingerprint, dimensions }: SegmentRecord, embedder: EmbedderInUse | undefined): string | undefined {
  return embedder?.fingerprint === fingerprint && embedder.dimensions !== dimensions
    ? `its vectors have ${dimensions} dimensions, its embedder ${embedder.dimensions}`
    : undefined
}

/** Adds the fault of a segment that is dropped; its texts are embedded again. */
function addDamaged({ id, labels }: SegmentRecord, flaw: string, census: Census, faults: Faults): void {
  faults.add(
    {
      code: 'SEGMENT_DAMAGED',
      table: 'segments',
      key: id,
      message: `Segment ${id} of the vectors is damaged: ${flaw}.`,
    },
    async (operation) => {
      await operation.tx.delete('segments', id)
      await operation.tx.delete('vectors', id)
      operation.commit.change('segments', id, 'delete')
      const texts = labels instanceof Uint32Array ? [...new Set(labels)].filter((no) => isText(census, no)) : []
      operation.embedLater(texts)
    },
  )
}

/** Counts live vectors, and finds those of missing documents and tombstones without a vector. */
async function checkRows(
  tx: Reader,
  segments: ReadonlyMap<number, SegmentRecord>,
  census: Census,
  faults: Faults,
  fingerprint: string | undefined,
): Promise<void> {
  const tombstones = new Map<number, number>()
  for await (const rows of rowsOf(tx, 'tombstones', census))
    for (const { no, before } of rows) {
      tombstones.set(no, before)
      census.noteNumber('segment', before - 1)
    }
  const inEffect = new Set<number>()
  const stray = new Set<number>()
  for (const segment of segments.values())
    segment.labels.forEach((no, i) => {
      if ((segment.born[i] as number) < (tombstones.get(no) ?? 0)) {
        inEffect.add(no)
        return
      }
      if (!census.documents.get(no)?.isIndexed) stray.add(no)
      if (segment.fingerprint !== fingerprint) return
      census.withVectors.add(no)
      census.vectorRows++
    })
  for (const no of tombstones.keys())
    if (!inEffect.has(no))
      faults.add(
        {
          code: 'TOMBSTONE_STRAY',
          table: 'tombstones',
          key: no,
          message: 'It marks vectors as deleted that do not exist.',
        },
        ({ tx }) => tx.delete('tombstones', no),
      )
  for (const no of stray)
    faults.add({
      code: 'VECTOR_STRAY',
      table: 'vectors',
      key: no,
      message: `Vectors of document ${no}, which does not exist or should have none.`,
      mendable: true,
    })
  if (stray.size > 0) faults.mends.push(async ({ commit }) => void (await purgeRows(commit, stray)))
}

/** Finds active texts without vectors that no job is to embed. */
async function checkMissing(
  tx: Reader,
  census: Census,
  faults: Faults,
  fingerprint: string | undefined,
): Promise<void> {
  if (fingerprint === undefined) return
  const planned = new Set(
    (await tx.list('jobs'))
      .filter(({ kind }) => kind === 'embed')
      .flatMap(({ nos }) => (Array.isArray(nos) ? nos : [])),
  )
  const missing = [...census.documents.keys()].filter(
    (no) => isText(census, no) && !census.withVectors.has(no) && !planned.has(no),
  )
  for (const no of missing)
    faults.add({
      code: 'VECTOR_MISSING',
      table: census.documents.get(no)?.table as string,
      key: no,
      message: 'Its text has no vector, and no job is to make one.',
      mendable: true,
    })
  if (missing.length > 0) faults.mends.push(async (operation) => operation.embedLater(missing))
}

function isText(census: Census, no: number): boolean {
  const row = census.documents.get(no)
  return row?.isIndexed === true && row.status === 'active'
}
