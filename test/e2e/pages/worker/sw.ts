import { Memory, type LocketError } from 'locket-memory'
import { connect, serve } from 'locket-memory/worker'

// With the defaults: a service worker can load neither the embedder nor the keyword index.
const warnings: string[] = []
const memory = Memory.open({ name: 'journal', scope: { userId: 'ana' }, onWarning: ({ code }: LocketError) => warnings.push(code) })

addEventListener('install', () => void (globalThis as unknown as { skipWaiting(): Promise<void> }).skipWaiting())

addEventListener('message', (event) => {
  const { data, ports, waitUntil } = event as MessageEvent & { waitUntil(promise: Promise<unknown>): void }
  const [port] = ports
  if (!port) return
  if (data === 'serve me') serve(memory, port)
  if (data === 'warnings') waitUntil.call(event, memory.then(() => port.postMessage(warnings)))
  if (data === 'ask me') waitUntil.call(event, ask(port))
})

/** Uses the memory of the page at the other end. */
async function ask(port: MessagePort): Promise<void> {
  const remote = await connect(port)
  await remote.add('The service worker was here')
  await remote.close()
}
