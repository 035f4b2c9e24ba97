import { memoryItem, messageItem } from '../read/list/items.js'
import type { MemoryItem, MessageItem } from '../read/types.js'
import type { Store } from '../store/store.js'
import type { Scope } from '../values/scope.js'
import { find, findMessage } from './rows.js'

/** The memory or message with this id, within the scope; null when there is none. */
export async function getRow(store: Store, id: string, scope: Scope): Promise<MemoryItem | MessageItem | null> {
  const found = await store.read(['memories', 'messages'], (tx) => find(tx, id, scope))
  if (!found) return null
  return found.table === 'memories' ? memoryItem(found.row) : messageItem(found.row)
}

/** The message with this id, within the scope; null when there is none. */
export async function getMessage(store: Store, id: string, scope: Scope): Promise<MessageItem | null> {
  const row = await store.read(['messages'], (tx) => findMessage(tx, id, scope))
  return row ? messageItem(row) : null
}
