import type { Bitmask } from '../../values/bitmask.js'
import type { Catalog } from '../../index/catalog.js'
import type { Lanes } from './lanes.js'

/** Least rarity (0 to 1) of a name for texts that mention it to become candidates by it. */
const LEAST_RARITY = 0.25
/** Texts that become candidates because they mention one name: the latest so many. */
const MOST_PER_NAME = 50

/**
 * Candidate generation: the numbers of the best hits of each lane, of texts from the time that the query refers to and
 * of texts that mention a name in it; then of their neighbours in the conversation, their evidence, and the facts drawn
 * from them or superseding those. `words`: how many keyword hits count.
 */
export function nominate(
  catalog: Catalog,
  { dense, keywords, named, time }: Lanes,
  words: number,
  allowed: Bitmask,
): Set<number> {
  const direct = new Set<number>()
  for (const hits of [dense, keywords.hits.slice(0, words)]) for (const { no } of hits) direct.add(no)
  for (const nos of [keywords.onTheDay, time?.nominated ?? []]) for (const no of nos) direct.add(no)
  for (const { rarity, nos } of named)
    if (rarity >= LEAST_RARITY) for (const no of nos.slice(-MOST_PER_NAME)) if (allowed.has(no)) direct.add(no)

  const all = new Set(direct)
  const take = (no: number | undefined): void => {
    if (no !== undefined && allowed.has(no)) all.add(no)
  }
  for (const no of direct) {
    take(catalog.previous(no)?.no)
    take(catalog.next(no)?.no)
    catalog.linked(no).forEach(take)
    catalog.successors(no).forEach(take)
  }
  return all
}
