import type { Engine } from '../engine.js'
import { checkOptions, wholeNumber } from '../options.js'
import type { ContextOptions, ContextResult } from '../types.js'
import { excerpt } from './excerpt.js'
import { promptBlock, promptLine } from './prompt-block.js'
import type { Hydrated } from './hydrate.js'
import { readThreshold } from './request.js'
import { find, SEARCH_OPTIONS } from './search.js'
import { charactersIn, countTokens } from './tokens.js'

/** Hits considered for one block. */
const CANDIDATES = 40
/** One text may take this share of the budget, so that a long one does not crowd out the others. */
const LARGEST_SHARE = 0.4

/** A text that shares its subject with the query and no word with it scores about 0.2; one on another subject, below 0.07. */
export const CONTEXT_THRESHOLD = 0.15

export async function buildContext(engine: Engine, query: string, options: ContextOptions = {}): Promise<ContextResult> {
  checkOptions('context()', options, [...SEARCH_OPTIONS.filter((name) => name !== 'explain'), 'budgetTokens'])
  const { budgetTokens, ...rest } = options
  const budget = wholeNumber('budgetTokens', budgetTokens, 800, 50, 1_000_000)
  const threshold = readThreshold(options.threshold, CONTEXT_THRESHOLD)
  const { found, report } = await find(engine, query, { topK: CANDIDATES, ...rest, threshold })

  const candidates = await Promise.all(
    withoutRepeats(found).map(async ({ hit, place }) => ({ hit, place, line: promptLine(hit, await excerpt(hit.memory, query, charactersIn(budget * LARGEST_SHARE, hit.memory))) })),
  )
  const [frame = 0, ...costs] = await countTokens(engine.embedder, [promptBlock(['']), ...candidates.map(({ line }) => line)])
  const packed: typeof candidates = []
  let tokens = frame
  candidates.forEach((candidate, i) => {
    const cost = (costs[i] as number) + 1
    if (tokens + cost > budget) return
    tokens += cost
    packed.push(candidate)
  })
  const text = promptBlock([...packed].sort((a, b) => Date.parse(a.hit.at) - Date.parse(b.hit.at) || a.place - b.place).map(({ line }) => line))
  const [exact = 0] = text === '' ? [0] : await countTokens(engine.embedder, [text])
  return { text, tokens: exact, results: packed.map(({ hit }) => hit), report }
}

/** A text that is there already, word for word, says nothing new. */
function withoutRepeats(found: readonly Hydrated[]): Hydrated[] {
  const seen = new Set<string>()
  return found.filter(({ hit: { memory } }) => !seen.has(memory) && seen.add(memory))
}
