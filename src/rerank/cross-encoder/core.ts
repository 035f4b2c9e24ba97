import type { LoadProgress } from '../../embed/embedder.js'
import { LanguageModelError, LocketError, textOf } from '../../values/errors.js'
import { abortedError, throwIfAborted } from '../../llm/request.js'
import type { LoadedModel } from '../../llm/transformers/load.js'
import type { LoadingOptions } from '../../llm/transformers/loading-options.js'
import type { WorkerCore } from '../../llm/worker-link.js'
import { nextTask } from '../../platform/next-task.js'
import { CancellableCalls } from '../../platform/cancellable-calls.js'

export interface CrossEncoderOptions extends LoadingOptions {
  /** Of query and text together, at most. */
  maxTokens: number
}

export interface CrossEncoderCore extends WorkerCore<CrossEncoderOptions, void> {
  /** From 0 to 1, one a text. */
  score(query: string, texts: readonly string[], job: number): Promise<number[]>
}

/** Pairs that go through the model together: an abort is seen between two batches. */
const BATCH = 4

type Load = (
  options: CrossEncoderOptions,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
) => Promise<LoadedModel>

/** A cross-encoder where it runs: in its worker. */
export function createCore(load: Load): CrossEncoderCore {
  let ready: (LoadedModel & { maxTokens: number }) | undefined
  const jobs = new CancellableCalls()

  return {
    load: (options, job, onProgress) =>
      jobs.run(job, async (signal) => {
        if (ready) return
        const loaded = await load(options, signal, onProgress)
        const { max_position_embeddings: trained } = loaded.model.config as { max_position_embeddings?: number }
        ready = { ...loaded, maxTokens: Math.min(options.maxTokens, trained ?? Infinity) }
      }),
    score: (query, texts, job) =>
      jobs.run(job, async (signal) => {
        if (!ready) throw new LanguageModelError('MODEL_FAILED', 'The reranker is not loaded.')
        const scores: number[] = []
        try {
          for (let start = 0; start < texts.length; start += BATCH) {
            await nextTask()
            throwIfAborted(signal)
            scores.push(...(await scoreBatch(ready, query, texts.slice(start, start + BATCH))))
          }
          return scores
        } catch (error) {
          if (signal.aborted) throw abortedError(signal)
          if (error instanceof LocketError) throw error
          // A device that was lost does not come back.
          ready = undefined
          throw new LanguageModelError('MODEL_FAILED', `The reranker failed: ${textOf(error)}.`, { cause: error })
        }
      }),
    cancel: (job) => jobs.cancel(job),
    usable: () => ready !== undefined,
  }
}

async function scoreBatch(
  { tokenizer, model, maxTokens }: LoadedModel & { maxTokens: number },
  query: string,
  texts: string[],
): Promise<number[]> {
  const inputs: unknown = tokenizer(
    texts.map(() => query),
    { text_pair: texts, padding: true, truncation: true, max_length: maxTokens },
  )
  const { logits } = (await model(inputs)) as { logits: { data: ArrayLike<number> } }
  const labels = logits.data.length / texts.length
  if (labels !== 1 && labels !== 2)
    throw new LanguageModelError('MODEL_FAILED', `The model tells ${labels} labels apart.`, {
      value: labels,
      hint: 'A reranker has one label, or two of which the second is "relevant".',
    })
  return texts.map((_, i) => {
    const logit = labels === 1 ? Number(logits.data[i]) : Number(logits.data[2 * i + 1]) - Number(logits.data[2 * i])
    if (Number.isNaN(logit))
      throw new LanguageModelError('MODEL_FAILED', 'The model returned what is not a number.', {
        hint: 'Try the device "wasm" or another dtype.',
      })
    return 1 / (1 + Math.exp(-logit))
  })
}
