import type { Engine } from '../engine.js'
import { checkOptions, wholeNumber } from '../options.js'
import type { ContextOptions, ContextResult, SearchHit } from '../types.js'
import { excerpt } from './excerpt.js'
import { promptBlock, promptLine } from './prompt-block.js'
import { readThreshold } from './request.js'
import { search, SEARCH_OPTIONS } from './search.js'
import { charactersIn, countTokens } from './tokens.js'

/** Hits considered for one block. */
const CANDIDATES = 40
/** One text may take this share of the budget, so that a long one does not crowd out the others. */
const LARGEST_SHARE = 0.4

/** Below this score a result is more likely beside the point than to it. */
export const CONTEXT_THRESHOLD = 0.5

export async function buildContext(engine: Engine, query: string, options: ContextOptions = {}): Promise<ContextResult> {
  checkOptions('context()', options, [...SEARCH_OPTIONS.filter((name) => name !== 'explain'), 'budgetTokens'])
  const { budgetTokens, ...rest } = options
  const budget = wholeNumber('budgetTokens', budgetTokens, 800, 50, 1_000_000)
  const threshold = readThreshold(options.threshold, CONTEXT_THRESHOLD)
  const { results, report } = await search(engine, query, { topK: CANDIDATES, ...rest, threshold })

  const candidates = await Promise.all(
    withoutRepeats(results).map(async (hit) => ({ hit, line: promptLine(hit, await excerpt(hit.memory, query, charactersIn(budget * LARGEST_SHARE, hit.memory))) })),
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
  const text = promptBlock([...packed].sort((a, b) => a.hit.at.localeCompare(b.hit.at)).map(({ line }) => line))
  const [exact = 0] = text === '' ? [0] : await countTokens(engine.embedder, [text])
  return { text, tokens: exact, results: packed.map(({ hit }) => hit), report }
}

/** A text that is there already, word for word, says nothing new. */
function withoutRepeats(hits: readonly SearchHit[]): SearchHit[] {
  const seen = new Set<string>()
  return hits.filter(({ memory }) => !seen.has(memory) && seen.add(memory))
}
