import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Puts what goes wrong in a page, from its first line on, into `globalThis.complaints`. */
const WATCH = `
  globalThis.complaints = []
  const note = (kind, what) => complaints.push(kind + ': ' + what)
  addEventListener('error', ({ message, target }) => note('error', message ?? target.src ?? target.href), true)
  addEventListener('unhandledrejection', ({ reason }) => note('rejection', reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => note('policy', violatedDirective + ' ' + blockedURI))
  const { error } = console
  console.error = (...args) => { note('console', args.join(' ')); error(...args) }
`

/** Passes on a server's pages with a script before all others that watches them: the drivers of the engines do not tell of errors alike. */
export async function watched(address: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const path = request.url ?? '/'
      if (path === '/watch.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(WATCH)
      const passed = await fetch(new URL(path, address))
      const type = passed.headers.get('content-type') ?? ''
      response.writeHead(passed.status, { 'Content-Type': type })
      if (!type.startsWith('text/html')) return response.end(Buffer.from(await passed.arrayBuffer()))
      return response.end((await passed.text()).replace('<head>', '<head><script src="/watch.js"></script>'))
    }
    answer().catch((cause: unknown) => response.destroy(cause instanceof Error ? cause : new Error(String(cause))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
