import { LocketError, Memory, type SearchResult } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { connect, serve, type RemoteMemory, type ServeOptions } from 'locket-memory/worker'

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

// ── guests that are not to be trusted ──────────────────────────────────────────────────────────────────────────────

/** Serves a memory to a frame at this address, which sends a port: by the port alone, or by the message that brought it. */
async function serveFrame(address: string, by: 'port' | 'message', options?: ServeOptions): Promise<unknown> {
  const local = await Memory.open({
    name: `frame-${crypto.randomUUID()}`,
    scope: { userId: 'ana' },
    embedder: hashEmbedder(),
    extractor: false,
  })
  await local.add('Ana keeps bees', { infer: false })
  await local.add('Bob sells bees', { userId: 'bob', infer: false })
  const frame = document.createElement('iframe')
  frame.src = address
  try {
    return await new Promise((resolve) => {
      addEventListener('message', (event: MessageEvent) => {
        if (event.source !== frame.contentWindow) return
        const { data, ports } = event as MessageEvent<string | { outcome: unknown }>
        const [port] = ports
        if (data === 'memory, please' && port) serve(local, by === 'port' ? port : event, options)
        if (typeof data === 'object') resolve(data.outcome)
      })
      document.body.append(frame)
    })
  } finally {
    frame.remove()
    await local.close()
  }
}

/** What a service worker that serves a memory replies to raw messages which are no calls of ours. */
async function attackServiceWorker(): Promise<unknown[]> {
  const endpoint = await channelTo(await serviceWorker(), 'serve me')
  const { port1, port2 } = new MessageChannel()
  endpoint.postMessage({ locket: 'connect' }, [port2])
  const code = { type: 'RAW', value: "globalThis.attacked = 'code'; return {}" }
  const attacks = [
    { type: 'CONSTRUCT', path: ['hello', 'constructor'], argumentList: [code] },
    { type: 'APPLY', path: ['hello', 'constructor'], argumentList: [code] },
    { type: 'SET', path: ['constructor', 'keys'], value: { type: 'RAW', value: 'mine' } },
    { type: 'GET', path: ['constructor'] },
    { type: 'ENDPOINT' },
    { type: 'APPLY', path: ['call'], argumentList: [1, ['reset'], []].map((value) => ({ type: 'RAW', value })) },
  ]
  const replies = attacks.map(
    (attack, i) =>
      new Promise((resolve) => {
        port1.addEventListener('message', ({ data }) => {
          const reply = data as { id: string; name?: string; value?: { code?: string } }
          if (reply.id === `attack-${i}`) resolve(reply.name === 'throw' ? reply.value?.code : data)
        })
        port1.postMessage({ id: `attack-${i}`, ...attack })
      }),
  )
  port1.start()
  return Promise.all(replies)
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
  serveFrame,
  attackServiceWorker,
}
Object.assign(globalThis, { locket: page })
