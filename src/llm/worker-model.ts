import { proxy } from 'comlink'
import { InputError } from '../values/errors.js'
import { wellFormed } from '../values/well-formed.js'
import type { Completion, CompletionRequest, LanguageModel, LanguageModelCapabilities } from './language-model.js'
import { checkRequest, notify } from './request.js'
import { Turns } from './turns.js'
import { WorkerLink, type WorkerCore } from './worker-link.js'

/** A request as it crosses to a worker; its texts are well-formed. */
export type PlainRequest = Pick<CompletionRequest, 'messages' | 'schema' | 'maxTokens'> & { temperature: number }

/** Takes the pieces of a reply on the other side of a port: once the last has arrived, all have. */
export type TokenSink = (piece: string) => void | Promise<void>

/** A language model where it runs, in its worker. Asked for one thing at a time. */
export interface ModelCore<Options> extends WorkerCore<Options, Partial<LanguageModelCapabilities>> {
  complete(request: PlainRequest, job: number, onToken: TokenSink): Promise<Completion>
  /** Of a text that is not empty. */
  countTokens(text: string): Promise<number>
}

export interface WorkerModelSettings<Options> {
  name: string
  capabilities: LanguageModelCapabilities
  /** Called anew after a crash. */
  worker(): Worker
  options(): Options
}

/**
 * A `LanguageModel` whose work is done by a `ModelCore` in a worker of its own. After a crash the next call starts
 * anew; after `dispose()` calls reject with `CLOSED`.
 */
export function workerModel<Options>({
  name,
  worker,
  options,
  ...given
}: WorkerModelSettings<Options>): LanguageModel & { countTokens(text: string): Promise<number> } {
  const turns = new Turns()
  let { capabilities } = given
  const link = new WorkerLink<Options, Partial<LanguageModelCapabilities>, ModelCore<Options>>({
    what: 'language model',
    worker,
    options,
    loaded: (known) => (capabilities = { ...capabilities, ...known }),
  })

  return {
    name,
    get capabilities() {
      return capabilities
    },
    load: (loading) => link.load(loading),
    async complete(request) {
      link.assertOpen()
      checkRequest(request)
      const { messages, schema, maxTokens, temperature = 0, signal, onToken } = request
      const plain: PlainRequest = {
        messages: messages.map(({ role, content }) => ({ role, content: wellFormed(content) })),
        maxTokens,
        temperature,
        ...(schema && { schema }),
      }
      const tell = (piece: string) => {
        if (!signal?.aborted) notify(onToken, piece)
      }
      return turns.run(() => link.call((core, job) => core.complete(plain, job, proxy(tell)), signal), signal)
    },
    async countTokens(text) {
      if (typeof text !== 'string')
        throw new InputError('INVALID_INPUT', 'Tokens are counted of a text.', { value: text })
      return text === '' ? 0 : turns.run(() => link.call((core) => core.countTokens(wellFormed(text))))
    },
    dispose: () => link.dispose(),
  }
}
