import { maskedText } from '../secrets/span.js'
import { lastChange, readChanges, readEpoch } from '../store/changes.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { KeywordDocument, KeywordIndex } from './keyword/keyword-index.js'
import { BATCH_TABLES, readBatch, type RowBatch } from './row-batch.js'

/** Rows read at once while loading: few enough that the thread stays free in between. */
const BATCH = 500
/** Documents changed since the last snapshot that make another worth its cost. */
const WORTH_SAVING = 500
const CACHE_KEY = 'keywords'

/** Keeps a keyword index in step with the store's texts, and a snapshot of it in the store, so that it opens fast. */
export class KeywordLane {
  /** The change that the index reflects. */
  private cursor = 0
  private epoch: string | undefined
  private unsaved = 0
  private dirty = false
  /** Everything up to `cursor` is in the index: not so while it is built. */
  private isWhole = false

  constructor(
    private readonly store: Store,
    readonly index: KeywordIndex,
  ) {}

  /**
   * Restores the snapshot at once. Without one the index is built anew, which takes seconds: `others` are loaded first.
   */
  async load(others: Promise<unknown>): Promise<void> {
    this.isWhole = false
    if (!(await this.restore())) await this.build(others)
    this.isWhole = true
  }

  private async build(others: Promise<unknown>): Promise<void> {
    // What is held may be void, or have to go: it is not kept a moment longer.
    await this.index.clear()
    await others
    const start = await this.store.read(['meta', 'changes'], async (tx) => ({
      epoch: await readEpoch(tx),
      cursor: await lastChange(tx),
    }))
    this.epoch = start.epoch
    this.cursor = start.cursor
    await this.loadTable('messages', messageDocument)
    await this.loadTable('memories', memoryDocument)
  }

  async apply(batch: RowBatch, cursor: number): Promise<void> {
    const twins = batch.memories.filter((memory) => memory.verbatimNo !== undefined).map((memory) => memory.no)
    const removed = [...batch.erased, ...twins]
    if (removed.length > 0) await this.index.remove(removed)
    const documents = documentsOf(batch)
    if (documents.length > 0) await this.index.add(documents)
    this.unsaved += removed.length + documents.length
    this.cursor = Math.max(this.cursor, cursor)
    // What was erased must not linger in the index's vocabulary.
    if (batch.erased.length > 0) await this.index.vacuum()
    else this.dirty ||= removed.length > 0
  }

  /** Stores a snapshot when enough has changed since the last one. */
  async save(): Promise<void> {
    if (!this.isWhole || this.unsaved < WORTH_SAVING) return
    if (this.dirty) await this.index.vacuum()
    this.dirty = false
    const [n, epoch] = [this.cursor, this.epoch]
    const data = await this.index.save()
    const saved = await this.store.write(['caches', 'meta', 'changes'], async (tx) => {
      // A snapshot older than the store could bring back what a purge has just erased.
      if ((await lastChange(tx)) !== n || (await readEpoch(tx)) !== epoch) return false
      await tx.put('caches', { key: CACHE_KEY, n, epoch: epoch ?? '', data })
      return true
    })
    if (saved) this.unsaved = 0
  }

  /** Drops the snapshot: the next open takes longer. */
  forget(): Promise<void> {
    this.unsaved = Math.max(this.unsaved, WORTH_SAVING)
    return this.store.write(['caches'], (tx) => tx.delete('caches', CACHE_KEY))
  }

  private async restore(): Promise<boolean> {
    const found = await this.store.read(['caches', ...BATCH_TABLES], async (tx) => {
      const snapshot = await tx.get('caches', CACHE_KEY)
      const epoch = await readEpoch(tx)
      if (!snapshot || snapshot.epoch !== (epoch ?? '')) return undefined
      const { changes, complete, last } = await readChanges(tx, snapshot.n)
      return complete ? { snapshot, epoch, last, batch: await readBatch(tx, changes) } : undefined
    })
    if (!found || !(await this.index.load(found.snapshot.data))) return false
    this.epoch = found.epoch
    this.cursor = found.snapshot.n
    await this.apply(found.batch, found.last)
    return true
  }

  private async loadTable<T extends 'messages' | 'memories'>(
    table: T,
    toDocument: (row: MessageRecord & MemoryRecord) => KeywordDocument | undefined,
  ): Promise<void> {
    let from = 0
    for (;;) {
      const rows = await this.store.read([table], (tx) => tx.list(table, { from, after: true, limit: BATCH }))
      const last = rows.at(-1)
      if (!last) return
      from = last.no
      const documents = rows
        .map((row) => toDocument(row as MessageRecord & MemoryRecord))
        .filter((document) => document !== undefined)
      await this.index.add(documents)
      this.unsaved += documents.length
    }
  }
}

function documentsOf({ messages, memories }: RowBatch): KeywordDocument[] {
  return [...messages.map(messageDocument), ...memories.map(memoryDocument)].filter(
    (document) => document !== undefined,
  )
}

// Of secrets the index holds the masks only: nobody finds a text by them, whenever it is built.

function messageDocument(message: MessageRecord): KeywordDocument {
  const { no, name, at } = message
  return { no, text: maskedText(message), at, ...(name === undefined ? {} : { name }) }
}

/** A memory that repeats its message is found through the message's row. */
function memoryDocument(memory: MemoryRecord): KeywordDocument | undefined {
  const { no, verbatimNo, observedAt, slot } = memory
  return verbatimNo === undefined
    ? { no, text: maskedText(memory), at: observedAt, ...(slot && { attribute: slot.attribute }) }
    : undefined
}
