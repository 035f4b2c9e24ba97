import type { ChatCompletionChunk, ResponseFormat } from '@mlc-ai/web-llm'
import { LanguageModelError } from '../../values/errors.js'
import { wellFormed } from '../../values/well-formed.js'
import { grammarOf } from '../grammar.js'
import type { Completion, CompletionRequest, JsonSchema } from '../language-model.js'
import { throwIfAborted } from '../request.js'
import type { WebLlmModelRecord } from './config.js'
import type { Loaded } from './loaded.js'
import type { Reply } from './reply.js'
import { runawayString } from './runaway.js'

/** Generates one reply into `reply`, token by token. Rejects with what the library threw. */
export async function generate(
  { link, record }: Loaded,
  request: CompletionRequest,
  reply: Reply,
  seed: number,
): Promise<Completion> {
  const { messages, maxTokens, temperature = 0, schema, signal } = request
  const { engine, broken } = link
  const race = <T>(work: Promise<T>): Promise<T> => Promise.race([work, broken])
  const interrupt = (): void => engine.interruptGenerate()
  const runaway = schema && runawayString(schema)
  signal?.addEventListener('abort', interrupt)
  let finish: string | null | undefined
  let usage: Completion['usage']
  let chunks: AsyncIterator<ChatCompletionChunk> | undefined
  try {
    const stream = await race(
      engine.chatCompletion({
        messages: messages.map(({ role, content }) => ({ role, content: wellFormed(content) })),
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: maxTokens + (thinks(record) ? THOUGHT_TOKENS : 0),
        temperature,
        seed,
        ...(schema && { response_format: formatOf(schema) }),
        ...(thinks(record) && { extra_body: { enable_thinking: false } }),
      }),
    )
    chunks = stream[Symbol.asyncIterator]()
    for (let step = await race(chunks.next()); !step.done; step = await race(chunks.next())) {
      throwIfAborted(signal)
      const { choices, usage: counts } = step.value
      const [choice] = choices
      if (choice?.delta.content) reply.add(choice.delta.content)
      finish = choice?.finish_reason ?? finish
      if (runaway?.(reply.text)) {
        finish = 'length'
        break
      }
      if (counts) usage = { prompt: counts.prompt_tokens, completion: counts.completion_tokens }
    }
    throwIfAborted(signal)
    reply.end()
  } finally {
    // The library forgets an interruption that comes before the first token; a stream that is left it ends. Who waits
    // is told at once.
    chunks?.return?.().catch(() => {})
    signal?.removeEventListener('abort', interrupt)
  }
  if (finish !== 'stop' && finish !== 'length')
    throw new LanguageModelError('MODEL_UNAVAILABLE', 'The reply was interrupted.', {
      value: finish,
      hint: 'Ask again.',
    })
  return { text: reply.text, finish, ...(usage && { usage }) }
}

/** The form of OpenAI, `json_schema`, is accepted by the library and ignored. */
function formatOf(schema: JsonSchema): ResponseFormat {
  const grammar = grammarOf(schema)
  return grammar === undefined ? { type: 'json_object', schema: JSON.stringify(schema) } : { type: 'grammar', grammar }
}

/**
 * Tokens of the empty thought that stands before the reply of a model that was told not to think; the library counts
 * them as the reply's.
 */
const THOUGHT_TOKENS = 4

/** Models that think aloud before they reply, unless told not to. */
const thinks = ({ model_id }: WebLlmModelRecord): boolean => /^Qwen3/i.test(model_id)
