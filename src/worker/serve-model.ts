import type { LanguageModel } from '../llm/language-model.js'
import { checkOptions } from '../values/options.js'
import type { Endpoint, PortMessage } from './endpoint.js'
import { readRequest, readText, type ModelFacts, type ModelMethod, type ModelResult } from './model-messages.js'
import { MODEL_GREETING } from './protocol.js'
import { readOrigins, startServer, type Served } from './server.js'
import type { Call, Service } from './service.js'

export interface ServeModelOptions {
  /** Origins whose clients are let in besides those of this one: `['https://chat.example']`. Default: none. */
  origins?: readonly string[]
}

/**
 * Lets clients at the other end of `endpoint` use this language model through `connectModel`: a page lends its graphics
 * card or the browser's own model to a memory in a worker. Call it once for each endpoint; several may serve one model,
 * whose requests are answered one after another. `stop()` aborts what is under way for them and leaves the model as it
 * is: who made it disposes of it.
 *
 * Clients of other origins are refused (`ORIGIN_REFUSED`) unless `origins` names theirs.
 * @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION`
 */
export function serveModel(
  llm: LanguageModel,
  endpoint: Endpoint | PortMessage,
  options: ServeModelOptions = {},
): Served {
  checkOptions('serveModel()', options, ['origins'])
  const origins = readOrigins(options.origins)
  return startServer(modelService(llm), MODEL_GREETING, endpoint, { origins, restricted: origins.length > 0 })
}

function modelService(llm: LanguageModel): Service {
  const methods: Record<ModelMethod, (call: Call) => Promise<unknown>> = {
    load: ({ signal, progress }) => llm.load({ signal, onProgress: progress }),
    complete: ({ args: [request], signal, progress }) =>
      llm.complete({ ...readRequest(request), signal, onToken: progress }),
    countTokens: async ({ args: [text] }) => llm.countTokens?.(readText(text)),
    probe: async () => llm.probe?.(),
  }
  const facts = (): ModelFacts => {
    const { name, capabilities } = llm
    return { name, capabilities, countsTokens: llm.countTokens !== undefined }
  }
  const withFacts =
    (method: (call: Call) => Promise<unknown>) =>
    async (call: Call): Promise<ModelResult> => ({ value: await method(call), facts: facts() })
  return {
    open: async () => ({
      welcome: facts(),
      method: ([name = '', ...more]) =>
        more.length === 0 && Object.hasOwn(methods, name) ? withFacts(methods[name as ModelMethod]) : undefined,
      close: () => undefined,
    }),
  }
}
