import type { Bitmask } from '../../values/bitmask.js'
import type { Catalog } from '../../index/catalog.js'
import type { Lanes } from './lanes.js'

/** Names that more texts speak of say too little to nominate one for. */
const RARE = 0.25
/** The latest texts that are nominated for one name. */
const MOST_SPEAKING = 50

/**
 * The best of each lane, what is of the time that the query names, and what is next to them in the conversation or
 * linked as evidence.
 */
export function nominate(
  catalog: Catalog,
  { dense, keywords, named, time }: Lanes,
  words: number,
  allowed: Bitmask,
): Set<number> {
  const own = new Set<number>()
  for (const hits of [dense, keywords.hits.slice(0, words)]) for (const { no } of hits) own.add(no)
  for (const nos of [keywords.onTheDay, time?.nominated ?? []]) for (const no of nos) own.add(no)
  for (const { rarity, nos } of named)
    if (rarity >= RARE) for (const no of nos.slice(-MOST_SPEAKING)) if (allowed.has(no)) own.add(no)

  const all = new Set(own)
  const take = (no: number | undefined): void => {
    if (no !== undefined && allowed.has(no)) all.add(no)
  }
  for (const no of own) {
    take(catalog.previous(no)?.no)
    take(catalog.next(no)?.no)
    catalog.linked(no).forEach(take)
    catalog.successors(no).forEach(take)
  }
  return all
}
