import { expose, wrap } from 'comlink'
import { expect, it } from 'vitest'
import { IndexError, LocketError, StoreError } from '../../src/values/errors.js'
import { installErrorTransfer } from '../../src/platform/worker-errors.js'

async function thrown(error: unknown): Promise<unknown> {
  installErrorTransfer()
  const { port1, port2 } = new MessageChannel()
  expose({ fail: () => Promise.reject(error) }, port1)
  const remote = wrap<{ fail(): Promise<void> }>(port2)
  return remote.fail().catch((reason: unknown) => reason)
}

it('carries class, code, message, hint, value and cause across a port', async () => {
  const given = new IndexError('INDEX_FAILED', 'It broke.', {
    hint: 'Try again.',
    value: -1,
    cause: new StoreError('QUOTA_EXCEEDED', 'Full.'),
  })
  const error = await thrown(given)
  expect(error).toBeInstanceOf(IndexError)
  expect(error).toMatchObject({
    name: 'IndexError',
    code: 'INDEX_FAILED',
    message: 'It broke. Try again.',
    hint: 'Try again.',
    value: -1,
    stack: given.stack,
  })
  expect((error as IndexError).cause).toBeInstanceOf(StoreError)
  expect((error as IndexError).cause).toMatchObject({ code: 'QUOTA_EXCEEDED', message: 'Full.' })
})

it('describes a value that cannot cross', async () => {
  const error = await thrown(new LocketError('INVALID_INPUT', 'No.', { value: () => 1 }))
  expect(error).toMatchObject({ code: 'INVALID_INPUT', value: { type: 'function' } })
})

it('leaves other errors as comlink has them', async () => {
  expect(await thrown(new RangeError('far'))).toMatchObject({ name: 'RangeError', message: 'far' })
  expect(await thrown('text')).toBe('text')
})
