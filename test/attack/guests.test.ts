import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, connectModel, serve, serveModel, type Served } from '../../src/worker/index.js'
import { PROTOCOL } from '../../src/worker/protocol.js'
import { scriptedModel } from '../../src/testing/index.js'
import { anyMessage, holdLock, hostileHost, openMemory, rejection, replyTo, strangerFrame } from './support.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function memoryForTest() {
  const memory = await openMemory()
  cleanups.push(() => memory.close())
  return memory
}

const HOSTS = {
  'serve()': {
    greeting: 'connect',
    locks: 'worker',
    start: async (port: MessagePort): Promise<Served> => serve(await memoryForTest(), port),
    isWell: async (port: MessagePort) => {
      const remote = await connect(port)
      expect((await remote.add('I keep two ferrets', { infer: false })).results).toHaveLength(1)
      await remote.close()
    },
  },
  'serveModel()': {
    greeting: 'connect-model',
    locks: 'model',
    start: async (port: MessagePort): Promise<Served> => serveModel(scriptedModel(['one']), port),
    isWell: async (port: MessagePort) => {
      const remote = connectModel(port)
      const messages = [{ role: 'user' as const, content: 'next' }]
      expect((await remote.complete({ messages, maxTokens: 8 })).text).toBe('one')
      await remote.dispose()
    },
  },
}

const raw = (value: unknown) => ({ type: 'RAW', value })
const refusal = { type: 'HANDLER', name: 'throw', value: { code: 'NOT_ALLOWED' } }

/** What the code of an attacker leaves behind when it has run in the host. */
const ran = () => (globalThis as { attacked?: string }).attacked
const CODE = `globalThis.attacked = 'code'; return {}`

describe.each(Object.entries(HOSTS))(
  'a guest of %s that sends raw messages',
  (_, { greeting, locks, start, isWell }) => {
    async function intrude(admitted = false): Promise<{ port: MessagePort; endpoint: MessagePort }> {
      delete (globalThis as { attacked?: string }).attacked
      const { port1, port2 } = new MessageChannel()
      const served = await start(port1)
      cleanups.push(() => served.stop())
      const { port1: port, port2: theirs } = new MessageChannel()
      port2.postMessage({ locket: greeting }, [theirs])
      if (admitted) {
        const lock = await holdLock(locks)
        const hello = { type: 'APPLY', path: ['hello'], argumentList: [raw(PROTOCOL), raw(lock)] }
        expect(await replyTo(port, hello)).toMatchObject({ type: 'RAW' })
        expect(await replyTo(port, { type: 'APPLY', path: ['attach'], argumentList: [] })).toMatchObject({
          type: 'RAW',
        })
      }
      return { port, endpoint: port2 }
    }

    it('constructs nothing: no code runs by way of a constructor', async () => {
      const { port } = await intrude()
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
          expect(reply).toMatchObject(refusal)
        }
      expect(ran()).toBeUndefined()
    })

    it('sets nothing: the host calls no function of the guest', async () => {
      const { port } = await intrude()
      const { keys } = Object
      let called = false
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => (called = true))
      port1.start()
      const value = { type: 'HANDLER', name: 'proxy', value: port2 }
      const reply = await replyTo(port, { type: 'SET', path: ['constructor', 'keys'], value }, [port2])
      const after = Object.keys
      Object.keys = keys
      expect(after === keys).toBe(true)
      expect(reply).toMatchObject(refusal)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(called).toBe(false)
    })

    it('reads nothing, gets no second door, and passes no function', async () => {
      const { port } = await intrude(true)
      const { port2 } = new MessageChannel()
      const proxy = { type: 'HANDLER', name: 'proxy', value: port2 }
      for (const message of [
        { type: 'GET', path: [] },
        { type: 'GET', path: ['constructor'] },
        { type: 'GET', path: ['call'] },
        { type: 'ENDPOINT' },
        { type: 'APPLY', path: [], argumentList: [] },
        { type: 'APPLY', path: ['call', 'call'], argumentList: [raw(null)] },
        { type: 'APPLY', path: ['toString'], argumentList: [] },
        { type: 'APPLY', path: ['call'], argumentList: [raw(1), raw(['search']), proxy] },
      ])
        expect(
          await replyTo(
            port,
            message,
            'argumentList' in message && message.argumentList.includes(proxy) ? [port2] : [],
          ),
          JSON.stringify(message),
        ).toMatchObject(refusal)
    })

    it('greets once and calls nothing before it is let in', async () => {
      const { port } = await intrude()
      const call = (path: string, ...args: unknown[]) =>
        replyTo(port, { type: 'APPLY', path: [path], argumentList: args.map(raw) })
      expect(await call('attach')).toMatchObject(refusal)
      expect(await call('call', 1, ['health'], [])).toMatchObject(refusal)
      expect(await call('hello', PROTOCOL, await holdLock(locks))).toMatchObject({ type: 'RAW' })
      expect(await call('hello', PROTOCOL, 'another')).toMatchObject(refusal)
      await call('attach')
      expect(await call('attach')).toMatchObject(refusal)
    })

    it('calls with arguments that are no plain data get an error (ports, streams, patterns)', async () => {
      const { port } = await intrude(true)
      const call = (args: unknown[], transfer: Transferable[] = []) => {
        const name = greeting === 'connect' ? 'add' : 'complete'
        const argumentList = [raw(1), raw([name]), raw(args), raw(undefined)]
        return replyTo(port, { type: 'APPLY', path: ['call'], argumentList }, transfer)
      }
      const { port1 } = new MessageChannel()
      expect(await call(['text', { metadata: { deep: [port1] } }], [port1])).toMatchObject(refusal)
      expect(await call([/a/])).toMatchObject(refusal)
      expect(await call([new Map()])).toMatchObject(refusal)
      const cyclic: Record<string, unknown> = {}
      cyclic['self'] = cyclic
      expect(await call([cyclic])).toMatchObject({ name: 'throw' })
    })

    it('changes nothing in the host by 500 random messages, and the next guest is served', async () => {
      const { port, endpoint } = await intrude(true)
      const before = [Object.keys, Array.prototype.map, Function.prototype.constructor, globalThis.fetch]
      const handedOut: unknown[] = []
      port.addEventListener('message', ({ data, ports }) => {
        if (ports.length > 0 || (data as { name?: unknown }).name === 'proxy') handedOut.push(data)
      })
      port.start()
      fc.assert(
        fc.property(anyMessage, (message) => {
          port.postMessage(message)
          endpoint.postMessage(message)
        }),
        { numRuns: 500 },
      )
      await isWell(endpoint)
      expect(ran()).toBeUndefined()
      expect(handedOut).toEqual([])
      expect([Object.keys, Array.prototype.map, Function.prototype.constructor, globalThis.fetch]).toEqual(before)
    })
  },
)

describe('a hostile host', () => {
  const reply = (id: string, value: object) => ({ ...value, id })
  /** Lets the client in, and answers each call with what `answer` returns. */
  const host = (answer: (port: MessagePort) => object, welcome?: unknown) =>
    hostileHost(({ id, path: [name] }, port) => {
      if (name === 'hello') return reply(id, raw(''))
      if (name === 'attach') return reply(id, raw(welcome))
      return name === 'call' ? reply(id, answer(port)) : undefined
    })
  const FACTS = {
    name: 'a model',
    capabilities: { contextTokens: 100, grammar: false, vision: false, languages: 'any' },
  }

  it('hands a client of connect() no proxy: a result is plain data, a file, or an error', async () => {
    const { port2 } = new MessageChannel()
    let next: object = {}
    const memory = await connect(host(() => next))
    for (const answer of [
      { type: 'HANDLER', name: 'proxy', value: 'no port' },
      { type: 'HANDLER', name: 'throw', value: { locket: 'constructor', code: 'X', message: 'x' } },
      { type: 'HANDLER', name: 'toString', value: 1 },
      { type: 'HANDLER', name: 'throw', value: null },
      { type: 'RAW', value: { results: [new Map()] } },
      { type: 'GET', value: 1 },
      {},
    ]) {
      next = answer
      expect(await rejection(memory.search('ferrets')), JSON.stringify(answer)).toMatchObject({
        code: 'VERSION_MISMATCH',
      })
    }
    // oxlint-disable-next-line unicorn/no-thenable -- the hostile message is meant to have one
    next = { type: 'HANDLER', name: 'throw', value: { isError: true, value: { message: { toString: 1 }, then: 1 } } }
    expect(await rejection(memory.search('ferrets'))).toMatchObject({ message: '' })
    next = raw({ chunks: 'no stream' })
    expect(await rejection(memory.export())).toMatchObject({ code: 'VERSION_MISMATCH' })
    port2.close()
    await memory.close()
  })

  it('is not obeyed: a client answers no calls, and passes on no events but ours', async () => {
    let port: MessagePort | undefined
    const memory = await connect(
      host((found) => {
        port = found
        return raw({ results: [] })
      }),
    )
    await memory.search('ferrets')
    const events: unknown[] = []
    memory.subscribe((event) => events.push(event))
    const at = port as unknown as MessagePort
    for (const event of [
      { type: 'change', messages: 'all', memories: [] },
      { type: 'work', pending: {} },
      { type: 'warning', error: { locket: '__proto__', code: 'X', message: 'x' } },
      { type: 'closed' },
      { type: '__proto__' },
      { type: 'constructor' },
      null,
    ])
      at.postMessage({ locket: 'event', event })
    expect(await replyTo(at, { type: 'GET', path: ['constructor'] }, [], 50)).toBeUndefined()
    expect(await replyTo(at, { type: 'CONSTRUCT', path: [], argumentList: [raw(CODE)] }, [], 50)).toBeUndefined()
    at.postMessage({ locket: 'event', event: { type: 'recording', on: true } })
    await expect.poll(() => events).toEqual([{ type: 'recording', on: true }])
    await memory.close()
  })

  it('is not believed to be a model when what it says is none', async () => {
    const ask = { messages: [{ role: 'user' as const, content: 'next' }], maxTokens: 8 }
    const wrong = connectModel(host(() => raw({}), { name: 1, capabilities: { contextTokens: 'many' } }))
    expect(await rejection(wrong.complete(ask))).toMatchObject({ code: 'MODEL_FAILED' })
    for (const value of [undefined, { text: 1, finish: 'stop' }, { text: 'x', finish: 'never' }, ['x']]) {
      const model = connectModel(host(() => raw({ value, facts: FACTS }), FACTS))
      expect(await rejection(model.complete(ask)), JSON.stringify(value)).toMatchObject({ code: 'MODEL_FAILED' })
      await model.dispose()
    }
  })

  it('cannot break a client by 300 random replies and events', async () => {
    await fc.assert(
      fc.asyncProperty(anyMessage, anyMessage, async (answer, event) => {
        const memory = await connect(
          host((port) => {
            port.postMessage(event)
            return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}
          }),
        )
        const outcome = await memory.search('ferrets').then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        )
        // A random reply may be a plain value: then that is the result.
        if ('error' in outcome) expect(outcome.error).toBeDefined()
        else expect(typeof outcome.value).not.toBe('function')
        await memory.close()
      }),
      { numRuns: 300 },
    )
    expect(ran()).toBeUndefined()
  })
})

describe('a guest of another origin (a sandboxed frame)', () => {
  it('is refused on a port, whatever lock it names, and told what the host would have to do', async () => {
    for (const { greeting, start } of Object.values(HOSTS)) {
      const { port1, port2 } = new MessageChannel()
      const served = await start(port1)
      cleanups.push(() => served.stop())
      const frame = await strangerFrame(port2, greeting)
      cleanups.push(frame.remove)
      const [one, two] = await Promise.all([frame.hello('a-lock'), frame.hello('a-lock')])
      for (const reply of [one, two])
        expect(reply).toMatchObject({ value: { code: 'ORIGIN_REFUSED', hint: expect.stringContaining('origins') } })
      expect(await frame.last('attach')).toMatchObject(refusal)
      expect(await frame.last('call', 1, ['health'], [])).toMatchObject(refusal)
    }
  })

  it('is let in where its origin is listed, and confined', async () => {
    const memory = await memoryForTest()
    await memory.add('Bob keeps bees', { userId: 'bob', infer: false })
    const { port1, port2 } = new MessageChannel()
    const options = { origins: ['null'], scope: { userId: 'ana' }, allow: ['search', 'add'] as const }
    const served = serve(memory, port1, options)
    cleanups.push(() => served.stop())
    const frame = await strangerFrame(port2, 'connect')
    cleanups.push(frame.remove)
    // The name of the server's lock stays here.
    expect(await frame.hello('a-lock')).toMatchObject({ type: 'RAW', value: '' })
    await frame.last('attach')
    expect(await frame.last('call', 1, ['search'], ['bees'])).toMatchObject({ value: { results: [] } })
    const refused = (await frame.last('call', 2, ['search'], ['bees', { userId: 'bob' }])) as {
      value: { stack: string }
    }
    expect(refused).toMatchObject(refusal)
    expect(refused.value.stack).not.toContain('http')
    expect(await frame.last('call', 3, ['reset'], [])).toMatchObject(refusal)
  })

  it('is told apart by the origin of the message that brought its port', async () => {
    const memory = await memoryForTest()
    const origins = ['https://chat.example']
    const given = (origin: string) => {
      const { port1, port2 } = new MessageChannel()
      const event = new MessageEvent('message', { origin, ports: [port1] })
      const served = serve(memory, event, { origins, scope: { userId: 'ana' }, allow: ['search'] })
      cleanups.push(() => served.stop())
      return strangerFrame(port2, 'connect')
    }
    const listed = await given('https://chat.example')
    const other = await given('https://evil.example')
    cleanups.push(listed.remove, other.remove)
    expect(await listed.hello('x')).toMatchObject({ type: 'RAW' })
    expect(await other.hello('x')).toMatchObject({ value: { code: 'ORIGIN_REFUSED', value: 'https://evil.example' } })
  })
})
