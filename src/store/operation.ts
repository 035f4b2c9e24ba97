import { activeKey } from '../platform/identity.js'
import { ConflictError } from '../values/errors.js'
import { commit, type Commit } from './changes.js'
import { ENTITY_TABLES } from './entity-tables.js'
import type {
  ExtractionRequest,
  HistoryEvent,
  HistoryRecord,
  JobRecord,
  MemoryRecord,
  MessageRecord,
  TableName,
} from './records.js'
import { appendSegment, tombstoneRows, packRows, SEGMENT_TABLES } from './segments.js'
import type { Store, Writer } from './store.js'

/** Tables that an operation may write, besides those of every commit. */
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
  /** The instance that will process the jobs. */
  owner: string
  /** Identifies the embedder; undefined without one: then no embedding jobs are created. */
  fingerprint: string | undefined
}

/**
 * `erase`: deletes rows and their history. `hide`: marks rows as deleted, with a history event, so it can be undone.
 */
export type Removal = 'erase' | 'hide'

export interface OperationResult<T> {
  operationId: string
  value: T
  /** Jobs that the operation created. */
  jobs: CreatedJobs
}

/** Ids of jobs, by kind; absent where there is nothing to do. */
export interface CreatedJobs {
  embed?: string
  extract?: string
}

/** Runs `body` as one undoable operation: rows, history, change rows and jobs are written in one transaction. */
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
  /** The text's vectors, if they are known; otherwise an embedding job is created. */
  vectors?: readonly Float32Array[]
  /** See `HistoryRecord`. */
  unread?: HistoryRecord['unread'] | undefined
}

type JobRequest = Pick<JobRecord, 'kind' | 'scope'> & ExtractionRequest

/** The row changes of one operation; all have its id in history. */
export class Operation {
  readonly now: number
  /** Rows changed so far. */
  count = 0
  private readonly toEmbed: number[] = []
  private readonly toExtract: number[] = []
  private readonly newVectors: { no: number; vectors: readonly Float32Array[] }[] = []
  private extractionJob: JobRequest | undefined

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
   * Writes a memory, and updates its unique key and vectors accordingly. A verbatim memory has no vectors of its own:
   * it uses those of its message.
   */
  async putMemory(change: RowChange<MemoryRecord>): Promise<void> {
    const { before, after } = change
    if (after.status === 'active') after.activeKey = activeKey(after.scopeKey, after.textHash)
    else delete after.activeKey
    if (after.activeKey !== undefined && after.activeKey !== before?.activeKey) await this.refuseDuplicate(after)
    if (before && before.verbatimNo === undefined && (before.text !== after.text || after.verbatimNo !== undefined))
      await tombstoneRows(this.commit, [before.no])
    const needsVectors = after.verbatimNo === undefined
    if (needsVectors && (!before || before.verbatimNo !== undefined || before.text !== after.text)) {
      if (change.vectors) this.newVectors.push({ no: after.no, vectors: change.vectors })
      else this.toEmbed.push(after.no)
    }
    await this.put('memories', change)
  }

  /** The unique index would reject it as well, but without a helpful message. */
  private async refuseDuplicate(memory: MemoryRecord): Promise<void> {
    const duplicate = await this.tx.find('memories', 'active', memory.activeKey as string)
    if (duplicate && duplicate.no !== memory.no)
      throw new ConflictError('CONFLICT', `Memory "${duplicate.id}" of the same scope has the same text.`, {
        value: duplicate.id,
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

  /** Has an embedding job created for these documents. */
  embedLater(nos: readonly number[]): void {
    this.toEmbed.push(...nos)
  }

  /** Has an extraction job created for these messages. */
  extractLater(nos: readonly number[], job: JobRequest): void {
    this.toExtract.push(...nos)
    this.extractionJob = job
  }

  /** Stores known vectors and creates the jobs. Must be the last step of an operation. */
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

  private async createJob(what: JobRequest, nos: number[]): Promise<string> {
    const id = this.newId()
    // A document may have been added several times: it is processed once.
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
