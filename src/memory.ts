import { Engine } from './engine.js'
import { InputError } from './errors.js'
import { healthOf } from './manage/health.js'
import type * as Purge from './manage/purge.js'
import { checkUpdateOptions, find, findMessage, notFound, requireId, requireMemory, requireMessage } from './manage/rows.js'
import { checkOptions, flag } from './options.js'
import { assemble } from './parts.js'
import { historyItem, memoryItem, messageItem } from './read/items.js'
import { inTable, listRows } from './read/list.js'
import { readPageRequest, readPast, readSelection, readStatus } from './read/request.js'
import { search } from './read/search.js'
import { requireScope, resolveScope, SCOPE_INPUT_FIELDS, type ScopeInput } from './scope.js'
import { renewEpoch } from './store/changes.js'
import type { TableName, Tables } from './store/records.js'
import type * as t from './types.js'
import { add } from './write/add.js'
import type { Operation } from './write/operation.js'

const OPEN_OPTIONS = ['name', 'scope', 'models', 'embedder', 'vectorIndex', 'keywordIndex', 'extractor', 'llm', 'extraction', 'categories', 'reranker', 'store', 'onProgress', 'onReport', 'onWarning', 'now', 'newId']
const LIST_OPTIONS = [...SCOPE_INPUT_FIELDS, 'filters', 'limit', 'cursor', 'sort', 'order']
const ERASABLE: readonly TableName[] = ['messages', 'memories', 'segments', 'vectors', 'tombstones', 'history', 'jobs', 'entities', 'mentions', 'relations', 'summaries', 'changes', 'caches']

/** Long-term memory of a chat application, inside the page. What each call means is said here; how it is done, in the folders. */
export class Memory {
  private constructor(private readonly engine: Engine) {}

  /**
   * Opens the memory named `name`, creating it when it is new. The model is loaded when first needed, not here:
   * without one, messages are still kept and found by keywords.
   * @throws StoreError `STORE_UNAVAILABLE`, `STORE_BLOCKED`, `STORE_OUTDATED`; InputError `INVALID_INPUT`, `UNKNOWN_OPTION`.
   */
  static async open(options: t.OpenOptions): Promise<Memory> {
    checkOptions('Memory.open()', options ?? {}, OPEN_OPTIONS)
    const name: unknown = options?.name
    if (typeof name !== 'string' || name.trim() === '') throw new InputError('INVALID_INPUT', 'Memory.open() needs a name.', { value: name, hint: "For example Memory.open({ name: 'my-app' })." })
    checkOptions('scope', options.scope, SCOPE_INPUT_FIELDS)
    const scope = resolveScope(options.scope)
    let engine: Engine | undefined
    const parts = await assemble(options, (progress) => engine?.loading(progress))
    engine = new Engine(name, scope, parts, options)
    try {
      await engine.start()
    } catch (cause) {
      await engine.close()
      throw cause
    }
    return new Memory(engine)
  }

  /**
   * Stores what was said, durably before anything else, and makes it searchable. Adding the same conversation again adds nothing.
   * Resolves when it is embedded, or stored where it could not be embedded yet (`report.embedding` says which).
   * @throws InputError before anything is stored; StoreError `QUOTA_EXCEEDED` and others when nothing could be.
   */
  async add(input: t.AddInput, options?: t.AddOptions): Promise<t.AddResult> {
    this.engine.assertOpen()
    return add(this.engine, input, options)
  }

  /** The stored texts that answer a question best, by meaning and by words, with their evidence. */
  async search(query: string, options?: t.SearchOptions): Promise<t.SearchResult> {
    this.engine.assertOpen()
    return search(this.engine, query, options)
  }

  /**
   * Why a memory or message did not come back for a query, or did: its rank and score beside that of the last result, or what kept it out.
   * Options as for `search`. Of what is outside the scope it says nothing.
   */
  async why(query: string, id: string, options?: Omit<t.SearchOptions, 'explain'>): Promise<t.WhyResult> {
    this.engine.assertOpen()
    const { why } = await import('./read/why.js')
    return why(this.engine, query, requireId('why()', id), options)
  }

  /** A block for a prompt: what is relevant to the query, dated, within a token budget, and delimited as data. */
  async context(query: string, options?: t.ContextOptions): Promise<t.ContextResult> {
    this.engine.assertOpen()
    const { buildContext } = await import('./read/context.js')
    return buildContext(this.engine, query, options)
  }

  /** The memory or message with this id, deleted ones included; null when there is none. */
  async get(id: string): Promise<t.MemoryItem | t.MessageItem | null> {
    this.engine.assertOpen()
    const found = await this.engine.store.read(['memories', 'messages'], (tx) => find(tx, requireId('get()', id), this.engine.scope))
    if (!found) return null
    return found.table === 'memories' ? memoryItem(found.row) : messageItem(found.row)
  }

  /** The memories of a scope, page by page. For messages: `messages.list()`. */
  async getAll(options: t.GetAllOptions = {}): Promise<t.Page<t.MemoryItem>> {
    checkOptions('getAll()', options, [...LIST_OPTIONS, 'kinds', 'status', 'latestOnly', 'asOf', 'knownAt'])
    const { results, ...page } = await this.list('getAll()', 'memories', options, readStatus(options.status))
    return { ...page, results: results.map((row) => memoryItem(row)) }
  }

  readonly messages = {
    /** The messages of a scope, page by page, newest first unless asked otherwise. */
    list: async (options: t.ListOptions = {}): Promise<t.Page<t.MessageItem>> => {
      checkOptions('messages.list()', options, LIST_OPTIONS)
      const { results, ...page } = await this.list('messages.list()', 'messages', options)
      return { ...page, results: results.map((row) => messageItem(row)) }
    },
    /** The message with this id in the default scope or the one given; null when there is none. */
    get: async (id: string, scope?: ScopeInput): Promise<t.MessageItem | null> => {
      this.engine.assertOpen()
      checkOptions('messages.get()', scope, SCOPE_INPUT_FIELDS)
      const row = await this.engine.store.read(['messages'], (tx) => findMessage(tx, requireId('messages.get()', id), resolveScope(scope, this.engine.scope)))
      return row ? messageItem(row) : null
    },
    /** Hides a message, removes its quotes and closes the memories that rest on it alone. Undoable, unless `purge`. */
    delete: async (id: string, options: t.DeleteOptions & ScopeInput = {}): Promise<t.OperationResult> => {
      checkOptions('messages.delete()', options, [...SCOPE_INPUT_FIELDS, 'ifRevision', 'reason', 'purge'])
      checkUpdateOptions(options)
      const scope = resolveScope(options, this.engine.scope)
      if (flag('purge', options.purge, false))
        return this.erase(async (operation, { purgeOne }) => {
          const message = await requireMessage(operation.tx, requireId('messages.delete()', id), scope, options.ifRevision)
          return purgeOne(operation, { table: 'messages', row: message }, false)
        })
      const { deleteMessage } = await import('./manage/delete.js')
      return this.change((operation) => deleteMessage(operation, requireId('messages.delete()', id), scope, options))
    },
  }

  readonly entities = {
    /** Whom and what the messages and memories of a scope speak of, those that most speak of first. What was added a moment ago is among them. */
    list: async (options: t.EntityListOptions = {}): Promise<t.EntityPage> => {
      this.engine.assertOpen()
      return (await import('./manage/entities.js')).listEntities(this.engine, options)
    },
    /** One of them, with how it stands to others as far as facts tell; null when there is none. */
    get: async (id: string): Promise<t.EntityDetail | null> => {
      this.engine.assertOpen()
      return (await import('./manage/entities.js')).getEntity(this.engine, requireId('entities.get()', id))
    },
  }

  /**
   * Changes a memory's text, metadata, categories or expiry; `null` removes one of the last three.
   * @throws InputError `NOT_FOUND`; ConflictError when `ifRevision` no longer holds or another memory says the same.
   */
  async update(id: string, input: t.UpdateInput, options: t.UpdateOptions = {}): Promise<t.MemoryItem> {
    this.engine.assertOpen()
    checkOptions('update()', options, ['ifRevision', 'reason'])
    checkUpdateOptions(options)
    const { readPatch, updateMemory } = await import('./manage/update.js')
    const patch = await readPatch(input)
    const { value, jobs } = await this.engine.operate((operation) => updateMemory(operation, requireId('update()', id), this.engine.scope, patch, options), 'strict')
    await this.engine.work(jobs)
    return memoryItem(value)
  }

  /** Forgets a memory: hidden from every read, undoable. `withEvidence` also hides its messages; `purge` erases it for good. */
  async delete(id: string, options: t.DeleteOptions = {}): Promise<t.OperationResult> {
    checkOptions('delete()', options, ['ifRevision', 'reason', 'withEvidence', 'purge'])
    checkUpdateOptions(options)
    const withEvidence = flag('withEvidence', options.withEvidence, false)
    if (flag('purge', options.purge, false))
      return this.erase(async (operation, { purgeOne }) => {
        const memory = await requireMemory(operation.tx, requireId('delete()', id), this.engine.scope, options.ifRevision)
        return purgeOne(operation, { table: 'memories', row: memory }, withEvidence)
      })
    const { deleteMemory } = await import('./manage/delete.js')
    return this.change((operation) => deleteMemory(operation, requireId('delete()', id), this.engine.scope, options))
  }

  /** Erases every message and memory of a scope, with their history; cannot be undone. For everything: `reset()`. */
  async deleteAll(scope?: ScopeInput): Promise<t.OperationResult> {
    checkOptions('deleteAll()', scope, SCOPE_INPUT_FIELDS)
    const wanted = requireScope(resolveScope(scope, this.engine.scope), 'deleteAll()', 'Pass userId, agentId, appId or runId. To erase everything of everyone use reset().')
    return this.erase((operation, { purgeScope }) => purgeScope(operation, wanted))
  }

  /**
   * Erases one memory or message, with its history, quotes, vectors and words; cannot be undone.
   * A memory takes the messages along that it repeats word for word; `withEvidence`: all it came from.
   */
  async purge(id: string, options: { withEvidence?: boolean } & ScopeInput = {}): Promise<t.OperationResult> {
    checkOptions('purge()', options, [...SCOPE_INPUT_FIELDS, 'withEvidence'])
    const scope = resolveScope(options, this.engine.scope)
    const withEvidence = flag('withEvidence', options.withEvidence, false)
    return this.erase(async (operation, { purgeOne }) => {
      const found = await find(operation.tx, requireId('purge()', id), scope)
      if (!found) throw notFound('memory or message', id)
      return purgeOne(operation, found, withEvidence)
    })
  }

  /** What happened to a memory or message, oldest first. */
  async history(id: string): Promise<t.HistoryItem[]> {
    this.engine.assertOpen()
    return this.engine.store.read(['history', 'memories', 'messages'], async (tx) => {
      const found = await find(tx, requireId('history()', id), this.engine.scope)
      if (!found) throw notFound('memory or message', id)
      const changes = await tx.list('history', { index: 'row', only: [id] })
      return changes.filter(({ no }) => no === found.row.no).map(historyItem)
    })
  }

  /** Reverts one operation as a whole. @throws ConflictError when a later one touched the same rows. */
  async undo(operationId: string): Promise<t.OperationResult> {
    requireId('undo()', operationId)
    const { undoOperation } = await import('./manage/undo.js')
    return this.change((operation) => undoOperation(operation, operationId, this.engine.scope))
  }

  /** Accepts a fact that waits for approval (`add` with `review: true`): it is reconciled with what is known by now, and retrieved from then on. */
  async approve(id: string): Promise<t.OperationResult & { results: t.MemoryChange[] }> {
    this.engine.assertOpen()
    requireId('approve()', id)
    const { approvePending } = await import('./manage/review.js')
    const { operationId, value, jobs } = await approvePending(this.engine, id)
    await this.engine.work(jobs)
    return { operationId, count: value.length, results: value }
  }

  /** Declines a fact that waits for approval: it is closed, and what it was drawn from does not yield it again. */
  async reject(id: string): Promise<t.OperationResult> {
    requireId('reject()', id)
    const { rejectPending } = await import('./manage/review.js')
    return this.change((operation) => rejectPending(operation, id, this.engine.scope))
  }

  /**
   * When a run has ended: its lasting facts are offered to the scope without it, as pending memories to `approve` or `reject`.
   * What it offered before, and what is known there, is not offered again.
   */
  async promote(runId: string, scope?: ScopeInput): Promise<t.OperationResult & { results: t.MemoryChange[] }> {
    this.engine.assertOpen()
    checkOptions('promote()', scope, SCOPE_INPUT_FIELDS)
    const run = { ...resolveScope(scope, this.engine.scope), runId: requireId('promote()', runId) }
    const { promoteRun } = await import('./manage/promote.js')
    const { operationId, value, jobs } = await promoteRun(this.engine, run)
    await this.engine.work(jobs)
    return { operationId, count: value.length, results: value }
  }

  /** Work that is left in a scope, the oldest first: vectors and facts that wait, and what was given up. */
  async jobs(options: t.JobsOptions = {}): Promise<t.Job[]> {
    this.engine.assertOpen()
    checkOptions('jobs()', options, [...SCOPE_INPUT_FIELDS, 'state'])
    const { listJobs } = await import('./manage/jobs.js')
    return listJobs(this.engine, resolveScope(options, this.engine.scope), options.state)
  }

  /** Tries a job again at once, or without an id all that wait or were given up; resolves with those that are left of them. */
  async retry(jobId?: string, scope?: ScopeInput): Promise<t.Job[]> {
    this.engine.assertOpen()
    checkOptions('retry()', scope, SCOPE_INPUT_FIELDS)
    const { retryJobs } = await import('./manage/jobs.js')
    return retryJobs(this.engine, resolveScope(scope, this.engine.scope), jobId)
  }

  /** Gives a job up, also one under way: what was stored stays, and `retry` takes the job up again. */
  async cancel(jobId: string, scope?: ScopeInput): Promise<void> {
    this.engine.assertOpen()
    checkOptions('cancel()', scope, SCOPE_INPUT_FIELDS)
    const { cancelJob } = await import('./manage/jobs.js')
    await cancelJob(this.engine, resolveScope(scope, this.engine.scope), jobId)
  }

  /** Erases everything of every scope. */
  async reset(): Promise<void> {
    this.engine.assertOpen()
    await this.engine.store.write(
      [...ERASABLE, 'meta'],
      async (tx) => {
        for (const table of ERASABLE) await tx.clear(table)
        await renewEpoch(tx)
      },
      'strict',
    )
    await this.engine.committed()
    await this.engine.indexes.settled()
  }

  /**
   * The whole store, or one scope of it, as a file (NDJSON in gzip) of one state of the store, whatever is written meanwhile. The format stands in docs/backup.md.
   * Reading the stream fails with `CONFLICT` when the store is reset or replaced before its end.
   */
  async export(options: t.ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    this.engine.assertOpen()
    return (await import('./backup/export.js')).exportStore(this.engine, options)
  }

  /**
   * Takes in what `export()` wrote, or a JSON list of memories: all of it or nothing. Importing the same again changes nothing.
   * @throws InputError `IMPORT_REFUSED` with the line and the reason when the file is damaged, cut off or of a newer version; the store is then as it was.
   */
  async import(source: t.ImportSource, options: t.ImportOptions = {}): Promise<t.ImportReport> {
    this.engine.assertOpen()
    return (await import('./backup/import.js')).importInto(this.engine, source, options)
  }

  /** Looks through the whole store, of every scope, for what does not fit together. Changes nothing; writes wait meanwhile. */
  async verify(): Promise<t.VerifyReport> {
    this.engine.assertOpen()
    return (await import('./verify/verify.js')).verifyStore(this.engine)
  }

  /** Mends what `verify()` finds, as far as it follows from what is there; what it changes of a memory is in its history. */
  async repair(): Promise<t.RepairReport> {
    this.engine.assertOpen()
    return (await import('./verify/repair.js')).repairStore(this.engine)
  }

  /** Calls back on changes by this instance and other tabs; the function returned ends it. */
  subscribe(listener: t.MemoryListener): () => void {
    this.engine.assertOpen()
    if (typeof listener !== 'function') throw new InputError('INVALID_INPUT', 'subscribe() takes a function.', { value: listener })
    return this.engine.subscribe(listener)
  }

  /** Resolves when nothing is left to do: embedding, indexing, upkeep. */
  async idle(): Promise<void> {
    this.engine.assertOpen()
    await this.engine.idle()
  }

  /** Stops recording: until `resume()`, `add` stores nothing and says so. */
  pause(): void {
    this.engine.assertOpen()
    this.engine.record(false)
  }

  resume(): void {
    this.engine.assertOpen()
    this.engine.record(true)
  }

  /** The state of store, indexes, embedder and work. */
  async health(): Promise<t.Health> {
    this.engine.assertOpen()
    return healthOf(this.engine)
  }

  /** Finishes the commit under way and lets go of everything. Work that is left is resumed at the next open. */
  async close(): Promise<void> {
    await this.engine.close()
  }

  private async list<T extends 'messages' | 'memories'>(call: string, table: T, options: t.GetAllOptions, status?: readonly string[]) {
    const { engine } = this
    engine.assertOpen()
    const past = await readPast(engine.store, options.knownAt)
    const selection = { ...(await readSelection(call, options, engine.scope, engine.now())), past: past?.rows }
    const request = readPageRequest(options)
    await engine.indexes.catchUp()
    const { rows, ...page } = listRows(engine.catalog.rowsOf(selection), inTable(engine.catalog, table, selection, status), request)
    const records = await engine.store.read([table], (tx) => Promise.all(rows.map(async ({ no }) => (past?.records.get(no) as Tables[T] | undefined) ?? tx.get(table, no))))
    return { ...page, results: records.filter((record) => record !== undefined) }
  }

  private async change(body: (operation: Operation) => Promise<unknown>): Promise<t.OperationResult> {
    this.engine.assertOpen()
    let count = 0
    const { operationId, jobs } = await this.engine.operate(async (operation) => {
      await body(operation)
      count = operation.count
    }, 'strict')
    await this.engine.work(jobs)
    return { operationId, count }
  }

  private async erase(body: (operation: Operation, how: typeof Purge) => Promise<number>): Promise<t.OperationResult> {
    this.engine.assertOpen()
    const how = await import('./manage/purge.js')
    const { operationId, value, jobs } = await this.engine.operate((operation) => body(operation, how), 'strict')
    await this.engine.work(jobs)
    await this.engine.indexes.settled()
    return { operationId, count: value }
  }
}
