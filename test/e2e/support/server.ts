import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer, preview } from 'vite'
import { ROOT } from '../../../scripts/setup.mjs'
import { shared } from '../../../scripts/vite-plugin.mjs'

/**
 * Serves a folder under test/ with an HTML page on a free port while `body` runs. The models are at `/models/`, and the package is
 * importable by its name from its sources. `address` is the page's and ends in a slash.
 */
export async function withServer<T>(page: `test/${string}`, body: (address: string) => Promise<T>): Promise<T> {
  const server = await createServer({
    ...shared(),
    // One root for all pages: each root has prepared libraries of its own.
    root: ROOT,
    // The engines' tests may run at the same time.
    cacheDir: `node_modules/.vite/pages-${process.env['LOCKET_ENGINE'] ?? 'chromium'}`,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  })
  try {
    await server.listen()
    return await body(`${addressOf(server)}${page}/`)
  } finally {
    await server.close()
  }
}

export interface DemoServer {
  /** Ends in a slash. */
  readonly url: string
  /** May be called twice. */
  stop(): Promise<void>
}

/** Serves the built demo on a free port, as `npm start` does. A full `npm test` builds it once; otherwise each call does. */
export async function serveDemo(): Promise<DemoServer> {
  const built = process.env['LOCKET_DEMO']
  const outDir = built ?? (await mkdtemp(join(tmpdir(), 'locket-demo-')))
  const configFile = join(ROOT, 'vite.config.ts')
  if (!built) await build({ configFile, logLevel: 'error', build: { outDir } })
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', open: false },
  })
  return {
    url: addressOf(server),
    async stop() {
      await server.close()
      if (!built) await rm(outDir, { recursive: true, force: true })
    },
  }
}

function addressOf(server: { resolvedUrls: { local: string[] } | null }): string {
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('The server has no address.')
  return address
}
