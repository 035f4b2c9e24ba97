import { activeKey } from '../identity.js'
import { ConflictError } from '../errors.js'
import { commit, type Commit } from '../store/changes.js'
import type { HistoryEvent, MemoryRecord, MessageRecord, TableName } from '../store/records.js'
import { killRows, SEGMENT_TABLES } from '../store/segments.js'
import type { Store, Writer } from '../store/store.js'

/** What an operation may touch, besides what every commit does. */
const TABLES: readonly TableName[] = ['messages', 'memories', 'jobs', 'caches', ...SEGMENT_TABLES]

export interface OperationSettings {
  store: Store
  now: () => number
  newId: () => string
  /** The instance that will embed what the operation leaves to embed. */
  owner: string
  /** Whether there is an embedder to leave work for. */
  embed: boolean
}

export interface Operated<T> {
  operationId: string
  value: T
  /** The embedding job that was left, when there is something to embed. */
  job?: string
}

/** Runs `body` as one undoable operation: rows, history, change rows and the work that is left, in one transaction. */
export async function operate<T>(settings: OperationSettings, body: (operation: Operation) => Promise<T>, durability: 'strict' | 'relaxed' = 'relaxed'): Promise<Operated<T>> {
  const operationId = settings.newId()
  const { result } = await commit(
    settings.store,
    TABLES,
    async (work, tx) => {
      const operation = new Operation(operationId, tx, work, settings)
      const value = await body(operation)
      const job = await operation.leaveWork()
      return { operationId, value, ...(job === undefined ? {} : { job }) }
    },
    durability,
  )
  return result
}

export interface RowChange<R> {
  event: HistoryEvent
  before?: R
  after: R
  reason?: string
}

export class Operation {
  readonly now: number
  /** Rows changed so far. */
  count = 0
  private readonly toEmbed: number[] = []

  constructor(
    readonly id: string,
    readonly tx: Writer,
    readonly commit: Commit,
    private readonly settings: OperationSettings,
  ) {
    this.now = settings.now()
  }

  newId(): string {
    return this.settings.newId()
  }

  async putMessage(change: RowChange<MessageRecord>): Promise<void> {
    if (!change.before) this.toEmbed.push(change.after.no)
    await this.put('messages', change)
  }

  /** Also keeps the row's vector and its unique key in step: a memory that repeats a message has no vector of its own. */
  async putMemory(change: RowChange<MemoryRecord>): Promise<void> {
    const { before, after } = change
    if (after.status === 'active') after.activeKey = activeKey(after.scopeKey, after.textHash)
    else delete after.activeKey
    if (after.activeKey !== undefined && after.activeKey !== before?.activeKey) await this.refuseTwin(after)
    if (before && before.verbatimNo === undefined && (before.text !== after.text || after.verbatimNo !== undefined)) await killRows(this.commit, [before.no])
    const own = after.verbatimNo === undefined
    if (own && (!before || before.verbatimNo !== undefined || before.text !== after.text)) this.toEmbed.push(after.no)
    await this.put('memories', change)
  }

  /** The unique index would refuse it too, but without saying why. */
  private async refuseTwin(memory: MemoryRecord): Promise<void> {
    const twin = await this.tx.find('memories', 'active', memory.activeKey as string)
    if (twin && twin.no !== memory.no)
      throw new ConflictError('CONFLICT', `Memory "${twin.id}" of the same scope already says exactly this.`, { value: memory.text, hint: 'Delete one of the two first.' })
  }

  private async put(table: 'messages' | 'memories', { event, before, after, reason }: RowChange<MessageRecord | MemoryRecord>): Promise<void> {
    await this.tx.put(table, after)
    this.commit.history({
      operationId: this.id,
      table,
      id: after.id,
      no: after.no,
      event,
      ...(before ? { before } : {}),
      after,
      at: this.now,
      ...(reason === undefined ? {} : { reason }),
    })
    this.count++
  }

  /** These documents have texts without a vector of their own. */
  embedLater(nos: readonly number[]): void {
    this.toEmbed.push(...nos)
  }

  /** Records what is left to embed as a job, and names it. */
  async leaveWork(): Promise<string | undefined> {
    const { settings, toEmbed } = this
    if (!settings.embed || toEmbed.length === 0) return undefined
    const id = this.newId()
    await this.tx.put('jobs', { id, kind: 'embed', nos: toEmbed, state: 'waiting', attempts: 0, owner: settings.owner, n: this.commit.lastChange })
    return id
  }
}
