import { flawOf } from '../store/intact.js'
import type { SegmentRecord } from '../store/records.js'
import { purgeRows } from '../store/segment-merge.js'
import type { Reader } from '../store/store.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** Which vectors the embedder in use makes. */
export interface EmbedderInUse {
  fingerprint: string
  /** Values of each. */
  dimensions: number
}

/** Segments, tombstones, and whether the texts that should have vectors do. */
export async function checkVectors(
  tx: Reader,
  census: Census,
  faults: Faults,
  embedder: EmbedderInUse | undefined,
): Promise<void> {
  const heads = new Map((await tx.list('segments')).map((segment) => [segment.id, segment]))
  census.checked['segments'] = heads.size
  const whole = new Map<number, SegmentRecord>()
  const found = new Set<number>()
  for await (const rows of rowsOf(tx, 'vectors', census, 4))
    for (const vectors of rows) {
      census.saw('segment', vectors.id)
      found.add(vectors.id)
      const head = heads.get(vectors.id)
      if (!head) {
        faults.add(
          {
            code: 'VECTORS_STRAY',
            table: 'vectors',
            key: vectors.id,
            message: 'Vectors without a segment: nobody knows whose they are.',
          },
          ({ tx }) => tx.delete('vectors', vectors.id),
        )
        continue
      }
      const flaw = flawOf(head, vectors) ?? mismatch(head, embedder)
      if (flaw === undefined) whole.set(head.id, head)
      else damaged(head, flaw, census, faults)
    }
  for (const head of heads.values()) {
    census.saw('segment', head.id)
    if (!found.has(head.id)) damaged(head, flawOf(head, undefined) as string, census, faults)
  }
  await checkRows(tx, whole, census, faults, embedder?.fingerprint)
  await checkMissing(tx, census, faults, embedder?.fingerprint)
}

/** Vectors of one embedder all have the same length. */
function mismatch({ fingerprint, dimensions }: SegmentRecord, embedder: EmbedderInUse | undefined): string | undefined {
  return embedder?.fingerprint === fingerprint && embedder.dimensions !== dimensions
    ? `its vectors have ${dimensions} values, those of its embedder ${embedder.dimensions}`
    : undefined
}

function damaged({ id, labels }: SegmentRecord, flaw: string, census: Census, faults: Faults): void {
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
      census.saw('segment', before - 1)
    }
  const killing = new Set<number>()
  const stray = new Set<number>()
  for (const segment of segments.values())
    segment.labels.forEach((no, i) => {
      if ((segment.born[i] as number) < (tombstones.get(no) ?? 0)) {
        killing.add(no)
        return
      }
      if (!census.documents.get(no)?.own) stray.add(no)
      if (segment.fingerprint !== fingerprint) return
      census.embedded.add(no)
      census.vectorRows++
    })
  for (const no of tombstones.keys())
    if (!killing.has(no))
      faults.add(
        {
          code: 'TOMBSTONE_STRAY',
          table: 'tombstones',
          key: no,
          message: 'It marks vectors as dead that are not there.',
        },
        ({ tx }) => tx.delete('tombstones', no),
      )
  for (const no of stray)
    faults.add({
      code: 'VECTOR_STRAY',
      table: 'vectors',
      key: no,
      message: `Vectors of document ${no}, which is not there or has none of its own.`,
      mendable: true,
    })
  if (stray.size > 0) faults.mends.push(async ({ commit }) => void (await purgeRows(commit, stray)))
}

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
    (no) => isText(census, no) && !census.embedded.has(no) && !planned.has(no),
  )
  for (const no of missing)
    faults.add({
      code: 'VECTOR_MISSING',
      table: census.documents.get(no)?.table as string,
      key: no,
      message: 'Its text has no vector, and nobody is to make one.',
      mendable: true,
    })
  if (missing.length > 0) faults.mends.push(async (operation) => operation.embedLater(missing))
}

function isText(census: Census, no: number): boolean {
  const row = census.documents.get(no)
  return row?.own === true && row.status === 'active'
}
