import { Memory } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { serve } from 'locket-memory/worker'

const memory = Memory.open({ name: 'shared', scope: { userId: 'ana' }, embedder: hashEmbedder(), extractor: false })

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port) serve(memory, port)
})

// For the test: how many subscriptions the memory has, and a way to die.
const channel = new BroadcastChannel('shared-worker')
const opened = memory.then((memory) => {
  const { subscribe } = memory
  let open = 0
  memory.subscribe = (listener) => {
    const end = subscribe.call(memory, listener)
    channel.postMessage(++open)
    return () => {
      end()
      channel.postMessage(--open)
    }
  }
})
channel.onmessage = async ({ data }) => {
  await opened
  if (data === 'die') (globalThis as unknown as { close(): void }).close()
}
