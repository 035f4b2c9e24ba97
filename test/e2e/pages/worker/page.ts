import { LocketError, Memory, type SearchResult } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { connect, serve, type RemoteMemory } from 'locket-memory/worker'

let memory: RemoteMemory
const events: string[] = []
let subscriptions = 0

// ── a shared worker ────────────────────────────────────────────────────────────────────────────────────────────────

const sharedWorker = (): MessagePort =>
  new SharedWorker(new URL('./shared.worker.ts', import.meta.url), { type: 'module', name: 'memory' }).port
const channel = new BroadcastChannel('shared-worker')
channel.onmessage = ({ data }) => (subscriptions = data as number)

async function connectShared(): Promise<void> {
  memory = await connect(sharedWorker(), { reconnect: sharedWorker })
  memory.subscribe((event) => events.push(event.type))
}

const add = async (text: string): Promise<string> => (await memory.add(text)).report.embedding
const find = async (query: string): Promise<string[]> =>
  (await memory.search(query)).results.map(({ memory }) => memory)
const endWorker = (): void => channel.postMessage('die')

// ── a service worker ───────────────────────────────────────────────────────────────────────────────────────────────

async function serviceWorker(): Promise<ServiceWorker> {
  await navigator.serviceWorker.register(new URL('./sw.ts', import.meta.url), { type: 'module' })
  return (await navigator.serviceWorker.ready).active as ServiceWorker
}

/** Hands the service worker one end of a channel, and returns the other. */
async function channelTo(worker: ServiceWorker, message: string): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(message, [port2])
  return port1
}

async function journalInServiceWorker(text: string): Promise<{ warnings: string[]; found: SearchResult }> {
  const worker = await serviceWorker()
  const port = await channelTo(worker, 'warnings')
  const warnings = await new Promise<string[]>((resolve) => (port.onmessage = ({ data }) => resolve(data as string[])))
  const journal = await connect(await channelTo(worker, 'serve me'))
  await journal.add(text)
  const result = { warnings, found: await journal.search(text) }
  await journal.close()
  return result
}

async function openHere(name: string, query: string): Promise<SearchResult> {
  const local = await Memory.open({ name, scope: { userId: 'ana' }, embedder: hashEmbedder(), extractor: false })
  await local.idle()
  const found = await local.search(query)
  await local.close()
  return found
}

/** Serves a memory of this page to the service worker, which adds something to it. */
async function serveServiceWorker(): Promise<string[]> {
  const local = await Memory.open({
    name: 'served',
    scope: { userId: 'ana' },
    embedder: hashEmbedder(),
    extractor: false,
  })
  const changed = new Promise((resolve) => local.subscribe(({ type }) => type === 'change' && resolve(type)))
  navigator.serviceWorker.onmessage = ({ data, ports: [port] }) => {
    if (data === 'memory' && port) serve(local, port)
  }
  const worker = await serviceWorker()
  worker.postMessage('use your memory')
  await changed
  await local.idle()
  const { results } = await local.messages.list()
  await local.close()
  return results.map(({ content }) => content)
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (cause: unknown) => (cause instanceof LocketError ? cause.code : String(cause)),
  )

export const page = {
  connectShared,
  add,
  find,
  endWorker,
  health: () => codeOf(memory.health()),
  events: () => events,
  subscriptions: () => subscriptions,
  journalInServiceWorker,
  openHere,
  serveServiceWorker,
}
Object.assign(globalThis, { locket: page })
