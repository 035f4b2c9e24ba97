import { activeKey } from '../platform/identity.js'
import { ConflictError } from '../values/errors.js'
import { commit, type Commit } from './changes.js'
import { ENTITY_TABLES } from './entity-tables.js'
import type { HistoryEvent, HistoryRecord, JobRecord, MemoryRecord, MessageRecord, TableName } from './records.js'
import { appendSegment, tombstoneRows, packRows, SEGMENT_TABLES } from './segments.js'
import type { Store, Writer } from './store.js'

/** What an operation may touch, besides what every commit does. */
const TABLES: readonly TableName[] = [
  'messages',
  'memories',
  'jobs',
  'caches',
  'summaries',
  ...ENTITY_TABLES,
  ...SEGMENT_TABLES,
]

export interface OperationSettings {
  store: Store
  now: () => number
  newId: () => string
  /** The instance that will embed what the operation leaves to embed. */
  owner: string
  /** The embedder's, when there is one to leave work for. */
  fingerprint: string | undefined
}

/** `erase`: rows go for good, without history. `hide`: rows are marked, and history says so. */
export type Removal = 'erase' | 'hide'

export interface OperationResult<T> {
  operationId: string
  value: T
  /** The jobs that were left, where there is something to do. */
  jobs: CreatedJobs
}

export interface CreatedJobs {
  embed?: string
  extract?: string
}

/** Runs `body` as one undoable operation: rows, history, change rows and the work that is left, in one transaction. */
export async function operate<T>(
  settings: OperationSettings,
  body: (operation: Operation) => Promise<T>,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<OperationResult<T>> {
  const operationId = settings.newId()
  const { result } = await commit(
    settings.store,
    TABLES,
    async (work, tx) => {
      const operation = new Operation(operationId, tx, work, settings)
      const value = await body(operation)
      return { operationId, value, jobs: await operation.createJobs() }
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
  /** The text's vectors, where they are at hand; otherwise embedding it is left as work. */
  vectors?: readonly Float32Array[]
  /** See `HistoryRecord`. */
  unread?: HistoryRecord['unread'] | undefined
}

export class Operation {
  readonly now: number
  /** Rows changed so far. */
  count = 0
  private readonly toEmbed: number[] = []
  private readonly toExtract: number[] = []
  private readonly newVectors: { no: number; vectors: readonly Float32Array[] }[] = []
  private extractionJob: Pick<JobRecord, 'kind' | 'scope' | 'review'> | undefined

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
    else if (change.after.status !== 'active') await this.tx.delete('summaries', change.after.scopeKey)
    await this.put('messages', change)
  }

  /**
   * Also keeps the row's vector and its unique key in step: a memory that repeats a message has no vector of its own.
   */
  async putMemory(change: RowChange<MemoryRecord>): Promise<void> {
    const { before, after } = change
    if (after.status === 'active') after.activeKey = activeKey(after.scopeKey, after.textHash)
    else delete after.activeKey
    if (after.activeKey !== undefined && after.activeKey !== before?.activeKey) await this.refuseDuplicate(after)
    if (before && before.verbatimNo === undefined && (before.text !== after.text || after.verbatimNo !== undefined))
      await tombstoneRows(this.commit, [before.no])
    const own = after.verbatimNo === undefined
    if (own && (!before || before.verbatimNo !== undefined || before.text !== after.text)) {
      if (change.vectors) this.newVectors.push({ no: after.no, vectors: change.vectors })
      else this.toEmbed.push(after.no)
    }
    await this.put('memories', change)
  }

  /** The unique index would refuse it too, but without saying why. */
  private async refuseDuplicate(memory: MemoryRecord): Promise<void> {
    const twin = await this.tx.find('memories', 'active', memory.activeKey as string)
    if (twin && twin.no !== memory.no)
      throw new ConflictError('CONFLICT', `Memory "${twin.id}" of the same scope already says exactly this.`, {
        value: twin.id,
        hint: 'Delete one of the two first.',
      })
  }

  private async put(
    table: 'messages' | 'memories',
    { event, before, after, reason, unread }: RowChange<MessageRecord | MemoryRecord>,
  ): Promise<void> {
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
      ...(unread ? { unread } : {}),
    })
    this.count++
  }

  /** These documents have texts without a vector of their own. */
  embedLater(nos: readonly number[]): void {
    this.toEmbed.push(...nos)
  }

  /** Facts are to be drawn from these messages. */
  extractLater(nos: readonly number[], how: Pick<JobRecord, 'kind' | 'scope' | 'review'>): void {
    this.toExtract.push(...nos)
    this.extractionJob = how
  }

  /** Stores the vectors at hand and records what is left to do. The last thing done in an operation. */
  async createJobs(): Promise<CreatedJobs> {
    const { settings, toEmbed, toExtract } = this
    await this.storeVectors()
    const embed =
      settings.fingerprint !== undefined && toEmbed.length > 0
        ? await this.createJob({ kind: 'embed' }, toEmbed)
        : undefined
    const extract =
      this.extractionJob && toExtract.length > 0 ? await this.createJob(this.extractionJob, toExtract) : undefined
    return { ...(embed === undefined ? {} : { embed }), ...(extract === undefined ? {} : { extract }) }
  }

  private async createJob(what: Pick<JobRecord, 'kind' | 'scope' | 'review'>, nos: number[]): Promise<string> {
    const id = this.newId()
    // A text that is to be done for several reasons is done once.
    await this.tx.put('jobs', {
      ...what,
      id,
      nos: [...new Set(nos)],
      state: 'waiting',
      attempts: 0,
      owner: this.settings.owner,
      n: this.commit.lastChange,
    })
    return id
  }

  private async storeVectors(): Promise<void> {
    const { fingerprint } = this.settings
    const rows = this.newVectors.flatMap(({ no, vectors }) => vectors.map((vector) => ({ no, vector })))
    if (fingerprint === undefined || rows.length === 0) return
    const dimensions = (rows[0] as { vector: Float32Array }).vector.length
    await appendSegment(this.commit, {
      fingerprint,
      dimensions,
      labels: Uint32Array.from(rows, ({ no }) => no),
      rows: packRows(
        rows.map(({ vector }) => vector),
        dimensions,
      ),
    })
  }
}
