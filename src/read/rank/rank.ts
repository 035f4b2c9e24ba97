import type { ReadSource } from '../read-source.js'
import type { Catalog, CatalogRow } from '../../index/catalog.js'
import { lazily } from '../../platform/lazily.js'
import { textTraits } from '../../language/traits.js'
import { baselineOf } from '../lanes/baseline.js'
import { Candidates } from './candidates.js'
import { fusedValues, scoreOf, scoringFor, unlikeness, UNTOLD, valueWithout } from './fuse.js'
import type { LaneRequest, Lanes } from '../lanes/lanes.js'
import { nominate } from '../lanes/nominate.js'
import type { RankedCandidate } from './ranked.js'
import { measureAround, measureOwn, type QueryFacts } from './measure.js'
import { wordsFound } from './query-words.js'

/** Candidates that a second round adds at most. */
const MOST_ADDED = 50

export interface RankRequest extends LaneRequest {
  fusion?: 'fitted' | 'rrf'
  /** A document that is looked at in any case. */
  also?: number | undefined
}

/**
 * Orders what the lanes nominated, the messages around it, and what speaks of the same as the best of them, best first;
 * ties by lower number.
 */
export async function rank(source: ReadSource, request: RankRequest, lanes: Lanes): Promise<RankedCandidate[]> {
  const { catalog } = source
  const { query, selection, allowed, nominated, fusion, also, refinements } = request
  const called = nominate(catalog, lanes, nominated.words, allowed)
  const candidates = new Candidates(called.size + 1 + MOST_ADDED, catalog.capacity)
  const shown = catalog.shownBy(selection)
  const look = async (nos: Iterable<number>): Promise<void> => {
    const from = candidates.size
    for (const no of nos) {
      const [text, row] = [catalog.get(no), shown(no)]
      if (text && row) candidates.add(text, row)
    }
    await compare(source, lanes, candidates, from)
  }
  await look(also === undefined || called.has(also) ? called : [...called, also])

  candidates.scoring = scoringFor(candidates.texts, !lanes.queryVector)
  const names = new Set(candidates.texts.flatMap(({ name }) => name ?? []))
  const asked: QueryFacts = {
    isCjk: textTraits(query).cjk,
    words: wordsFound(lanes.keywords, catalog),
    dated:
      lanes.time?.dated ?? new Map([...lanes.keywords.onTheDay, ...lanes.keywords.inThePeriod].map((no) => [no, 1])),
    isOther: refinements?.othersThanWanted(query, candidates.texts) ?? (() => false),
    baseline: lanes.queryVector && source.embedder && baselineOf(lanes.queryVector, source.embedder.plug.background),
    trust: lanes.contrast?.trust ?? 0,
    current: selection.asOf === undefined && !selection.closedToo && !selection.past && !lanes.time?.past,
  }
  const entities = refinements?.entitiesAmong(source, query, selection.scope, lanes.named, names)
  const measure = (from: number): void => {
    measureOwn(candidates, from, catalog, asked)
    measureAround(candidates, catalog)
    entities?.measure(candidates, from)
  }
  measure(0)
  if (entities && refinements) {
    let best = refinements.bestOf(candidates)
    const added = entities.second(best, MOST_ADDED, (no) => called.has(no) || !allowed.has(no))
    if (added.length > 0) {
      const from = candidates.size
      for (const no of added) called.add(no)
      await look(added.filter((no) => candidates.indexOf(no) < 0))
      measure(from)
      best = refinements.bestOf(candidates)
    }
    entities.follow(best, candidates)
  }
  const { current } = asked
  if (
    refinements &&
    source.embedder &&
    current &&
    candidates.scoring.weights.newer !== 0 &&
    refinements.asksForPresent(query)
  )
    await refinements.measureNewer(
      candidates,
      catalog,
      source.indexes.vectorLane?.index,
      source.embedder.plug.background,
    )
  passOn(candidates, catalog)

  const values = fusedValues(candidates)
  const lack = lackAt(
    source,
    request,
    lanes,
    candidates,
    values.indexOf(values.reduce((most, value) => Math.max(most, value), -Infinity)),
  )
  const ranked = candidates.rows.map((row, place): RankedCandidate => {
    const no = candidates.nos[place] as number
    const value = values[place] as number
    const about = entities && lanes.named.length > 1 ? entities.about(no) : undefined
    return {
      no,
      row,
      among: candidates,
      place,
      value,
      score: scoreOf(value, lack, candidates.scoring),
      unnominated: !called.has(no),
      about,
    }
  })
  const ordered =
    fusion === 'rrf' ? (await lazily(() => import('./rrf.js'))).byRanks(ranked, lanes, nominated.words) : ranked
  return ordered.sort((a, b) => (a.value === b.value ? a.no - b.no : a.value < b.value ? 1 : -1))
}

/** What speaks against the query as a whole: that even the best is not alike, or that the store lacks its words. */
function lackAt(
  { embedder }: ReadSource,
  { query, allowed, refinements }: RankRequest,
  { keywords }: Lanes,
  { texts, cosines, scoring }: Candidates,
  best: number,
): number {
  const textIsCjk = texts[best]?.traits.cjk
  const queryIsCjk = textTraits(query).cjk
  if (scoring.judgedBy === 'likeness') {
    const cosine = cosines[best]
    return cosine === undefined || Number.isNaN(cosine) || !embedder
      ? 0
      : unlikeness(cosine, embedder.plug.background[textIsCjk !== queryIsCjk ? 'mixed' : textIsCjk ? 'cjk' : 'latin'])
  }
  // Words of one script tell nothing of texts in another.
  return textIsCjk === queryIsCjk && refinements ? refinements.missingTermRarity(keywords, allowed.count()) : UNTOLD
}

/** Fills in how near they are to the query and how far they stand out, of those from a place on. */
async function compare(
  { indexes }: ReadSource,
  { queryVector, contrast }: Lanes,
  { size, nos, texts, cosines, contrasts }: Candidates,
  from: number,
): Promise<void> {
  const index = indexes.vectorLane?.index
  if (!queryVector || !index || from === size) return
  cosines.set(await index.scores(queryVector, nos.slice(from, size)), from)
  if (!contrast) return
  const { direction, means, deviation } = contrast
  const products = await index.scores(direction, nos.slice(from, size))
  for (let i = from; i < size; i++)
    contrasts[i] = ((products[i - from] as number) - means[(texts[i] as CatalogRow).table]) / deviation
}

/** Lets what holds now take the rank of the message that tells how things were. */
function passOn(candidates: Candidates, catalog: Catalog): void {
  const { size, nos, signals, scoring } = candidates
  for (let place = 0; place < size; place++) {
    if (signals.outdated[place] === 0) continue
    const worth = valueWithout('outdated', scoring, signals, place)
    for (const successor of catalog.successors(nos[place] as number)) {
      const heir = candidates.indexOf(successor)
      if (heir >= 0)
        signals.heir[heir] = Math.max(
          signals.heir[heir] as number,
          worth - valueWithout('heir', scoring, signals, heir),
        )
    }
  }
}
