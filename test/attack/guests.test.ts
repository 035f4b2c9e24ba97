import { afterEach, describe, expect, it } from 'vitest'
import { scriptedModel } from '../../src/testing/index.js'
import { serve, serveModel, type Served } from '../../src/worker/index.js'
import { openMemory, replyTo } from './support.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const HOSTS: Record<string, { greeting: string; start: (port: MessagePort) => Promise<Served> }> = {
  'serve()': {
    greeting: 'connect',
    async start(port) {
      const memory = await openMemory()
      cleanups.push(() => memory.close())
      return serve(memory, port)
    },
  },
  'serveModel()': {
    greeting: 'connect-model',
    start: async (port) => serveModel(scriptedModel(['one']), port),
  },
}

/** What the code of an attacker would leave behind, had it run in the host. */
const ran = () => (globalThis as { attacked?: string }).attacked
const CODE = `globalThis.attacked = 'code'; return {}`

describe.each(Object.entries(HOSTS))('a guest of %s that sends raw messages', (_, { greeting, start }) => {
  async function intrude(): Promise<MessagePort> {
    delete (globalThis as { attacked?: string }).attacked
    const { port1, port2 } = new MessageChannel()
    const served = await start(port1)
    cleanups.push(() => served.stop())
    const { port1: ours, port2: theirs } = new MessageChannel()
    port2.postMessage({ locket: greeting }, [theirs])
    return ours
  }
  const raw = (value: unknown) => ({ type: 'RAW', value })

  it('constructs nothing: no code runs by way of a constructor', async () => {
    const port = await intrude()
    for (const path of [
      ['hello', 'constructor'],
      ['constructor', 'constructor'],
      ['call', 'constructor'],
    ])
      for (const type of ['CONSTRUCT', 'APPLY']) {
        const reply = await replyTo(port, { type, path, argumentList: [raw(CODE)] })
        // The function that was made comes back as a port through which it is called.
        const made = (reply as { value?: unknown } | undefined)?.value
        if (made instanceof MessagePort) await replyTo(made, { type: 'APPLY', path: [], argumentList: [] })
      }
    expect(ran()).toBeUndefined()
  })

  it('sets nothing: the host calls no function of the guest', async () => {
    const port = await intrude()
    const { keys } = Object
    let called = false
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (called = true))
    port1.start()
    const value = { type: 'HANDLER', name: 'proxy', value: port2 }
    try {
      await replyTo(port, { type: 'SET', path: ['constructor', 'keys'], value }, [port2])
      expect(Object.keys).toBe(keys)
      Object.keys({})
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(called).toBe(false)
    } finally {
      Object.keys = keys
    }
  })
})
