import type { Extractor } from './extractor.js'

/**
 * An extractor that is loaded when there is first something to extract from: the default one is larger than the rest of
 * Locket.
 */
export function lazyExtractor(name: string, load: () => Promise<Extractor>): Extractor {
  let loading: Promise<Extractor> | undefined
  return {
    name,
    extract: async (input, options) => {
      loading ??= load()
      try {
        return await (await loading).extract(input, options)
      } catch (cause) {
        // A chunk that could not be fetched may be there next time.
        await loading.catch(() => (loading = undefined))
        throw cause
      }
    },
    dispose: async () => (await loading)?.dispose(),
  }
}
