import { describe, expect, it } from 'vitest'
import { errorFromWire, errorToWire } from '../../src/platform/worker-errors.js'
import { InputError, LocketError } from '../../src/values/errors.js'
import { start, STORES } from '../memory/support.js'

const SAID = 'My password is hunter2xyz and I live in Lisbon.'
const GESAGT = '我的密码是mima8888xyz'

/** An error with everything that a logger writes of it, and whether it holds what was said. */
function holdsText(error: LocketError): boolean {
  const written = JSON.stringify([error.message, error.hint, error.value, String(error.cause), errorToWire(error)])
  return written.includes('hunter2xyz') || written.includes('mima8888xyz') || written.includes('Lisbon')
}

describe('the value of an error', () => {
  it.each([
    [SAID, { type: 'string', length: SAID.length }],
    [GESAGT, { type: 'string', length: GESAGT.length }],
    ['x'.repeat(201), { type: 'string', length: 201 }],
    [{ content: SAID }, { type: 'object' }],
    [[SAID, SAID], { type: 'object' }],
    [() => SAID, { type: 'function' }],
    [Symbol(SAID), { type: 'symbol' }],
    [new Proxy({}, { ownKeys: () => raise() }), { type: 'object' }],
    [{ type: SAID, length: 1 }, { type: 'object' }],
    [{ type: 'string', length: SAID }, { type: 'object' }],
    ['9f8c-id', '9f8c-id'],
    ['topK', 'topK'],
    [5, 5],
    [null, null],
    [undefined, undefined],
  ])('%#: tells kind and length, and of what is an identifier what it is', (value, told) => {
    const error = new InputError('INVALID_INPUT', 'Wrong.', { value })
    expect(error.value).toEqual(told)
    expect(errorFromWire(errorToWire(error)).value).toEqual(told)
  })

  it.each(STORES)('holds no text of a message, a query or a memory, whatever call refused it (%s)', async (kind) => {
    const { memory } = await start(kind)
    const [row] = (await memory.add('Other.', { infer: false })).results
    const id = row?.id as string
    const calls: (() => Promise<unknown>)[] = [SAID, GESAGT].flatMap((text) => [
      () => memory.add({ text } as never),
      () => memory.add([text, 5] as never),
      () => memory.add({ content: { text } } as never),
      () => memory.add('x', { metadata: text } as never),
      () => memory.add('x', { categories: text } as never),
      () => memory.add('x', { kind: text } as never),
      () => memory.search({ text } as never),
      () => memory.search('x', { filters: text } as never),
      () => memory.search('x', { kinds: text } as never),
      () => memory.search('x', { topK: text } as never),
      () => memory.search('x', text as never),
      () => memory.context({ text } as never),
      () => memory.update(id, text as never),
      () => memory.update(id, { text: { text } } as never),
      () => memory.update(id, { text: 'x', expiresAt: text }),
      () => memory.approve(id, { reason: { text } } as never),
      () => memory.entities.list({ query: { text } } as never),
      () => memory.getAll({ filters: [text] } as never),
      () => memory.import(new Blob([text])),
      () => memory.import({ text } as never),
      () => memory.undo({ text } as never),
      () => memory.subscribe(text as never) as never,
    ])
    let refused = 0
    for (const [index, call] of calls.entries()) {
      const error = await Promise.resolve()
        .then(call)
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
      if (error === undefined) continue
      if (!(error instanceof LocketError)) throw error
      refused++
      expect(holdsText(error), `call ${index}: ${error.message}`).toBe(false)
    }
    expect(refused).toBeGreaterThan(30)
  })
})

function raise(): never {
  throw new Error(SAID)
}
