import type { Catalog, CatalogRow } from '../../index/catalog.js'
import type { Baseline } from '../lanes/baseline.js'
import type { Candidates } from './candidates.js'
import { conversationsOf } from './conversations.js'
import { ownValueAt } from './fuse.js'
import type { WordsFound } from './query-words.js'

const MOST_BEHIND = 5
/** A text that is worth next to nothing is not made relevant by the one it stands beside. */
const MOST_VOUCHED = 2.5
/** Deviations among the store's texts count as much as half those above the baseline. */
export const CONTRAST_UNIT = 0.5
const SHORTEST = 4
const LONGEST = 40
const TYPICAL = 10
/** Terms of a text up to which it depends on its conversation in full. */
const DEPENDENT = 25

export interface QueryFacts {
  isCjk: boolean
  words: WordsFound
  /** By document number: how much it is of a time that the query names, 0 to 1. */
  dated: ReadonlyMap<number, number>
  /** Whether somebody else says it than the query wants. */
  isOther(text: CatalogRow): boolean
  baseline: Baseline | undefined
  /** How much contrast counts beside the baseline, 0 to 1. */
  trust: number
  /** How things are is asked, not how they were. */
  current: boolean
}

/** What a text owes to itself, and what it is worth by that: of the candidates from a place on. */
export function measureOwn(
  { size, texts, cosines, contrasts, signals, worth, scoring }: Candidates,
  from: number,
  catalog: Catalog,
  asked: QueryFacts,
): void {
  const { isCjk, words, dated, trust, current } = asked
  const { meaning, date, outdated, question, opening, speaker, length } = signals
  const [latin, cjk] = [false, true].map((textIsCjk) => asked.baseline?.(isCjk, textIsCjk))
  for (let i = from; i < size; i++) {
    const text = texts[i] as CatalogRow
    const { no, traits, session } = text
    const cosine = cosines[i] as number
    const contrast = contrasts[i] as number
    const baseline = traits.cjk ? cjk : latin
    signals.words[i] = words.in(no)
    const above =
      Number.isNaN(cosine) || !baseline
        ? scoring.meaningOfWords * (signals.words[i] as number)
        : (cosine - baseline.mean) / baseline.deviation
    meaning[i] = Number.isNaN(contrast) ? above : (1 - trust) * above + trust * CONTRAST_UNIT * contrast
    signals.context[i] = words.around(no)
    date[i] = dated.get(no) ?? 0
    outdated[i] = current && isOutdated(no, catalog) ? 1 : 0
    question[i] = traits.asks
    opening[i] = session !== undefined && isOpening(no, catalog) ? 1 : 0
    speaker[i] = asked.isOther(text) ? 1 : 0
    length[i] = Math.log(Math.min(LONGEST, Math.max(SHORTEST, traits.length)) / TYPICAL)
    worth[i] = ownValueAt(signals, i)
  }
}

/**
 * What a text owes to those around it, of all candidates: to its conversation, and to what stands next to it or is
 * linked to it.
 */
export function measureAround(candidates: Candidates, catalog: Catalog): void {
  const { size, texts, signals, worth } = candidates
  const conversations = conversationsOf(candidates)
  for (const { places } of conversations.values())
    places.forEach((place, i) => (signals.behind[place] = Math.min(MOST_BEHIND, i)))
  for (let i = 0; i < size; i++) {
    const { no, session, traits } = texts[i] as CatalogRow
    const own = worth[i] as number
    const dependence = candidates.scoring.longStandAlone ? Math.min(1, DEPENDENT / Math.max(1, traits.length)) : 1
    const linked = catalog.linked(no)
    // A fact belongs where it was said.
    const conversation = conversations.get(session ?? catalog.get(linked[0])?.session ?? -1)
    const previous = catalog.previous(no)
    const next = catalog.next(no)
    signals.best[i] = dependence * Math.min(conversation?.best ?? own, MOST_VOUCHED * Math.max(0, own))
    signals.answer[i] = previous?.traits.question ? dependence * candidates.worthOf(previous.no) : 0
    signals.followed[i] = next ? candidates.worthOf(next.no) : 0
    let most = 0
    for (const other of linked) most = Math.max(most, candidates.worthOf(other))
    signals.linked[i] = most
  }
}

function isOpening(no: number, catalog: Catalog): boolean {
  const previous = catalog.previous(no)
  return !previous || !catalog.previous(previous.no)
}

/** Whether all that was drawn from a message has been superseded since. */
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
