import type { Catalog } from '../../index/catalog.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import type { Baseline } from '../lanes/baseline.js'
import type { Candidates } from './candidates.js'
import { conversationsOf } from './conversations.js'
import { baseValueAt } from './fuse.js'
import type { TermMatches } from './term-matches.js'

/** Upper bound of `Signals.behind`. */
const MOST_BEHIND = 5
/** `Signals.best` is at most this multiple of the text's own base value: an irrelevant text stays irrelevant. */
const MOST_FROM_CONVERSATION = 2.5
/** Weight of contrast in `Signals.meaning`, per standard deviation; that of the cosine is 1. */
export const CONTRAST_UNIT = 0.5
/** Bounds of the length in terms for `Signals.length`, and the length at which it is 0. */
const SHORTEST = 4
const LONGEST = 40
const TYPICAL = 10
/** Length in terms up to which a text depends on its conversation in full. */
const DEPENDENT_LENGTH = 25

/** The inputs of the signals that are the same for all candidates of a query. */
export interface QueryFacts {
  /** The query is mostly Chinese, Japanese or Korean. */
  isCjk: boolean
  matches: TermMatches
  /** `Signals.date` by document number. */
  dated: ReadonlyMap<number, number>
  /** `Signals.speaker` of a text. */
  isOtherSpeaker(text: CatalogRow): boolean
  /** Undefined without vectors. */
  baseline: Baseline | undefined
  /** Weight of contrast against plain cosine in `Signals.meaning`, 0 to 1. */
  contrastShare: number
  /** The query asks for the current state, so outdated texts get a penalty. */
  wantsPresent: boolean
}

/**
 * Fills in the signals that depend on the text alone, and the base values, of the candidates from position `from` on.
 */
export function measureOwn(
  { size, texts, cosines, contrasts, signals, baseValues, scoring }: Candidates,
  from: number,
  catalog: Catalog,
  query: QueryFacts,
): void {
  const { isCjk, matches, dated, contrastShare, wantsPresent } = query
  const { meaning, date, outdated, question, opening, speaker, length } = signals
  const [latin, cjk] = [false, true].map((textIsCjk) => query.baseline?.(isCjk, textIsCjk))
  for (let i = from; i < size; i++) {
    const text = texts[i] as CatalogRow
    const { no, traits, session } = text
    const cosine = cosines[i] as number
    const contrast = contrasts[i] as number
    const baseline = traits.cjk ? cjk : latin
    signals.words[i] = matches.wordsScore(no)
    const similarity =
      Number.isNaN(cosine) || !baseline
        ? scoring.meaningPerWords * (signals.words[i] as number)
        : (cosine - baseline.mean) / baseline.deviation
    meaning[i] = Number.isNaN(contrast)
      ? similarity
      : (1 - contrastShare) * similarity + contrastShare * CONTRAST_UNIT * contrast
    signals.context[i] = matches.contextScore(no)
    date[i] = dated.get(no) ?? 0
    outdated[i] = wantsPresent && isOutdated(no, catalog) ? 1 : 0
    question[i] = traits.asks
    opening[i] = session !== undefined && isOpening(no, catalog) ? 1 : 0
    speaker[i] = query.isOtherSpeaker(text) ? 1 : 0
    length[i] = Math.log(Math.min(LONGEST, Math.max(SHORTEST, traits.length)) / TYPICAL)
    baseValues[i] = baseValueAt(signals, i)
  }
}

/**
 * Fills in the signals that depend on the conversation, the neighbouring messages and the evidence, for all candidates.
 */
export function measureAround(candidates: Candidates, catalog: Catalog): void {
  const { size, texts, signals, baseValues } = candidates
  const conversations = conversationsOf(candidates)
  for (const { positions } of conversations.values())
    positions.forEach((position, i) => (signals.behind[position] = Math.min(MOST_BEHIND, i)))
  for (let i = 0; i < size; i++) {
    const { no, session, traits } = texts[i] as CatalogRow
    const own = baseValues[i] as number
    const dependence = candidates.scoring.longTextsAreIndependent
      ? Math.min(1, DEPENDENT_LENGTH / Math.max(1, traits.length))
      : 1
    const linked = catalog.linked(no)
    // A fact belongs to the conversation of its source message.
    const conversation = conversations.get(session ?? catalog.get(linked[0])?.session ?? -1)
    const previous = catalog.previous(no)
    const next = catalog.next(no)
    signals.best[i] = dependence * Math.min(conversation?.bestValue ?? own, MOST_FROM_CONVERSATION * Math.max(0, own))
    signals.answer[i] = previous?.traits.question ? dependence * candidates.baseValueOf(previous.no) : 0
    signals.followed[i] = next ? candidates.baseValueOf(next.no) : 0
    let bestLinked = 0
    for (const other of linked) bestLinked = Math.max(bestLinked, candidates.baseValueOf(other))
    signals.linked[i] = bestLinked
  }
}

/** Whether a message is one of the first two of its conversation. */
function isOpening(no: number, catalog: Catalog): boolean {
  const previous = catalog.previous(no)
  return !previous || !catalog.previous(previous.no)
}

/** Whether facts were drawn from a message and all of them have been superseded. */
export function isOutdated(no: number, catalog: Catalog): boolean {
  if (catalog.get(no)?.table !== 'messages') return false
  let outdated = false
  for (const fact of catalog.linked(no)) {
    const status = catalog.get(fact)?.status
    if (status === 'active') return false
    outdated ||= status === 'superseded'
  }
  return outdated
}
