import { LanguageModelError } from 'locket-memory'
import { modelExtractor } from 'locket-memory/model-extractor'
import type { rulesExtractor } from 'locket-memory/rules'
import { connectModel } from 'locket-memory/worker'
import type { ExtractionNotice } from './models/models.js'

type Extractor = ReturnType<typeof rulesExtractor>

/**
 * Draws facts with what the pages say, rules or a language model that one of them lends, and changes when they do. What it is to be is
 * told by the first page right when the worker has started; until then it waits.
 */
export function switchableExtraction(): { extractor: Extractor; attend(endpoint: EventTarget): void } {
  let now: Extractor | undefined
  let told!: () => void
  const begun = new Promise<void>((resolve) => (told = resolve))
  /** Of the pages that lend a model, the latest last. */
  let lenders: MessagePort[] = []

  const rules: Extractor = {
    name: 'rules',
    extract: async (...args) => (await import('locket-memory/rules')).rulesExtractor().extract(...args),
    dispose: async () => undefined,
  }
  // A page that has gone without a word, in a browser that does not tell, is asked last the next time.
  const next = (): MessagePort => {
    const port = lenders.pop()
    if (!port)
      throw new LanguageModelError('MODEL_UNAVAILABLE', 'No open page has the language model.', {
        hint: 'Choose it again in the settings.',
      })
    lenders.unshift(port)
    return port
  }

  function hear({ extraction }: ExtractionNotice, port: MessagePort | undefined): void {
    if (extraction === 'rules') {
      lenders = []
      now = rules
    } else {
      if (!now || now === rules) now = modelExtractor(connectModel(next, { timeout: 5000 }), {}, () => undefined)
      if (port) {
        lenders.push(port)
        port.addEventListener('close', () => (lenders = lenders.filter((other) => other !== port)))
      }
    }
    told()
  }

  const extractor: Extractor = {
    get name() {
      return now?.name ?? 'none yet'
    },
    async extract(...args) {
      await begun
      return (now ?? rules).extract(...args)
    },
    async dispose() {},
  }
  // What only a language model has comes and goes with it.
  for (const part of ['needs', 'decide', 'digest', 'summarise'] as const)
    Object.defineProperty(extractor, part, { get: () => now?.[part] })

  return {
    extractor,
    attend: (endpoint) =>
      endpoint.addEventListener('message', (event) => {
        const { data, ports } = event as MessageEvent<ExtractionNotice | undefined>
        if (data?.extraction) hear(data, ports[0])
      }),
  }
}
