import type { ReadSource } from '../read-source.js'
import type { Catalog } from '../../index/catalog.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import { lazily } from '../../platform/lazily.js'
import { textTraits } from '../../language/traits.js'
import { baselineOf } from '../lanes/baseline.js'
import { Candidates } from './candidates.js'
import { fusedValues, scoreOf, scoringFor, dissimilarity, NEUTRAL_PENALTY, valueWithout } from './fuse.js'
import type { LaneRequest, Lanes } from '../lanes/lanes.js'
import { nominate } from '../lanes/nominate.js'
import type { RankedCandidate } from './ranked.js'
import { measureAround, measureOwn, type QueryFacts } from './measure.js'
import { termMatches } from './term-matches.js'

/** Largest number of candidates that the second hop adds. */
const MOST_ADDED = 50

export interface RankRequest extends LaneRequest {
  fusion?: 'fitted' | 'rrf'
  /** Number of a document that is ranked even if no lane finds it. */
  include?: number | undefined
}

/**
 * Generates candidates from the lanes' hits (`nominate.ts`), adds those of a second hop over entities, measures the
 * signals of all and returns them by falling ranking value; ties by lower document number.
 */
export async function rank(source: ReadSource, request: RankRequest, lanes: Lanes): Promise<RankedCandidate[]> {
  const { catalog } = source
  const { query, selection, allowed, limits, fusion, include, refinements } = request
  const nominated = nominate(catalog, lanes, limits.words, allowed)
  const candidates = new Candidates(nominated.size + 1 + MOST_ADDED, catalog.capacity)
  const shownRow = catalog.shownBy(selection)
  const addCandidates = async (nos: Iterable<number>): Promise<void> => {
    const from = candidates.size
    for (const no of nos) {
      const [text, row] = [catalog.get(no), shownRow(no)]
      if (text && row) candidates.add(text, row)
    }
    await measureSimilarity(source, lanes, candidates, from)
  }
  await addCandidates(include === undefined || nominated.has(include) ? nominated : [...nominated, include])

  candidates.scoring = scoringFor(candidates.texts, !lanes.queryVector)
  const speakers = new Set(candidates.texts.flatMap(({ name }) => name ?? []))
  const facts: QueryFacts = {
    isCjk: textTraits(query).cjk,
    matches: termMatches(lanes.keywords, catalog),
    dated:
      lanes.time?.dated ?? new Map([...lanes.keywords.onTheDay, ...lanes.keywords.inThePeriod].map((no) => [no, 1])),
    isOtherSpeaker: refinements?.otherSpeakerTest(query, candidates.texts) ?? (() => false),
    baseline: lanes.queryVector && source.embedder && baselineOf(lanes.queryVector, source.embedder.plug.background),
    contrastShare: lanes.contrast?.confidence ?? 0,
    wantsPresent: selection.asOf === undefined && !selection.closedToo && !selection.past && !lanes.time?.past,
  }
  const entities = refinements?.entitiesAmong(source, query, selection.scope, lanes.named, speakers)
  const measure = (from: number): void => {
    measureOwn(candidates, from, catalog, facts)
    measureAround(candidates, catalog)
    entities?.measure(candidates, from)
  }
  measure(0)
  if (entities && refinements) {
    let best = refinements.topCandidates(candidates)
    const added = entities.expand(best, MOST_ADDED, (no) => nominated.has(no) || !allowed.has(no))
    if (added.length > 0) {
      const from = candidates.size
      for (const no of added) nominated.add(no)
      await addCandidates(added.filter((no) => candidates.indexOf(no) < 0))
      measure(from)
      best = refinements.topCandidates(candidates)
    }
    entities.measureHops(best, candidates)
  }
  if (
    refinements &&
    source.embedder &&
    facts.wantsPresent &&
    candidates.scoring.weights.newer !== 0 &&
    refinements.asksForCurrentState(query)
  )
    await refinements.measureNewer(
      candidates,
      catalog,
      source.indexes.vectorLane?.index,
      source.embedder.plug.background,
    )
  measureSuccessors(candidates, catalog)

  const values = fusedValues(candidates)
  const bestPosition = values.indexOf(values.reduce((most, value) => Math.max(most, value), -Infinity))
  const penalty = queryPenalty(source, request, lanes, candidates, bestPosition)
  const ranked = candidates.rows.map((row, position): RankedCandidate => {
    const no = candidates.nos[position] as number
    const value = values[position] as number
    const queryNames = entities && lanes.named.length > 1 ? entities.queryNamesIn(no) : undefined
    return {
      no,
      row,
      candidates,
      position,
      value,
      score: scoreOf(value, penalty, candidates.scoring),
      unnominated: !nominated.has(no),
      queryNames,
    }
  })
  const ordered =
    fusion === 'rrf' ? (await lazily(() => import('./rrf.js'))).byRanks(ranked, lanes, limits.words) : ranked
  return ordered.sort((a, b) => (a.value === b.value ? a.no - b.no : a.value < b.value ? 1 : -1))
}

/**
 * The penalty in the scores of all hits of a query, in units of the ranking value: for a best text that is not similar
 * to the query, or for query words that no text contains. `bestPosition`: the candidate with the highest value.
 */
function queryPenalty(
  { embedder }: ReadSource,
  { query, allowed, refinements }: RankRequest,
  { keywords }: Lanes,
  { texts, cosines, scoring }: Candidates,
  bestPosition: number,
): number {
  const textIsCjk = texts[bestPosition]?.traits.cjk
  const queryIsCjk = textTraits(query).cjk
  if (scoring.penaltyFrom === 'similarity') {
    const cosine = cosines[bestPosition]
    return cosine === undefined || Number.isNaN(cosine) || !embedder
      ? 0
      : dissimilarity(
          cosine,
          embedder.plug.background[textIsCjk !== queryIsCjk ? 'mixed' : textIsCjk ? 'cjk' : 'latin'],
        )
  }
  // A text in another script cannot contain the query's words, so their absence says nothing.
  return textIsCjk === queryIsCjk && refinements
    ? refinements.missingTermRarity(keywords, allowed.count())
    : NEUTRAL_PENALTY
}

/** Fills in cosine and contrast of the candidates from position `from` on. */
async function measureSimilarity(
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

/** Fills in `Signals.successor`: a fact gets at least the value of the outdated messages that it superseded. */
function measureSuccessors(candidates: Candidates, catalog: Catalog): void {
  const { size, nos, signals, scoring } = candidates
  for (let position = 0; position < size; position++) {
    if (signals.outdated[position] === 0) continue
    const value = valueWithout('outdated', scoring, signals, position)
    for (const no of catalog.successors(nos[position] as number)) {
      const successor = candidates.indexOf(no)
      if (successor >= 0)
        signals.successor[successor] = Math.max(
          signals.successor[successor] as number,
          value - valueWithout('successor', scoring, signals, successor),
        )
    }
  }
}
