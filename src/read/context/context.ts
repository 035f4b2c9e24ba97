import type { ReadSource } from '../read-source.js'
import { terms } from '../../language/terms.js'
import { checkOptions, fraction, wholeNumber } from '../../values/options.js'
import type { ContextOptions, ContextResult, SearchHit } from '../types.js'
import { SEARCH_OPTIONS } from '../request/search-request.js'
import { excerpt } from '../show/excerpt.js'
import { promptBlock, promptLine } from './prompt-block.js'
import type { Hydrated } from '../show/hydrate.js'
import { find } from '../search.js'
import { isOutdated } from '../rank/measure.js'
import { tellsOfChange } from './change.js'
import { readCore } from './core.js'
import { readCoreLines } from './core-lines.js'
import { charactersIn, countTokens } from './tokens.js'

/** Hits considered for one block: more than fit, for each of these tokens one. */
const TOKENS_PER_CANDIDATE = 12
const FEWEST_CANDIDATES = 40
const MOST_CANDIDATES = 400
/** One text may take this share of the budget, so that a long one does not crowd out the others. */
const LARGEST_SHARE = 0.4
/** What was said adds something to the facts drawn from it when this share of its words is new. */
const NEW_WORDS = 0.5

/** What is shown of the user whatever was asked takes at most so many tokens, and this share of the budget. */
const CORE_TOKENS = 150
const CORE_SHARE = 1 / 3

/** From this on, `Signals.newer` is sure enough for a text to be left out, where a later one tells of a change. */
const OUT_OF_DATE = 0.35

/** Chosen on the everyday set: what is missing costs as much as three lines that nobody asked for. */
export const CONTEXT_THRESHOLD = 0.34

/** How long a prompt waits for a model that is still loading, in ms: the rest of the reply is waited for, too. */
const MODEL_WAIT_MS = 2_000

/** @returns undefined: as long as it takes */
function readWait(ms: number | undefined): number | undefined {
  return ms === Infinity ? undefined : wholeNumber('modelWaitMs', ms, MODEL_WAIT_MS, 0, 600_000)
}

/** A store of so many texts fits into a prompt as a whole. */
const FEW_TEXTS = 10

/**
 * Of a single word the score tells little: "pets" and "I keep two ferrets" are hardly more alike than strangers. Among
 * few texts their order has to do.
 */
function defaultThreshold(query: string, searched: number): number {
  return searched <= FEW_TEXTS && new Set(terms(query)).size <= 1 ? 0 : CONTEXT_THRESHOLD
}

interface Candidate extends Hydrated {
  line: string
  cost: number
}

export async function buildContext(
  source: ReadSource,
  query: string,
  options: ContextOptions = {},
): Promise<ContextResult> {
  checkOptions('context()', options, [
    ...SEARCH_OPTIONS.filter((name) => name !== 'explain' && name !== 'secrets'),
    'budgetTokens',
    'core',
    'modelWaitMs',
  ])
  const { budgetTokens, core, modelWaitMs, ...rest } = options
  const parts = readCore(core)
  const budget = wholeNumber('budgetTokens', budgetTokens, 800, 50, 1_000_000)
  const topK = Math.min(MOST_CANDIDATES, Math.max(FEWEST_CANDIDATES, Math.ceil(budget / TOKENS_PER_CANDIDATE)))
  const { found: scored, report, request } = await find(source, query, { topK, ...rest }, readWait(modelWaitMs))
  const known = await readCoreLines(source, request, parts, Math.min(CORE_TOKENS, budget * CORE_SHARE))
  const threshold = fraction('threshold', options.threshold, defaultThreshold(query, report.searched))
  const all = scored.filter(({ hit }) => hit.score >= threshold)
  const { latestOnly = true, asOf, knownAt } = options
  // What was said and no longer holds is as little news as the memory that was superseded.
  const found =
    latestOnly && asOf === undefined && knownAt === undefined
      ? all.filter(
          (one) =>
            !isOutdated(one.order, source.catalog) && !(one.newer >= OUT_OF_DATE && isFollowedByChange(one, all)),
        )
      : all

  const lines = await Promise.all(
    found.map(async ({ hit }) =>
      promptLine(hit, await excerpt(hit.memory, query, charactersIn(budget * LARGEST_SHARE, hit.memory))),
    ),
  )
  const coreCost = known.reduce((sum, { cost }) => sum + cost, 0)
  const [frame = 0, ...costs] = await countTokens(source.embedder, [
    promptBlock([''], coreCost > 0 ? [''] : []),
    ...lines,
  ])
  const candidates = found.map((one, i): Candidate => ({
    ...one,
    line: lines[i] as string,
    cost: (costs[i] as number) + 1,
  }))
  const packed = pack(candidates, budget - frame - coreCost)
  const shown = new Set(packed.map(({ hit }) => hit.id))
  const before = known.filter(({ fact }) => !shown.has(fact.id))
  const text = promptBlock(
    inOrder(packed).map(({ line }) => line),
    before.map(({ line }) => line),
  )
  const [exact = 0] = text === '' ? [0] : await countTokens(source.embedder, [text])
  return { text, tokens: exact, results: packed.map(({ hit }) => hit), core: before.map(({ fact }) => fact), report }
}

/** Of two statements on the same thing the older one may hold too, so only words of change leave it out. */
const isFollowedByChange = ({ hit }: Hydrated, all: readonly Hydrated[]): boolean =>
  all.some(
    ({ hit: later, newer }) =>
      later.role !== 'assistant' &&
      newer < OUT_OF_DATE &&
      Date.parse(later.at) > Date.parse(hit.at) &&
      tellsOfChange(later.memory),
  )

const isFact = ({ hit }: Hydrated): boolean => hit.role === undefined

/**
 * By rank, while there is room: of what was said first the facts that were drawn from it, and it itself where it adds
 * something to them. Returned by rank.
 */
function pack(candidates: readonly Candidate[], room: number): Candidate[] {
  const packed = new Set<Candidate>()
  const texts = new Set<string>()
  const factsOf = new Map<string, Candidate[]>()
  for (const fact of candidates.filter(isFact))
    for (const { messageId } of fact.hit.evidence) factsOf.set(messageId, [...(factsOf.get(messageId) ?? []), fact])
  let used = 0
  const take = (candidate: Candidate): void => {
    // A text that is there already, word for word, says nothing new.
    if (packed.has(candidate) || used + candidate.cost > room || texts.has(candidate.hit.memory)) return
    used += candidate.cost
    packed.add(candidate)
    texts.add(candidate.hit.memory)
  }
  for (const candidate of candidates) {
    const facts = isFact(candidate) ? [] : (factsOf.get(candidate.hit.messageId ?? '') ?? [])
    facts.forEach(take)
    if (
      addsSomething(
        candidate.hit,
        facts.filter((fact) => packed.has(fact)),
      )
    )
      take(candidate)
  }
  return candidates.filter((candidate) => packed.has(candidate))
}

function addsSomething({ memory }: SearchHit, facts: readonly Candidate[]): boolean {
  if (facts.length === 0) return true
  const known = new Set(facts.flatMap(({ hit }) => terms(hit.memory)))
  const words = new Set(terms(memory))
  return [...words].filter((word) => !known.has(word)).length >= NEW_WORDS * words.size
}

/** Facts by what they are about, the best subject first; then what was said. Each in the order of time. */
function inOrder(packed: readonly Candidate[]): Candidate[] {
  const topics = [...new Set(packed.map(topicOf))]
  const byTime = (a: Candidate, b: Candidate) => Date.parse(a.hit.at) - Date.parse(b.hit.at) || a.order - b.order
  return [...packed].sort(
    (a, b) =>
      Number(isFact(b)) - Number(isFact(a)) || topics.indexOf(topicOf(a)) - topics.indexOf(topicOf(b)) || byTime(a, b),
  )
}

/** What was said goes by conversation, and conversations by time: that is the order of time as it is. */
const topicOf = (candidate: Candidate): string =>
  isFact(candidate) ? `fact ${candidate.hit.categories?.[0] ?? ''}` : 'said'
