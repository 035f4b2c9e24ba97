import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

export interface StaticServer {
  /** Ends in a slash. */
  readonly address: string
  /** Paths that were asked for and are not there. */
  readonly missing: string[]
  stop(): Promise<void>
}

/**
 * A web server that knows nothing of modules: files by their path, under a content security policy.
 * @param folders Address prefix that ends in a slash → folder, or a file's address → that file; the longest prefix wins.
 */
export async function serveStatic(folders: Record<string, string>, policy: string): Promise<StaticServer> {
  const missing: string[] = []
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length)
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const prefix = prefixes.find((candidate) => path.startsWith(candidate))
    const file = prefix === undefined ? '' : normalize(join(folders[prefix] ?? '', path.slice(prefix.length) || (prefix.endsWith('/') ? 'index.html' : '')))
    if (!existsSync(file) || !statSync(file).isFile()) {
      if (path !== '/favicon.ico') missing.push(path)
      return response.writeHead(404).end()
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Content-Security-Policy': policy })
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    missing,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
