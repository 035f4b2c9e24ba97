import { Memory, type LocketError } from 'locket-memory'
import { connect, serve } from 'locket-memory/worker'

// With the defaults: a service worker can load neither the embedder nor the keyword index.
const warnings: string[] = []
const memory = Memory.open({
  name: 'journal',
  scope: { userId: 'ana' },
  onWarning: ({ code }: LocketError) => warnings.push(code),
})

addEventListener('install', () => void (globalThis as unknown as { skipWaiting(): Promise<void> }).skipWaiting())

addEventListener('message', (event) => {
  const { data, ports, waitUntil } = event as MessageEvent & { waitUntil(promise: Promise<unknown>): void }
  const [port] = ports
  if (data === 'use your memory') waitUntil.call(event, usePage())
  if (!port) return
  if (data === 'serve me') serve(memory, port)
  if (data === 'warnings')
    waitUntil.call(
      event,
      memory.then(() => port.postMessage(warnings)),
    )
})

interface Pages {
  matchAll(options: {
    includeUncontrolled: boolean
  }): Promise<{ postMessage(message: unknown, transfer: Transferable[]): void }[]>
}

/** Uses the memory of the page, as an extension's service worker uses that of its offscreen document. */
async function usePage(): Promise<void> {
  const { clients } = globalThis as unknown as { clients: Pages }
  const [page] = await clients.matchAll({ includeUncontrolled: true })
  const { port1, port2 } = new MessageChannel()
  page?.postMessage('memory', [port2])
  const remote = await connect(port1)
  await remote.add('The service worker was here')
  await remote.close()
}
