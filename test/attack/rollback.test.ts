import { expect, it } from 'vitest'
import type { Store } from '../../src/store/store.js'
import { start } from '../memory/support.js'

it('rows that were put back past Locket are found by verify() (hashEmbedder, plain store)', async () => {
  const rig = await start()
  const { memory } = rig
  const store = rig.store as Store
  const kept = (await memory.add('Tea.', { infer: false })).results[0]?.id as string
  const purged = (await memory.add('Coffee.', { infer: false })).results[0]?.id as string
  const rows = await store.read(['memories', 'messages'], async (tx) => ({
    memories: await tx.list('memories'),
    messages: await tx.list('messages'),
  }))
  await memory.update(kept, { text: 'Green tea.' })
  await memory.purge(purged)
  await memory.idle()
  expect((await memory.verify()).findings).toEqual([])
  await store.write(['memories', 'messages'], async (tx) => {
    for (const row of rows.memories) await tx.put('memories', row)
    for (const row of rows.messages) await tx.put('messages', row)
  })
  const found = (await memory.verify()).findings.map(({ code, table }) => `${code} ${table}`)
  expect(found).toEqual(expect.arrayContaining(['ROW_OUTDATED memories', 'ROW_ERASED memories', 'ROW_ERASED messages']))
})
