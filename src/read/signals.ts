import type { Catalog, CatalogRow } from '../index/catalog.js'
import { BM25_CEILING } from '../index/keyword/bm25.js'
import type { KeywordAnswer } from '../index/keyword/keyword-index.js'
import { textTraits } from '../language/traits.js'
import type { Baseline } from './baseline.js'

/** What speaks for or against a text, each on its own scale, 0 where it has nothing to say. */
export interface Signals {
  /**
   * How near text and query are in meaning, in deviations above what the query has to any text of that script: above 3 it is about the same thing.
   * The more texts there are to compare with, the more what counts is how far it stands out among them instead (`contrast.ts`).
   */
  meaning: number
  /** BM25 of the query's words in the text: its share of the most that they could get, times the root of how much they tell. */
  words: number
  /** Rarity of those of the query's words that the text or the two messages before it have, over the root of the rarity of all. */
  context: number
  /**
   * 1 when it happened, or was said, at a time that the query names, or names that time; ½ when it was only said then and tells of another time,
   * and for what lies on that side of an event from which the query counts.
   */
  date: number
  /** Mean of the best three texts of the conversation it belongs to, by the signals above. */
  session: number
  /** What the best text of its conversation is worth, by the same, but no more than 2.5 times what it is worth itself. */
  best: number
  /** What the best fact drawn from it, or the best message it was drawn from, is worth by the signals above `session`. */
  linked: number
  /** 1 when all that was drawn from it has been superseded since: it tells how things were. */
  outdated: number
  /** What an outdated message that it took the place of is worth more than itself: who asks for the old wants the new. */
  heir: number
  /** What the message before it is worth by `meaning`, `words`, `context` and `date`, when that is a question: it may be the answer. */
  answer: number
  /** What the message after it is worth: who answers takes up what was said. */
  followed: number
  /** 1 when it is a question itself: it resembles the query, and tells nothing. */
  question: number
  /** How many texts of its conversation are worth more, up to 5: evidence for one question is often in several. */
  behind: number
  /** 1 among the first two of a conversation, which say what is new. */
  opening: number
  /** 1 when the query names one of those who speak, and another one says it. */
  other: number
  /** Of what the query names besides those who speak: the share that it, or a message next to it, speaks of, rare names counting more. */
  entities: number
  /** When the query asks for a name: how many the text has that the query has not, up to 2, rare ones counting more. */
  names: number
  /** How rare a name, and how good the text, that leads to it: one of the best ten names what this one names too, and the query does not. */
  hop: number
  /** Logarithm of its length in terms over 10, from 4 to 40 terms: a long text tells more. */
  length: number
}

/** Messages before a text whose words count as its context. */
const CONTEXT = 2
/** Texts of a conversation that vouch for it. */
const BEST_OF_SESSION = 3
const MOST_BEHIND = 5
/** A text that is worth next to nothing is not made relevant by the one it stands beside. */
const MOST_VOUCHED = 2.5
/** Deviations among the store's texts count as much as half those above the baseline. */
const CONTRAST_UNIT = 0.5
const SHORTEST = 4
const LONGEST = 40
const TYPICAL = 10

export interface Measurable {
  /** The number under which the indexes know the text. */
  no: number
  row: CatalogRow
  /** Undefined where there is no vector. */
  cosine: number | undefined
  /** How far it stands out among the store's texts, in deviations; undefined where there is no vector, or nothing to compare with. */
  contrast: number | undefined
}

export interface Asked {
  query: string
  keywords: KeywordAnswer
  /** By document number: how much it is of a time that the query names, 0 to 1. */
  dated: ReadonlyMap<number, number>
  /** Those who speak, whom the query names. */
  speakers: ReadonlySet<string>
  baseline: Baseline | undefined
  /** How much `contrast` counts beside the baseline, 0 to 1. */
  trust: number
  /** How things are is asked, not how they were. */
  current: boolean
  /** What those signals are worth that need no other candidate. */
  own: (signals: Signals) => number
}

/** Measures every signal of every candidate. */
export function measure(candidates: readonly Measurable[], catalog: Catalog, { query, keywords, dated, speakers, baseline, trust, current, own }: Asked): Signals[] {
  const queryIsCjk = textTraits(query).cjk
  const found = new Map(keywords.hits.map((hit) => [hit.no, hit]))
  const mass = keywords.rarity.reduce((sum, rarity) => sum + rarity, 0) || 1

  const measured = candidates.map(({ no, cosine, contrast }): Signals => {
    const text = catalog.get(no) as CatalogRow
    const { mean, deviation } = baseline?.(queryIsCjk, text.traits.cjk) ?? { mean: 0, deviation: 1 }
    const above = cosine === undefined || !baseline ? 0 : (cosine - mean) / deviation
    const previous = catalog.previous(no)
    return {
      meaning: contrast === undefined ? above : (1 - trust) * above + trust * CONTRAST_UNIT * contrast,
      // An index that still counts removed documents can find a word in more documents than there are, and its score below 0.
      words: Math.max(0, (found.get(no)?.score ?? 0) / (keywords.ceiling || 1)) * Math.sqrt(BM25_CEILING * mass),
      context: wordsAround(no, catalog, found).reduce((sum, word) => sum + (keywords.rarity[word] ?? 0), 0) / Math.sqrt(mass),
      date: dated.get(no) ?? 0,
      session: 0,
      best: 0,
      linked: 0,
      heir: 0,
      outdated: current && isOutdated(no, catalog) ? 1 : 0,
      answer: 0,
      followed: 0,
      question: text.traits.question ? 1 : 0,
      behind: 0,
      opening: text.session !== undefined && (!previous || !catalog.previous(previous.no)) ? 1 : 0,
      other: speakers.size > 0 && text.name !== undefined && !speakers.has(text.name) ? 1 : 0,
      entities: 0,
      names: 0,
      hop: 0,
      length: Math.log(Math.min(LONGEST, Math.max(SHORTEST, text.traits.length)) / TYPICAL),
    }
  })
  const worth = new Map(candidates.map(({ no }, i) => [no, own(measured[i] as Signals)]))
  const vouched = sessionMeans(candidates, catalog, worth)
  const behind = placesInSession(candidates, catalog, worth)
  candidates.forEach((candidate, i) => {
    const signals = measured[i] as Signals
    const previous = catalog.previous(candidate.no)
    const { session, best } = vouched(candidate)
    signals.session = session
    signals.best = Math.min(best, MOST_VOUCHED * Math.max(0, worth.get(candidate.no) as number))
    signals.linked = Math.max(0, ...catalog.linked(candidate.no).map((no) => worth.get(no) ?? 0))
    const next = catalog.next(candidate.no)
    signals.followed = next ? Math.max(0, worth.get(next.no) ?? 0) : 0
    signals.answer = previous?.traits.question ? Math.max(0, worth.get(previous.no) ?? 0) : 0
    signals.behind = Math.min(MOST_BEHIND, behind.get(candidate.no) ?? 0)
  })
  return measured
}

/** How many messages of the same conversation are worth more than each. */
function placesInSession(candidates: readonly Measurable[], catalog: Catalog, worth: ReadonlyMap<number, number>): Map<number, number> {
  const places = new Map<number, number>()
  const seen = new Map<number, number>()
  for (const { no } of [...candidates].sort((a, b) => (worth.get(b.no) as number) - (worth.get(a.no) as number))) {
    const session = catalog.get(no)?.session
    if (session === undefined) continue
    places.set(no, seen.get(session) ?? 0)
    seen.set(session, (seen.get(session) ?? 0) + 1)
  }
  return places
}

/** For each candidate what the best of its conversation are worth, and the very best; a fact belongs where it was said. */
function sessionMeans(candidates: readonly Measurable[], catalog: Catalog, worth: ReadonlyMap<number, number>): (candidate: Measurable) => Pick<Signals, 'session' | 'best'> {
  const sessionOf = (no: number): number | undefined => catalog.get(no)?.session ?? catalog.get(catalog.linked(no)[0] ?? -1)?.session
  const sessions = new Map<string, { values: number[]; size: number }>()
  const keyOf = (no: number): string => `${sessionOf(no) ?? `alone ${no}`}`
  for (const { no } of candidates) {
    // Facts are judged by the conversation, but do not vouch for it beside the very messages they were drawn from.
    const number = sessionOf(no)
    if (number !== undefined && catalog.get(no)?.session === undefined) continue
    const session = sessions.get(keyOf(no)) ?? { values: [], size: number === undefined ? 1 : catalog.sessionSize(number) }
    session.values.push(worth.get(no) as number)
    sessions.set(keyOf(no), session)
  }
  const means = new Map([...sessions].map(([key, { values, size }]) => [key, { session: meanOfBest(values, size), best: Math.max(...values) }]))
  return ({ no }) => means.get(keyOf(no)) ?? { session: worth.get(no) as number, best: worth.get(no) as number }
}

/** Whether all that was drawn from a message has been superseded since. */
export function isOutdated(no: number, catalog: Catalog): boolean {
  if (catalog.get(no)?.table !== 'messages') return false
  const facts = catalog.linked(no).map((fact) => catalog.get(fact)?.status)
  return facts.includes('superseded') && facts.every((status) => status !== 'active')
}

/** The query's words, by position, in the text and what was said just before. */
function wordsAround(no: number, catalog: Catalog, found: ReadonlyMap<number, { words: number[] }>): number[] {
  const words = new Set(found.get(no)?.words)
  let at: number | undefined = no
  for (let back = 0; back < CONTEXT && at !== undefined; back++) {
    at = catalog.previous(at)?.no
    for (const word of (at !== undefined && found.get(at)?.words) || []) words.add(word)
  }
  return [...words]
}

/** Texts of the session that were not even candidates count as 0. */
function meanOfBest(values: number[], size: number): number {
  const best = values.sort((a, b) => b - a).slice(0, BEST_OF_SESSION)
  return best.reduce((sum, value) => sum + value, 0) / Math.max(best.length, Math.min(BEST_OF_SESSION, size))
}
