import { hashEmbedder } from '../../src/testing/index.js'
import { Memory } from '../../src/memory.js'
import { serve } from '../../src/worker/index.js'

const { name } = globalThis as unknown as { name: string }
const embedder = hashEmbedder()

serve(
  Memory.open({
    name,
    extractor: false,
    scope: { userId: 'ana' },
    embedder: {
      ...embedder,
      load: async ({ onProgress } = {}) => onProgress?.({ item: 'hash', loaded: 1, total: 2 }),
      // As slow as the caller is patient: what a query asks to wait for ends only by its signal.
      embed: (texts, purpose, options) =>
        texts[0] === 'wait' ? untilAborted(options?.signal) : embedder.embed(texts, purpose, options),
    },
  }),
  globalThis as unknown as Worker,
)

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}
