import { expect, test } from 'vitest'
import { withProfile } from './support/profile.js'
import { withServer } from './support/server.js'

test('what IndexedDB committed with strict durability is there after the browser was killed', async () => {
  await withServer('test/e2e/pages/empty', (address) =>
    withProfile(async (profile) => {
      await profile.page.goto(address)
      const written = await profile.page.evaluate(async () => {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('killed', 1)
          opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error)
        })
        const transaction = db.transaction('rows', 'readwrite', { durability: 'strict' })
        transaction.objectStore('rows').put('kept', 1)
        await new Promise((resolve, reject) => {
          transaction.oncomplete = resolve
          transaction.onabort = reject
        })
        return 'acknowledged'
      })
      expect(written).toBe('acknowledged')

      await profile.kill()
      const page = await profile.reopen()
      await page.goto(address)
      const read = await page.evaluate(async () => {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('killed', 1)
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error)
        })
        return new Promise((resolve, reject) => {
          const reading = db.transaction('rows').objectStore('rows').get(1)
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
      })
      expect(read).toBe('kept')
    }),
  )
})
