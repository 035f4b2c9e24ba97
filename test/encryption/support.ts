import { openDB, type IDBPDatabase } from 'idb'

export const newKey = async (
  uses: KeyUsage[] = ['encrypt', 'decrypt'],
  name = 'AES-GCM',
): Promise<{ key: CryptoKey }> => ({
  key: await crypto.subtle.generateKey({ name, length: 256 }, false, uses),
})

/** The database without Locket. */
export async function raw<R>(name: string, look: (db: IDBPDatabase) => Promise<R>): Promise<R> {
  const db = await openDB(`locket:${name}`)
  try {
    return await look(db)
  } finally {
    db.close()
  }
}

/** Every row of every table with its keys, as it lies there. */
export const everything = (name: string): Promise<Record<string, { keys: unknown[]; rows: unknown[] }>> =>
  raw(name, async (db) =>
    Object.fromEntries(
      await Promise.all(
        Array.from(
          db.objectStoreNames,
          async (table) => [table, { keys: await db.getAllKeys(table), rows: await db.getAll(table) }] as const,
        ),
      ),
    ),
  )

const utf8 = new TextDecoder('utf-8')
const utf16 = new TextDecoder('utf-16le')

/** The paths under which a text stands in a value, however deep: in texts, names of fields, and the bytes of buffers, as UTF-8 and as UTF-16 from either byte on. */
export function traces(value: unknown, text: string, path = ''): string[] {
  const wanted = text.toLowerCase()
  const found = (one: string): string[] => (one.toLowerCase().includes(wanted) ? [path] : [])
  if (typeof value === 'string') return found(value)
  if (value instanceof ArrayBuffer) return traces(new Uint8Array(value), text, path)
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    return [utf8.decode(bytes), utf16.decode(bytes), utf16.decode(bytes.subarray(1))].flatMap(found).slice(0, 1)
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [...found(key), ...traces(item, text, `${path}.${key}`)])
}
