import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview, type InlineConfig } from 'vite'
import { ROOT } from '../../../scripts/setup.mjs'
import { shared } from '../../../scripts/vite-plugin.mjs'

export interface Site {
  /** Ends in a slash. */
  address: string
  /** What is put here is served. */
  folder: string
}

/**
 * Builds a page of `test/` once and serves it while `body` runs: it loads in a fraction of the time that a development server takes,
 * and what is edited meanwhile changes nothing. Without the models: its embedder is a stand-in.
 */
export async function withSite<T>(page: `test/${string}`, body: (site: Site) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'locket-site-'))
  const settings: InlineConfig = {
    ...shared(),
    plugins: [],
    root: join(ROOT, page),
    configFile: false,
    logLevel: 'error',
  }
  try {
    await build({
      ...settings,
      build: {
        outDir: folder,
        target: 'es2022',
        minify: false,
        modulePreload: false,
        assetsInlineLimit: 0,
        rollupOptions: { external: ['@huggingface/transformers'] },
      },
    })
    const server = await preview({
      ...settings,
      build: { outDir: folder },
      preview: { port: 0, host: '127.0.0.1', open: false },
    })
    try {
      const address = server.resolvedUrls?.local[0]
      if (!address) throw new Error('The server has no address.')
      return await body({ address, folder })
    } finally {
      await server.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
