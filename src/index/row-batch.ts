import type { ChangeRecord, MemoryRecord, MessageRecord, TableName } from '../store/records.js'
import { readVectorChanges, SEGMENT_TABLES, type VectorChanges } from '../store/segments.js'
import type { Reader } from '../store/store.js'

/**
 * The rows behind a stretch of change rows, as they are now: what the caches take in. Taking in the same batch twice
 * changes nothing.
 */
export interface RowBatch {
  messages: MessageRecord[]
  memories: MemoryRecord[]
  vectors: VectorChanges
  /** Documents that are gone for good. */
  erased: number[]
  /** Changes of entities and mentions, whose rows their lane reads itself: few batches have any. */
  links: ChangeRecord[]
}

/** What a transaction that reads batches must include. */
export const BATCH_TABLES: readonly TableName[] = ['messages', 'memories', 'meta', 'changes', ...SEGMENT_TABLES]

/** `changes` are all rows after the reader's cursor, read in the same transaction. */
export async function readBatch(tx: Reader, changes: readonly ChangeRecord[]): Promise<RowBatch> {
  const messageNos = [...new Set(changes.filter(({ table }) => table === 'messages').map(({ key }) => key))]
  const memoryNos = [...new Set(changes.filter(({ table }) => table === 'memories').map(({ key }) => key))]
  const [messages, memories, vectors] = await Promise.all([
    Promise.all(messageNos.map((no) => tx.get('messages', no))),
    Promise.all(memoryNos.map((no) => tx.get('memories', no))),
    readVectorChanges(tx, changes),
  ])
  return {
    messages: messages.filter((row) => row !== undefined),
    memories: memories.filter((row) => row !== undefined),
    vectors,
    links: changes.filter(({ table }) => table === 'entities' || table === 'mentions'),
    erased: [...messageNos.filter((_, i) => !messages[i]), ...memoryNos.filter((_, i) => !memories[i])],
  }
}
