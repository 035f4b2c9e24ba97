import { LanguageModelError } from '../values/errors.js'
import type { Completion, CompletionRequest, LanguageModel, LanguageModelCapabilities } from '../llm/language-model.js'
import { checkRequest, throwIfAborted } from '../llm/request.js'
import { Turns } from '../llm/turns.js'

/** What a scripted model does with a request: the text of its reply, a whole completion, or an error to fail with. */
export type ScriptedReply = string | Partial<Completion> | Error

export interface ScriptedModel extends LanguageModel {
  /** The requests so far, in order. */
  readonly requests: CompletionRequest[]
}

/**
 * A stand-in for a language model, for tests of mechanics: `script` says what it replies to each request. `turn` counts
 * from 0. A list is replied one after another; when it is used up the model is unavailable. Words are its tokens: a
 * text of more than `maxTokens` is cut, a prompt of more than `contextTokens` is refused. Disposing of it does nothing.
 */
export function scriptedModel(
  script:
    readonly ScriptedReply[] | ((request: CompletionRequest, turn: number) => ScriptedReply | Promise<ScriptedReply>),
  capabilities: Partial<LanguageModelCapabilities> = {},
): ScriptedModel {
  const requests: CompletionRequest[] = []
  const turns = new Turns()
  const has = { contextTokens: 4096, grammar: false, vision: false, languages: 'any', ...capabilities } as const
  const reply =
    typeof script === 'function'
      ? script
      : (_: CompletionRequest, turn: number) =>
          script[turn] ?? new LanguageModelError('MODEL_UNAVAILABLE', 'The script is at its end.')

  async function answer(request: CompletionRequest): Promise<Completion> {
    const { messages, maxTokens, signal, onToken } = request
    requests.push(request)
    const prompt = messages.reduce((sum, { content }) => sum + words(content).length, 0)
    if (prompt > has.contextTokens)
      throw new LanguageModelError(
        'CONTEXT_EXCEEDED',
        `The prompt has ${prompt} tokens, the context ${has.contextTokens}.`,
      )
    const given = await reply(request, requests.length - 1)
    if (given instanceof Error) throw given
    const { text = '', ...rest }: Partial<Completion> = typeof given === 'string' ? { text: given } : given
    const pieces = words(text)
    const kept = pieces.slice(0, maxTokens)
    for (const piece of kept) {
      throwIfAborted(signal)
      onToken?.(piece)
    }
    throwIfAborted(signal)
    return { finish: kept.length < pieces.length ? 'length' : 'stop', text: kept.join(''), ...rest }
  }

  return {
    name: 'scripted',
    capabilities: has,
    requests,
    load: async ({ signal } = {}) => throwIfAborted(signal),
    async complete(request) {
      checkRequest(request)
      return turns.run(() => answer(request), request.signal)
    },
    dispose: () => Promise.resolve(),
  }
}

/** The text in pieces of one word each; together they are the text. */
const words = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? []
