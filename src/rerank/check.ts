import { InputError } from '../values/errors.js'
import type { RerankCandidate } from './reranker.js'

/** @throws InputError `INVALID_INPUT` for what no reranker can judge. */
export function checkJudged(query: unknown, candidates: readonly RerankCandidate[]): void {
  if (typeof query !== 'string' || query.trim() === '')
    throw new InputError('INVALID_INPUT', 'A reranker needs a query.', { value: query })
  const wrong = Array.isArray(candidates) ? candidates.findIndex((candidate) => typeof candidate?.text !== 'string') : 0
  if (wrong !== -1)
    throw new InputError('INVALID_INPUT', 'A reranker takes a list of candidates with a text.', {
      value: Array.isArray(candidates) ? candidates[wrong] : candidates,
    })
}
