import { expect, it } from 'vitest'
import type { MemoryRecord, MessageRecord } from '../../src/store/records.js'
import type { Store } from '../../src/store/store.js'
import { start } from '../memory/support.js'

const TOO_LATE = 9e15

it('rows out of range in the store are found by verify(), mended by repair(), and read and exported again (hashEmbedder, plain store)', async () => {
  const rig = await start()
  const { memory } = rig
  const store = rig.store as Store
  await memory.add([{ role: 'user', name: 'Ana', content: 'Tea.' }], { infer: false })
  await memory.idle()
  await store.write(['memories', 'messages'], async (tx) => {
    const [message] = await tx.list('messages')
    await tx.put('messages', { ...(message as MessageRecord), at: TOO_LATE, name: 'n'.repeat(100_000) })
    const [fact] = await tx.list('memories')
    const categories = Array.from({ length: 5_000 }, (_, i) => `category ${i}`)
    await tx.put('memories', { ...(fact as MemoryRecord), validFrom: TOO_LATE, expiresAt: TOO_LATE, categories })
  })
  await rig.reopen()
  const found = (await rig.memory.verify()).findings
  expect(found.map(({ code, table }) => `${code} ${table}`).sort()).toEqual([
    'ROW_OUT_OF_RANGE memories',
    'ROW_OUT_OF_RANGE messages',
  ])
  await rig.memory.repair()
  expect((await rig.memory.verify()).findings).toEqual([])
  const [item] = (await rig.memory.getAll()).results
  expect(item?.memory).toBe('Tea.')
  expect(item?.expiresAt).toBeUndefined()
  expect(item?.categories).toHaveLength(100)
  const [message] = (await rig.memory.messages.list()).results
  expect(message?.name?.length).toBe(1_000)
  expect((await rig.memory.search('tea', { threshold: 0 })).results.map(({ memory }) => memory)).toContain('Tea.')
  expect((await new Response(await rig.memory.export()).blob()).size).toBeGreaterThan(0)
})
