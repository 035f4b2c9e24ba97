import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { Memory } from '../../src/memory.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { hashEmbedder } from '../../src/testing/index.js'
import type { OpenOptions } from '../../src/engine/open-options.js'

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
