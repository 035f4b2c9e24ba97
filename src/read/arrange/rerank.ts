import { asLocketError, LanguageModelError } from '../../values/errors.js'
import { isoTime } from '../../values/moment.js'
import type { Reranker } from '../../rerank/reranker.js'
import type { Store } from '../../store/store.js'
import type { SearchReport } from '../types.js'
import type { RankedCandidate } from '../rank/ranked.js'
import { RECORD_TABLES, type RecordReader } from '../show/record-reader.js'
import { checkAborted } from '../request/checks.js'

/** Candidates that the reranker scores. */
export const RERANKED = 30
/**
 * Added to the ranking value for a reranker's score of 1. It multiplies the odds of being relevant by 55 (e⁴). Not
 * fitted, for want of a cross-encoder to fit it with.
 */
const WEIGHT = 9

interface Request {
  query: string
  signal: AbortSignal | undefined
}

/**
 * Adds the reranker's score to the ranking value of the best candidates. It is added rather than replacing the value
 * because a reranker sees only query and text, not conversations, dates or superseded facts. If the reranker fails, the
 * order stays as it is and the failure is reported.
 */
export async function rerank(
  reranker: Reranker,
  store: Store,
  { query, signal }: Request,
  ranked: readonly RankedCandidate[],
  records: RecordReader,
  report: SearchReport,
): Promise<readonly RankedCandidate[]> {
  report.reranker = 'used'
  const best = ranked.slice(0, RERANKED)
  const texts = await store.read(RECORD_TABLES, (tx) =>
    records.texts(
      tx,
      best.map(({ row }) => row),
    ),
  )
  try {
    const scores = await reranker.rerank(
      query,
      best.map(({ row }, i) => ({ id: row.id, text: texts[i] ?? '', at: isoTime(row.at) })),
      signal && { signal },
    )
    checkAborted(signal)
    if (!Array.isArray(scores) || scores.length !== best.length || !scores.every((score) => score >= 0 && score <= 1))
      throw new LanguageModelError(
        'MODEL_FAILED',
        `${reranker.name} did not return one score from 0 to 1 for each candidate.`,
        { value: scores },
      )
    const reranked = best
      .map((candidate, i) => ({
        ...candidate,
        reranked: { score: scores[i] as number, share: WEIGHT * (scores[i] as number) },
      }))
      .map((candidate) => ({ ...candidate, value: candidate.value + candidate.reranked.share }))
    return [...reranked.sort((a, b) => b.value - a.value || a.no - b.no), ...ranked.slice(RERANKED)]
  } catch (cause) {
    checkAborted(signal)
    const { code, message } = asLocketError(cause, 'MODEL_FAILED', `${reranker.name} failed.`)
    report.reranker = 'failed'
    report.problems.push({ code, message })
    return ranked
  }
}
