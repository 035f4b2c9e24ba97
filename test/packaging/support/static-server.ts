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
  /** What was posted, as the browser posts violations of the policy to the address of its `report-uri`. */
  readonly reports: string[]
  stop(): Promise<void>
}

/**
 * A web server that knows nothing of modules: files by their path, under a content security policy.
 * @param headers sent with every file
 * @param folders Address prefix that ends in a slash → folder, or a file's address → that file; the longest prefix wins.
 */
export async function serveStatic(
  folders: Record<string, string>,
  policy: string,
  headers: Record<string, string> = {},
): Promise<StaticServer> {
  const missing: string[] = []
  const reports: string[] = []
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length)
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (request.method === 'POST') {
      request.setEncoding('utf8').on('data', (data: string) => reports.push(data))
      return response.writeHead(204).end()
    }
    const prefix = prefixes.find((candidate) => path.startsWith(candidate))
    const file =
      prefix === undefined
        ? ''
        : normalize(
            join(folders[prefix] ?? '', path.slice(prefix.length) || (prefix.endsWith('/') ? 'index.html' : '')),
          )
    if (!existsSync(file) || !statSync(file).isFile()) {
      if (path !== '/favicon.ico') missing.push(path)
      return response.writeHead(404).end()
    }
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': policy,
      ...headers,
    })
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    missing,
    reports,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
