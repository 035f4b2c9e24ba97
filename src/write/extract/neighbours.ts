import { Bitmask } from '../../values/bitmask.js'
import type { Background } from '../../embed/embedder.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import type { Indexes } from '../../index/indexes.js'
import { textTraits } from '../../language/traits.js'
import type { KnownFact, NewFact } from '../../reconcile/decision.js'
import { maskedText } from '../../secrets/span.js'
import type { Store } from '../../store/store.js'

/** Hits taken from each of vector and keyword search. */
const NEAREST = 10
/** Newest memories of the same subject that are added to the hits. */
const SAME_SUBJECT = 200

export interface NeighbourRequest {
  fact: NewFact
  /** Undefined where the fact could not be embedded. */
  vector: Float32Array | undefined
  scopeKey: string
}

/**
 * Memories of the identical scope that a new fact may repeat, extend or end: the nearest by vector and by keywords, and
 * all of the same subject. The ten nearest vectors alone would miss an old address that a new one ends.
 */
export async function findNeighbours(
  store: Store,
  indexes: Indexes,
  background: Background | undefined,
  { fact, vector, scopeKey }: NeighbourRequest,
): Promise<KnownFact[]> {
  const { catalog, vectorLane, keywordLane } = indexes
  const rows = new Map<number, CatalogRow>()
  const mask = new Bitmask(catalog.capacity)
  for (const row of catalog.values()) {
    if (row.table !== 'memories' || row.scopeKey !== scopeKey) continue
    // Superseded values of the same slot too, so that old news repeated is recognised as known.
    const closed =
      row.status === 'superseded' &&
      row.slot?.subject === fact.slot.subject &&
      row.slot.attribute === fact.slot.attribute
    if (row.status !== 'active' && !closed) continue
    rows.set(row.verbatimNo ?? row.no, row)
    mask.add(row.verbatimNo ?? row.no)
  }
  if (rows.size === 0) return []

  await indexes.settled()
  const near = new Set<number>()
  if (vector && vectorLane && indexes.vectors.state === 'used')
    for (const { no } of await vectorLane.index.search(vector, NEAREST, mask)) near.add(no)
  if (keywordLane && indexes.keywords.state === 'used')
    for (const { no } of (await keywordLane.index.search(fact.text, NEAREST, mask)).hits) near.add(no)
  const sameSubject = [...rows].filter(([, row]) => row.slot?.subject === fact.slot.subject).map(([no]) => no)
  for (const no of sameSubject.slice(-SAME_SUBJECT)) near.add(no)

  const nos = [...near]
  const cosines =
    vector && vectorLane && indexes.vectors.state === 'used'
      ? await vectorLane.index.scores(vector, Uint32Array.from(nos))
      : undefined
  const records = await store.read(['memories'], (tx) =>
    Promise.all(nos.map((no) => tx.get('memories', (rows.get(no) as CatalogRow).no))),
  )
  return records.flatMap((memory, i): KnownFact[] => {
    if (!memory) return []
    const similarity = deviations(cosines?.[i], background, fact.text, memory.text)
    return [
      {
        id: memory.id,
        text: maskedText(memory),
        ...(memory.trust ? { trust: memory.trust } : {}),
        observedAt: memory.observedAt,
        validFrom: memory.validFrom,
        ...(memory.status === 'superseded' ? { validTo: memory.validTo ?? memory.observedAt } : {}),
        messageIds: memory.evidence.map(({ messageId }) => messageId),
        ...(memory.slot ? { slot: memory.slot } : {}),
        ...(memory.attributedTo === undefined ? {} : { attributedTo: memory.attributedTo }),
        ...(similarity === undefined ? {} : { similarity }),
      },
    ]
  })
}

/** The cosine in standard deviations above the mean cosine of unrelated texts. */
function deviations(
  cosine: number | undefined,
  background: Background | undefined,
  a: string,
  b: string,
): number | undefined {
  if (cosine === undefined || Number.isNaN(cosine) || !background) return undefined
  const [first, second] = [textTraits(a).cjk, textTraits(b).cjk]
  const { mean, deviation } = background[first !== second ? 'mixed' : first ? 'cjk' : 'latin']
  return (cosine - mean) / deviation
}
