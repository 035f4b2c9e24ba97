import { expect, it } from 'vitest'
import type { Faults } from './pages/faults/main.js'
import { withProfile, type Profile } from './support/profile.js'
import { withServer } from './support/server.js'

declare const faults: Faults

/** Everything that the page's heap holds, as the browser's own snapshot, after its garbage was collected. */
async function heapOf({ page, context }: Profile): Promise<string> {
  const client = await context.newCDPSession(page)
  const chunks: string[] = []
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await client.send('HeapProfiler.enable')
  await client.send('HeapProfiler.collectGarbage')
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return chunks.join('')
}

it(
  'an open encrypted memory holds neither its passphrase nor what was erased (heap snapshot, hashEmbedder)',
  {
    timeout: 120_000,
  },
  () =>
    withServer('test/e2e/pages/faults', (address) =>
      withProfile(async (profile) => {
        const { page } = profile
        await page.goto(address)
        await page.waitForFunction(() => 'faults' in globalThis, undefined, { polling: 50 })
        await page.evaluate(() => faults.eraseSecretly('zq7xk'))
        // Kept, so that it is known that the snapshot has such texts.
        await page.evaluate(() =>
          Object.assign(globalThis, { witness: [...Array.from('witness'), '-', ...Array.from('zq7xk')].join('') }),
        )
        const heap = await heapOf(profile)
        expect(heap).toContain('witness-zq7xk')
        const held = ['passphrase', 'message', 'name', 'text', 'user', 'run'].filter((what) =>
          heap.includes(`${what}-zq7xk`),
        )
        expect(held).toEqual([])
      }),
    ),
)
