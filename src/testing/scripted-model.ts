import { LanguageModelError, LocketError } from '../errors.js'
import type { Completion, CompletionRequest, LanguageModel, LanguageModelCapabilities } from '../llm/language-model.js'

/** What a scripted model does with a request: the text of its reply, a whole completion, or an error to fail with. */
export type ScriptedReply = string | Partial<Completion> | Error

export interface ScriptedModel extends LanguageModel {
  /** The requests so far, in order. */
  readonly requests: CompletionRequest[]
}

/**
 * A stand-in for a language model, for tests of mechanics: `script` says what it replies to each request. `turn` counts from 0.
 * A list is replied one after another; when it is used up the model is unavailable.
 */
export function scriptedModel(
  script: readonly ScriptedReply[] | ((request: CompletionRequest, turn: number) => ScriptedReply | Promise<ScriptedReply>),
  capabilities: Partial<LanguageModelCapabilities> = {},
): ScriptedModel {
  const requests: CompletionRequest[] = []
  const reply = typeof script === 'function' ? script : (_: CompletionRequest, turn: number) => script[turn] ?? new LanguageModelError('MODEL_UNAVAILABLE', 'The script is at its end.')
  return {
    name: 'scripted',
    capabilities: { contextTokens: 4096, grammar: false, vision: false, languages: 'any', ...capabilities },
    requests,
    load: () => Promise.resolve(),
    async complete(request) {
      if (request.signal?.aborted) throw aborted()
      requests.push(request)
      const given = await reply(request, requests.length - 1)
      if (request.signal?.aborted) throw aborted()
      if (given instanceof Error) throw given
      const completion: Completion = { finish: 'stop', text: '', ...(typeof given === 'string' ? { text: given } : given) }
      request.onToken?.(completion.text)
      return completion
    },
    dispose: () => Promise.resolve(),
  }
}

const aborted = (): LocketError => new LocketError('ABORTED', 'The request was aborted.')
