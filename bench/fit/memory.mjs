// Locket's own sources in Node: the write path and the read path as they are, over a store in memory and cached vectors.
import { createServer } from 'vite'
import { alias } from '../../scripts/entries.mjs'
import { ROOT } from '../../scripts/setup.mjs'
import { cachedEmbedder } from './vectors.mjs'

export async function locket() {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    resolve: { alias },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const load = (path) => server.ssrLoadModule(`/src/${path}.ts`)
  const [{ Memory }, { inMemoryStore }, { miniSearchIndex }, { exactIndex }, { transformersEmbedder }] =
    await Promise.all(
      ['memory', 'store/memory-store', 'index/keyword/index', 'index/vector/exact/index', 'embed/transformers'].map(
        load,
      ),
    )
  const embedder = cachedEmbedder(transformersEmbedder())

  return {
    load,
    embedder,
    /** A memory that holds `messages`, and the facts given instead of those drawn by the rules where `imported`. */
    async remember({ id, messages, facts }, { imported = false, rules = true } = {}) {
      const memory = await Memory.open({
        name: `fit-${id}-${Math.random()}`,
        store: inMemoryStore(),
        embedder,
        keywordIndex: miniSearchIndex(),
        vectorIndex: exactIndex(),
        ...(rules ? {} : { extractor: false }),
        scope: { userId: id },
      })
      const { report } = await memory.add(messages)
      if (report.embedding !== 'done') throw new Error(`not embedded: ${JSON.stringify(report.problems)}`)
      if (imported) for (const { text, evidence } of facts) await memory.add(text, { infer: false, evidence })
      await memory.idle()
      return memory
    },
    async close() {
      await embedder.close()
      await server.close()
    },
  }
}
