import { LocketError } from '../../values/errors.js'
import type { ChatMessage, Completion, JsonSchema, LanguageModel } from '../../llm/language-model.js'
import type { Tally } from './tally.js'

export interface Asking {
  llm: LanguageModel
  tally: Tally
  maxTokens: number
  signal?: AbortSignal | undefined
}

/**
 * One reply at temperature 0, counted. Undefined when the prompt was too long for the model; every other failure is
 * thrown.
 */
export async function ask(
  { llm, tally, maxTokens, signal }: Asking,
  messages: readonly ChatMessage[],
  schema?: JsonSchema,
): Promise<Completion | undefined> {
  if (signal?.aborted) throw new LocketError('ABORTED', 'Extraction was aborted.', { hint: 'The messages are kept.' })
  tally.calls++
  try {
    const completion = await llm.complete({
      messages,
      maxTokens,
      temperature: 0,
      ...(schema && { schema }),
      ...(signal && { signal }),
    })
    tally.promptTokens += completion.usage?.prompt ?? 0
    tally.completionTokens += completion.usage?.completion ?? 0
    return completion
  } catch (cause) {
    if (cause instanceof LocketError && cause.code === 'CONTEXT_EXCEEDED') return undefined
    throw cause
  }
}
