import { openDB } from 'idb'
import { afterEach } from 'vitest'
import type { Memory } from '../../src/memory.js'

const endings: (() => unknown)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Run after the test, whatever becomes of it. */
export function atEnd(end: () => unknown): void {
  endings.push(end)
}

/** Every row of every table, as it lies in IndexedDB. */
export async function dump(name: string): Promise<Record<string, unknown[]>> {
  const db = await openDB(`locket:${name}`)
  try {
    const tables = [...db.objectStoreNames]
    const tx = db.transaction(tables)
    const rows = await Promise.all(tables.map((table) => tx.objectStore(table).getAll()))
    return Object.fromEntries(tables.map((table, i) => [table, rows[i] as unknown[]]))
  } finally {
    db.close()
  }
}

/** Until `stop`, the browser aborts the transaction of the `n`-th put into this database, right after it; counting only those `among`. */
export function abortAtPut(
  name: string,
  n: number,
  among: (tx: IDBTransaction) => boolean = () => true,
): { readonly happened: boolean; stop: () => void } {
  const real = IDBObjectStore.prototype.put
  let puts = 0
  IDBObjectStore.prototype.put = function (...args) {
    const request = real.apply(this, args)
    if (this.transaction.db.name === `locket:${name}` && among(this.transaction) && ++puts === n)
      this.transaction.abort()
    return request
  }
  const stop = (): void => {
    IDBObjectStore.prototype.put = real
  }
  atEnd(stop)
  return {
    get happened() {
      return puts >= n
    },
    stop,
  }
}

/** Replaces a property until the end of the test. */
export function without(holder: object, property: string, instead: PropertyDescriptor = { value: undefined }): void {
  const own = Object.getOwnPropertyDescriptor(holder, property)
  Object.defineProperty(holder, property, { ...instead, configurable: true })
  atEnd(() => {
    if (own) Object.defineProperty(holder, property, own)
    else delete (holder as Record<string, unknown>)[property]
  })
}

/** What a memory holds, as its users see it. */
export async function contents(memory: Memory) {
  const [messages, memories] = [
    await memory.messages.list({ order: 'asc', limit: 1_000 }),
    await memory.getAll({ order: 'asc', limit: 1_000, status: ['active', 'superseded', 'deleted'] }),
  ]
  return {
    messages: messages.results.map(({ content, status }) => `${status}: ${content}`),
    memories: memories.results.map(({ memory: text, status }) => `${status}: ${text}`),
  }
}

/** Nothing is left to do, nothing is wrong, and every text has its vector. */
export async function settledAndSound(memory: Memory): Promise<{ rows: number; findings: unknown[]; jobs: number }> {
  await memory.idle()
  const { vectors, pending } = await memory.health()
  return { rows: vectors.rows, findings: (await memory.verify()).findings, jobs: pending.jobs }
}
