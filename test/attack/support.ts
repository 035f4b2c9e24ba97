import fc from 'fast-check'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { Memory } from '../../src/memory.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { hashEmbedder } from '../../src/testing/index.js'
import type { OpenOptions } from '../../src/engine/open-options.js'
import { PROTOCOL } from '../../src/worker/protocol.js'

/** A memory that keeps nothing after the test. */
export const openMemory = (options: Partial<OpenOptions> = {}): Promise<Memory> =>
  Memory.open({
    name: `test-attack-${crypto.randomUUID()}`,
    scope: { userId: 'ana' },
    embedder: hashEmbedder(),
    extractor: false,
    keywordIndex: miniSearchIndex(),
    store: inMemoryStore(),
    ...options,
  })

export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

/** The reply of the other end to one raw message; undefined when there is none within `ms`. */
export function replyTo(port: MessagePort, message: object, transfer: Transferable[] = [], ms = 500): Promise<unknown> {
  const id = crypto.randomUUID()
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), ms)
    const heard = ({ data }: MessageEvent): void => {
      if ((data as { id?: unknown } | null)?.id === id) finish(data)
    }
    function finish(reply: unknown): void {
      clearTimeout(timer)
      port.removeEventListener('message', heard)
      resolve(reply)
    }
    port.addEventListener('message', heard)
    port.start()
    port.postMessage({ id, ...message }, transfer)
  })
}

/** Answers the calls that a client of ours makes with whatever `reply` returns, as a hostile host could. */
export function hostileHost(reply: (request: { id: string; path: string[] }, port: MessagePort) => unknown) {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', ({ ports: [port] }) => {
    port?.addEventListener('message', ({ data }) => {
      const request = data as { id: string; path?: string[] }
      const answer = reply({ id: request.id, path: request.path ?? [] }, port)
      if (answer !== undefined) port.postMessage(answer)
    })
    port?.start()
  })
  port1.start()
  return port2
}

/** Takes a lock as a client of this origin does, to be let in. */
export function holdLock(kind = 'worker'): Promise<string> {
  const lock = crypto.randomUUID()
  return new Promise((resolve) => {
    void navigator.locks.request(`locket:${kind}:owner:${lock}`, () => {
      resolve(lock)
      return new Promise(() => undefined)
    })
  })
}

/** The code of a frame that has an origin of its own. It greets at the port that it is given and sends what it is told to. */
const STRANGER = `<script>
  let endpoint, kind, port
  const wait = new Map()
  const greet = () => {
    const channel = new MessageChannel()
    endpoint.postMessage({ locket: kind }, [channel.port2])
    port = channel.port1
    port.onmessage = ({ data }) => wait.get(data.id)?.(data)
  }
  onmessage = async ({ data, ports: [given] }) => {
    if (data.kind) {
      endpoint = given
      kind = data.kind
      return parent.postMessage('ready', '*')
    }
    if (data.fresh) greet()
    const id = crypto.randomUUID()
    const reply = new Promise((resolve) => wait.set(id, resolve))
    port.postMessage({ id, ...data.message })
    parent.postMessage({ number: data.number, reply: await reply }, '*')
  }
</script>`

/** A frame of another, opaque origin that holds a port of ours. */
export async function strangerFrame(endpoint: MessagePort, kind: string) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.srcdoc = STRANGER
  const window = () => frame.contentWindow as Window
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const ready = new Promise<void>((resolve) =>
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && data === 'ready' && resolve()),
  )
  window().postMessage({ kind }, '*', [endpoint])
  await ready
  let count = 0
  const send = (fresh: boolean, path: string, args: unknown[]): Promise<unknown> => {
    const number = count++
    const argumentList = args.map((value) => ({ type: 'RAW', value }))
    return new Promise((resolve) => {
      const heard = ({ source, data }: MessageEvent): void => {
        if (source !== frame.contentWindow || (data as { number?: number }).number !== number) return
        removeEventListener('message', heard)
        resolve((data as { reply: unknown }).reply)
      }
      addEventListener('message', heard)
      window().postMessage({ fresh, number, message: { type: 'APPLY', path: [path], argumentList } }, '*')
    })
  }
  return {
    /** Greets anew, and says hello. */
    hello: (lock: string) => send(true, 'hello', [PROTOCOL, lock]),
    /** A call on the connection that was greeted last. */
    last: (path: string, ...args: unknown[]) => send(false, path, args),
    remove: () => frame.remove(),
  }
}

/** Words that mean something to Comlink, to objects, or to us. */
const WORDS = [
  'APPLY',
  'GET',
  'SET',
  'CONSTRUCT',
  'ENDPOINT',
  'RAW',
  'HANDLER',
  'proxy',
  'throw',
  'hello',
  'attach',
  'call',
  'abort',
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'then',
  'bind',
  'apply',
  'event',
  'progress',
  'closed',
  'warning',
  'LocketError',
  "globalThis.attacked = 'code'",
]
const KEYS = [
  'id',
  'type',
  'path',
  'argumentList',
  'value',
  'name',
  'locket',
  'event',
  'error',
  'code',
  'message',
  'isError',
]

const anyWord = fc.oneof(fc.constantFrom(...WORDS), fc.string())
const anyPlain = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyWord,
    fc.integer(),
    fc.constantFrom(null, undefined, true, Number.NaN, 10n),
    fc.constantFrom(new Date(0), new Map(), new Set(), /x/, new Uint8Array(2), new Error('x')),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), anyWord), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
})).value

/** A message that is near enough to one of ours to be taken for it, or anything at all. */
export const anyMessage = fc.oneof(
  anyPlain,
  fc.record(
    {
      id: fc.oneof(fc.uuid(), anyPlain),
      type: fc.constantFrom('APPLY', 'GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RAW', 'HANDLER'),
      path: fc.oneof(fc.array(anyWord, { maxLength: 3 }), anyPlain),
      argumentList: fc.oneof(
        fc.array(fc.record({ type: fc.constantFrom('RAW', 'HANDLER'), name: anyWord, value: anyPlain }), {
          maxLength: 5,
        }),
        anyPlain,
      ),
      name: anyWord,
      value: anyPlain,
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
  fc.record({ locket: anyWord, event: anyPlain, id: anyPlain, value: anyPlain }, { requiredKeys: [] }),
)
