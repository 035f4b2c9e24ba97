import type { LoadProgress } from '../embed/embedder.js'
import type { LanguageModel } from '../llm/language-model.js'
import type { ExtractionOptions } from './extraction-options.js'
import type { Extractor } from './extractor.js'
import { languageModelExtractor } from './llm/extractor.js'

/**
 * All that is done with the language model of a memory: facts, runs, summaries. The model is loaded when first needed,
 * its progress told, and it stays the caller's.
 */
export function modelExtractor(
  llm: LanguageModel,
  options: ExtractionOptions,
  onProgress: (progress: LoadProgress) => void,
): Extractor {
  const extractor = languageModelExtractor(llm, options)
  const { decide, digest, summarise } = extractor
  const loaded = (signal: AbortSignal | undefined): Promise<void> =>
    llm.load({ onProgress, ...(signal ? { signal } : {}) })
  return {
    // A model behind a connection has its name from the other end.
    get name() {
      return llm.name
    },
    get needs() {
      return extractor.needs ?? {}
    },
    async extract(input, given) {
      await loaded(given?.signal)
      return extractor.extract(input, given)
    },
    ...(decide ? { decide } : {}),
    ...(digest && {
      async digest(messages, given) {
        await loaded(given?.signal)
        return digest(messages, given)
      },
    }),
    ...(summarise && {
      async summarise(previous, messages, given) {
        await loaded(given?.signal)
        return summarise(previous, messages, given)
      },
    }),
    dispose: () => extractor.dispose(),
  }
}
