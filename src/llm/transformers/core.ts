import type * as Transformers from '@huggingface/transformers'
import { LanguageModelError, LocketError, textOf } from '../../values/errors.js'
import { nextTask } from '../../platform/next-task.js'
import { CancellableCalls } from '../../platform/cancellable-calls.js'
import type { Completion } from '../language-model.js'
import { Thinking } from '../thinking.js'
import type { ModelCore, PlainRequest, TokenSink } from '../worker-model.js'
import type { LoadedModel, loadModel } from './load.js'
import type { GenerationOptions } from './loading-options.js'

interface Ready extends LoadedModel {
  contextTokens: number
  /** The tokens that end a reply. */
  ends: Set<number>
}

interface Inputs {
  input_ids: Transformers.Tensor
  attention_mask: Transformers.Tensor
}

/** Text generation where it runs: in its worker. */
export function createCore(load: typeof loadModel): ModelCore<GenerationOptions> {
  let ready: Ready | undefined
  const jobs = new CancellableCalls()

  function loaded(): Ready {
    if (!ready) throw new LanguageModelError('MODEL_FAILED', 'The model is not loaded.')
    return ready
  }

  return {
    load: (options, job, onProgress) =>
      jobs.run(job, async (signal) => {
        ready ??= prepare(await load(options, signal, onProgress), options)
        return { contextTokens: ready.contextTokens }
      }),
    complete: (request, job, onToken) =>
      jobs.run(job, async (signal) => {
        try {
          return await complete(loaded(), request, signal, onToken)
        } catch (error) {
          if (error instanceof LocketError) throw error
          // A device that was lost does not come back.
          ready = undefined
          throw new LanguageModelError('MODEL_FAILED', `The model failed: ${textOf(error)}.`, { cause: error })
        }
      }),
    countTokens: async (text) => loaded().tokenizer.encode(text, { add_special_tokens: false }).length,
    cancel: (job) => jobs.cancel(job),
    usable: () => ready !== undefined,
  }
}

function prepare({ library, tokenizer, model }: LoadedModel, { model: name, contextTokens }: GenerationOptions): Ready {
  if (!tokenizer.chat_template)
    throw new LanguageModelError('MODEL_FAILED', `${name} has no chat template.`, {
      hint: 'Choose a model that was trained for conversations ("instruct", "chat").',
    })
  // A run gives the thread to nobody, so between two tokens there must be a moment in which an abort can arrive.
  const forward = model.forward.bind(model)
  model.forward = async (inputs) => {
    await nextTask()
    return forward(inputs)
  }
  const { max_position_embeddings: trained } = model.config as { max_position_embeddings?: number }
  const ends = [model.generation_config?.eos_token_id, tokenizer.eos_token_id]
    .flat()
    .filter((id) => typeof id === 'number')
  return { library, tokenizer, model, contextTokens: Math.min(contextTokens, trained ?? Infinity), ends: new Set(ends) }
}

async function complete(
  ready: Ready,
  { messages, maxTokens, temperature }: PlainRequest,
  signal: AbortSignal,
  onToken: TokenSink,
): Promise<Completion> {
  const { library, tokenizer, model, contextTokens, ends } = ready
  const inputs = promptOf(ready, messages)
  const prompt = inputs.input_ids.dims[1] ?? 0
  if (prompt >= contextTokens)
    throw new LanguageModelError(
      'CONTEXT_EXCEEDED',
      `The prompt has ${prompt} tokens; the model takes ${contextTokens} with its reply.`,
      { value: prompt, hint: 'Send less.' },
    )

  const thinking = new Thinking()
  const criteria = new library.InterruptableStoppingCriteria()
  const stop = () => criteria.interrupt()
  let text = ''
  let completion = 0
  let last = -1
  const told: { last?: void | Promise<void> } = {}
  const tell = (piece: string) => {
    if (piece === '') return
    text += piece
    told.last = onToken(piece)
  }
  const streamer = new library.TextStreamer(tokenizer, {
    skip_prompt: true,
    skip_special_tokens: true,
    callback_function: (piece) => tell(thinking.push(piece)),
    token_callback_function: (tokens) => {
      completion += tokens.length
      last = Number(tokens.at(-1))
    },
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    await model.generate({
      ...inputs,
      max_new_tokens: Math.min(maxTokens, contextTokens - prompt),
      do_sample: temperature > 0,
      ...(temperature > 0 && { temperature }),
      streamer,
      stopping_criteria: criteria,
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (signal.aborted) throw new LocketError('ABORTED', 'The request was aborted.', { cause: signal.reason })
  tell(thinking.end())
  await told.last
  return { text, finish: ends.has(last) ? 'stop' : 'length', usage: { prompt, completion } }
}

function promptOf({ tokenizer }: Ready, messages: PlainRequest['messages']): Inputs {
  try {
    // Models that think first unless told not to.
    const options = { add_generation_prompt: true, return_dict: true, enable_thinking: false }
    return tokenizer.apply_chat_template([...messages], options) as unknown as Inputs
  } catch (cause) {
    throw new LanguageModelError('MODEL_FAILED', `The model's chat template refused the messages: ${textOf(cause)}.`, {
      cause,
      hint: 'Some models take no system message, or want user and assistant in turn.',
    })
  }
}
