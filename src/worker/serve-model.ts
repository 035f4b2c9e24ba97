import type { CompletionRequest, LanguageModel, LanguageModelCapabilities } from '../llm/language-model.js'
import type { Endpoint } from './endpoint.js'
import type { Attached, Call, Offer } from './offer.js'
import { MODEL_GREETING } from './protocol.js'
import { serveOffer, type Served } from './serve-offer.js'

/** What is known of a model where it is used: said first, and again with each answer. */
export interface ModelFacts {
  name: string
  capabilities: LanguageModelCapabilities
  countsTokens: boolean
}

export type ModelMethod = 'load' | 'complete' | 'countTokens' | 'probe'

export interface ModelAnswer {
  value: unknown
  facts: ModelFacts
}

/**
 * Lets those at the other end of `endpoint` use this language model through `connectModel`: a page lends its graphics card or the
 * browser's own model to a memory in a worker. Call it once for each endpoint; several may serve one model, whose requests are
 * answered one after another. `stop()` aborts what is under way for them and leaves the model as it is: who made it disposes of it.
 */
export function serveModel(llm: LanguageModel, endpoint: Endpoint): Served {
  return serveOffer(modelOffer(llm), MODEL_GREETING, endpoint)
}

function modelOffer(llm: LanguageModel): Offer {
  const methods: Record<ModelMethod, (call: Call) => Promise<unknown>> = {
    load: ({ signal, tell }) => llm.load({ signal, onProgress: tell }),
    complete: ({ args: [request], signal, tell }) =>
      llm.complete({ ...(request as CompletionRequest), signal, onToken: tell }),
    countTokens: async ({ args: [text] }) => llm.countTokens?.(text as string),
    probe: async () => llm.probe?.(),
  }
  const facts = (): ModelFacts => {
    const { name, capabilities } = llm
    return { name, capabilities, countsTokens: llm.countTokens !== undefined }
  }
  const answering =
    (method: (call: Call) => Promise<unknown>) =>
    async (call: Call): Promise<ModelAnswer> => ({ value: await method(call), facts: facts() })
  const attached = (): Attached => ({
    welcome: facts(),
    method: ([name = '', ...rest]) =>
      rest.length === 0 && Object.hasOwn(methods, name) ? answering(methods[name as ModelMethod]) : undefined,
    leave() {},
  })
  return { attach: async () => attached() }
}
