import type * as Transformers from '@huggingface/transformers'
import { nextTask } from '../platform/next-task.js'
import { EmbedderError } from '../values/errors.js'
import { wellFormed } from '../values/well-formed.js'
import type { Embedding, EmbeddingPurpose } from './embedder.js'
import { slices } from './slices.js'
import type { CoreOptions } from './core-options.js'
import { WINDOW_OVERLAP, batches, cut, type Window } from './windows.js'

/**
 * Padded tokens of one run: about a second on one WASM thread, which is how long an abort or a waiting question may
 * take to be seen.
 */
const BATCH_TOKENS = 512
/**
 * UTF-16 units that the tokenizer takes at once: it passes arrays as arguments, and overflows the stack on some
 * 100,000.
 */
const SLICE = 8192

/** A model that is ready to run. */
export interface Loaded {
  options: CoreOptions
  library: typeof Transformers
  tokenizer: Transformers.PreTrainedTokenizer
  model: Transformers.PreTrainedModel
  /** Special token before, prefix, special token after: what every window carries. */
  frame: Record<EmbeddingPurpose, { before: number[]; after: number[] }>
}

/** Cuts each text into windows, runs them in batches, and collects the vectors by text. */
export async function embedTexts(
  loaded: Loaded,
  texts: readonly string[],
  purpose: EmbeddingPurpose,
  signal: AbortSignal,
): Promise<Embedding[]> {
  const { facts, batchSize, maxWindows } = loaded.options
  const { before, after } = loaded.frame[purpose]
  const size = facts.maxTokens - before.length - after.length
  const windows: Window[] = []
  const results: Embedding[] = []
  for (const [index, text] of texts.entries()) {
    const body = await bodyOf(loaded, text, purpose, signal)
    const { pieces, skipped } = cut(body, size, WINDOW_OVERLAP, maxWindows)
    const first = windows.length
    windows.push(...pieces.map((piece, i) => ({ text: index, at: i, ids: [...before, ...piece, ...after] })))
    const unknown = body.reduce((n, id) => (id === loaded.tokenizer.unk_token_id ? n + 1 : n), 0)
    results.push({
      vectors: new Array<Float32Array>(windows.length - first),
      tokens: body.length,
      tokensSkipped: skipped,
      unknownShare: body.length === 0 ? 0 : unknown / body.length,
    })
  }
  for (const batch of batches(windows, facts.batched ? batchSize : 1, BATCH_TOKENS)) {
    await nextTask()
    throwIfAborted(signal)
    const rows = await runBatch(loaded, batch)
    batch.forEach((window, i) => {
      ;(results[window.text] as Embedding).vectors[window.at] = rows[i] as Float32Array
    })
  }
  return results
}

async function runBatch(
  { library, tokenizer, model, options }: Loaded,
  batch: readonly Window[],
): Promise<Float32Array[]> {
  const { Tensor, mean_pooling } = library
  const length = Math.max(...batch.map(({ ids }) => ids.length))
  const shape = [batch.length, length]
  const ids = new BigInt64Array(batch.length * length).fill(BigInt(tokenizer.pad_token_id ?? 0))
  const mask = new BigInt64Array(ids.length)
  batch.forEach((window, row) => {
    window.ids.forEach((id, i) => (ids[row * length + i] = BigInt(id)))
    mask.fill(1n, row * length, row * length + window.ids.length)
  })
  const attention_mask = new Tensor('int64', mask, shape)
  const { last_hidden_state } = (await model({ input_ids: new Tensor('int64', ids, shape), attention_mask })) as {
    last_hidden_state: Transformers.Tensor
  }
  const pooled = mean_pooling(last_hidden_state, attention_mask).normalize(2, -1)
  const { dimensions } = options.facts
  const data = pooled.data as Float32Array
  if (data.length !== batch.length * dimensions)
    throw new EmbedderError(
      'INVALID_VECTOR',
      `The model returned ${data.length / batch.length} dimensions instead of ${dimensions}.`,
      { value: data.length },
    )
  return batch.map((_, row) => checkedVector(data.slice(row * dimensions, (row + 1) * dimensions)))
}

function checkedVector(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector)
  // NaN fails this too.
  if (Math.abs(norm - 1) < 1e-3) return vector
  throw new EmbedderError('INVALID_VECTOR', `The model returned a vector of length ${norm}.`, {
    value: norm,
    hint: 'Try the device "wasm".',
  })
}

/** The text's tokens, without special tokens and prefix. */
async function bodyOf(
  { tokenizer, options, frame }: Loaded,
  text: string,
  purpose: EmbeddingPurpose,
  signal?: AbortSignal,
): Promise<number[]> {
  const { before, after } = frame[purpose]
  const [first, ...rest] = slices(wellFormed(text), SLICE)
  const ids = tokenizer.encode(options.facts.prefixes[purpose] + first)
  const body = ids.slice(before.length, ids.length - after.length)
  for (const slice of rest) {
    await nextTask()
    if (signal) throwIfAborted(signal)
    for (const id of tokenizer.encode(slice, { add_special_tokens: false })) body.push(id)
  }
  return body
}

export async function countTokens(loaded: Loaded, texts: readonly string[]): Promise<number[]> {
  const counts: number[] = []
  for (const text of texts) counts.push((await bodyOf(loaded, text, 'passage')).length)
  return counts
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new EmbedderError('ABORTED', 'The call was aborted.', { cause: signal.reason })
}
