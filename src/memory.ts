import type { ExportOptions, ImportOptions, ImportReport, ImportSource } from './backup/types.js'
import type { EncryptedStore } from './encryption/index.js'
import type { ChangeKeyOptions, EncryptionKey } from './encryption/types.js'
import type { Engine } from './engine/engine.js'
import type { MemoryListener } from './engine/events.js'
import type { OpenOptions } from './engine/open-options.js'
import { checkUpdateOptions, requireId } from './manage/checks.js'
import type {
  DeleteOptions,
  Health,
  HistoryItem,
  Job,
  JobsOptions,
  OperationResult,
  UpdateInput,
  UpdateOptions,
} from './manage/types.js'
import { Calls } from './memory/calls.js'
import { entityCalls, type EntityCalls } from './memory/entities.js'
import { messageCalls, type MessageCalls } from './memory/messages.js'
import { openEngine } from './memory/open.js'
import { lazily } from './platform/lazily.js'
import { search } from './read/search.js'
import type {
  ContextOptions,
  ContextResult,
  GetAllOptions,
  MemoryItem,
  MessageItem,
  Page,
  SearchOptions,
  SearchResult,
  WhyResult,
} from './read/types.js'
import { InputError } from './values/errors.js'
import { flag } from './values/options.js'
import { requireScope, type ScopeInput } from './values/scope.js'
import type { RepairReport, VerifyReport } from './verify/types.js'
import { add } from './write/add.js'
import type { AddInput, AddOptions, AddResult, MemoryChange } from './write/types.js'

/**
 * Long-term memory of a chat application, inside the page. What each call means is said here; how it is done, in the
 * folders.
 */
export class Memory {
  /** The messages as they were said. */
  readonly messages: MessageCalls
  /** The people, organizations, places and things that stored texts mention. */
  readonly entities: EntityCalls
  private readonly calls: Calls

  private constructor(private readonly engine: Engine) {
    this.calls = new Calls(engine)
    this.messages = messageCalls(this.calls)
    this.entities = entityCalls(this.calls)
  }

  /**
   * Opens the memory named `name`, creating it when it is new. The model is loaded when first needed, not here:
   * without one, messages are still kept and found by keywords.
   * @throws StoreError `STORE_UNAVAILABLE`, `STORE_BLOCKED`, `STORE_OUTDATED`, `KEY_REQUIRED`, `WRONG_KEY`, `NOT_ENCRYPTED`; InputError
   *   `INVALID_INPUT`, `UNKNOWN_OPTION`.
   */
  static async open(options: OpenOptions): Promise<Memory> {
    return new Memory(await openEngine(options))
  }

  /**
   * Stores what was said, durably before anything else, and makes it searchable. Adding the same conversation again
   * adds nothing. Resolves when it is embedded, or stored where it could not be embedded yet (`report.embedding` says
   * which).
   * @throws InputError before anything is stored; StoreError `QUOTA_EXCEEDED` and others when nothing could be.
   */
  async add(input: AddInput, options?: AddOptions): Promise<AddResult> {
    this.engine.assertOpen()
    return add(this.engine, input, options)
  }

  /** The stored texts that answer a question best, by meaning and by words, with their evidence. */
  async search(query: string, options?: SearchOptions): Promise<SearchResult> {
    this.engine.assertOpen()
    return search(this.engine, query, options)
  }

  /**
   * Why a memory or message did not come back for a query, or did: its rank and score beside that of the last result,
   * or what kept it out. Options as for `search`. Of what is outside the scope it says nothing.
   */
  async why(query: string, id: string, options?: Omit<SearchOptions, 'explain' | 'secrets'>): Promise<WhyResult> {
    this.engine.assertOpen()
    const { why } = await lazily(() => import('./read/show/why.js'))
    return why(this.engine, query, requireId('why()', id), options)
  }

  /** A block for a prompt: what is relevant to the query, dated, within a token budget, and delimited as data. */
  async context(query: string, options?: ContextOptions): Promise<ContextResult> {
    this.engine.assertOpen()
    const { buildContext } = await lazily(() => import('./read/context/context.js'))
    return buildContext(this.engine, query, options)
  }

  /**
   * The memory or message with this id in the default scope or the one given, deleted ones included; null when there is
   * none.
   */
  async get(id: string, scope?: ScopeInput): Promise<MemoryItem | MessageItem | null> {
    const wanted = this.calls.scopeOf('get()', scope, [])
    requireId('get()', id)
    return (await lazily(() => import('./manage/get.js'))).getRow(this.engine.store, id, wanted)
  }

  /** The memories of a scope, page by page. For messages: `messages.list()`. */
  async getAll(options: GetAllOptions = {}): Promise<Page<MemoryItem>> {
    this.engine.assertOpen()
    return (await lazily(() => import('./read/list/pages.js'))).memoryPage(this.engine, options)
  }

  /**
   * Changes a memory's text, metadata, categories or expiry; `null` removes one of the last three.
   * @throws InputError `NOT_FOUND`; ConflictError when `ifRevision` no longer holds or another memory says the same.
   */
  async update(id: string, input: UpdateInput, options: UpdateOptions & ScopeInput = {}): Promise<MemoryItem> {
    const scope = this.calls.scopeOf('update()', options, ['ifRevision', 'reason'])
    checkUpdateOptions(options)
    const { readPatch, updateMemory, memoryItem } = await lazily(() => import('./manage/update.js'))
    const patch = await readPatch(input, await this.engine.secretFinder())
    const { value, jobs } = await this.engine.operate(
      (operation) => updateMemory(operation, requireId('update()', id), scope, patch, options),
      'strict',
    )
    await this.engine.work(jobs)
    return memoryItem(value)
  }

  /**
   * Forgets a memory: hidden from every read, undoable. `withEvidence` also hides its messages; `purge` erases it for
   * good.
   */
  async delete(id: string, options: DeleteOptions & ScopeInput = {}): Promise<OperationResult> {
    const scope = this.calls.scopeOf('delete()', options, ['ifRevision', 'reason', 'withEvidence', 'purge'])
    checkUpdateOptions(options)
    const withEvidence = flag('withEvidence', options.withEvidence, false)
    if (flag('purge', options.purge, false))
      return this.calls.erase(async (operation, { purgeOne, requireMemory }) => {
        const memory = await requireMemory(operation.tx, requireId('delete()', id), scope, options.ifRevision)
        return purgeOne(operation, { table: 'memories', row: memory }, withEvidence)
      })
    const { deleteMemory } = await lazily(() => import('./manage/delete.js'))
    return this.calls.change((operation) => deleteMemory(operation, requireId('delete()', id), scope, options))
  }

  /** Erases every message and memory of a scope, with their history; cannot be undone. For everything: `reset()`. */
  async deleteAll(scope?: ScopeInput): Promise<OperationResult> {
    const wanted = requireScope(
      this.calls.scopeOf('deleteAll()', scope, []),
      'deleteAll()',
      'Pass userId, agentId, appId or runId. To erase everything of everyone use reset().',
    )
    return this.calls.erase((operation, { purgeScope }) => purgeScope(operation, wanted))
  }

  /**
   * Erases one memory or message, with its history, quotes, vectors and words; cannot be undone.
   * A memory takes the messages along that it repeats word for word; `withEvidence`: all it came from.
   */
  async purge(id: string, options: { withEvidence?: boolean } & ScopeInput = {}): Promise<OperationResult> {
    const scope = this.calls.scopeOf('purge()', options, ['withEvidence'])
    const withEvidence = flag('withEvidence', options.withEvidence, false)
    return this.calls.erase(async (operation, { purgeOne, find, notFound }) => {
      const found = await find(operation.tx, requireId('purge()', id), scope)
      if (!found) throw notFound('memory or message', id)
      return purgeOne(operation, found, withEvidence)
    })
  }

  /** What happened to a memory or message, oldest first. */
  async history(id: string, scope?: ScopeInput): Promise<HistoryItem[]> {
    const wanted = this.calls.scopeOf('history()', scope, [])
    const { historyOf } = await lazily(() => import('./manage/history.js'))
    return historyOf(this.engine, requireId('history()', id), wanted)
  }

  /** Reverts one operation as a whole. @throws ConflictError when a later one touched the same rows. */
  async undo(operationId: string, scope?: ScopeInput): Promise<OperationResult> {
    requireId('undo()', operationId)
    const wanted = this.calls.scopeOf('undo()', scope, [])
    const { undoOperation } = await lazily(() => import('./manage/undo.js'))
    return this.calls.change((operation) => undoOperation(operation, operationId, wanted))
  }

  /**
   * Accepts a fact that waits for approval (`add` with `review: true`): it is reconciled with what is known by now, and
   * retrieved from then on.
   */
  async approve(id: string, scope?: ScopeInput): Promise<OperationResult & { results: MemoryChange[] }> {
    requireId('approve()', id)
    const wanted = this.calls.scopeOf('approve()', scope, [])
    const { approvePending } = await lazily(() => import('./manage/review.js'))
    const { operationId, value, jobs } = await approvePending(this.engine, id, wanted)
    await this.engine.work(jobs)
    return { operationId, count: value.length, results: value }
  }

  /** Declines a fact that waits for approval: it is closed, and what it was drawn from does not yield it again. */
  async reject(id: string, scope?: ScopeInput): Promise<OperationResult> {
    requireId('reject()', id)
    const wanted = this.calls.scopeOf('reject()', scope, [])
    const { rejectPending } = await lazily(() => import('./manage/review.js'))
    return this.calls.change((operation) => rejectPending(operation, id, wanted))
  }

  /**
   * When a run has ended: its lasting facts are offered to the scope without it, as pending memories to `approve` or
   * `reject`. What it offered before, and what is known there, is not offered again.
   */
  async promote(runId: string, scope?: ScopeInput): Promise<OperationResult & { results: MemoryChange[] }> {
    const run = { ...this.calls.scopeOf('promote()', scope, []), runId: requireId('promote()', runId) }
    const { promoteRun } = await lazily(() => import('./manage/promote.js'))
    const { operationId, value, jobs } = await promoteRun(this.engine, run)
    await this.engine.work(jobs)
    return { operationId, count: value.length, results: value }
  }

  /** Work that is left in a scope, the oldest first: vectors and facts that wait, and what was given up. */
  async jobs(options: JobsOptions = {}): Promise<Job[]> {
    const scope = this.calls.scopeOf('jobs()', options, ['state'])
    const { listJobs } = await lazily(() => import('./manage/jobs.js'))
    return listJobs(this.engine, scope, options.state)
  }

  /**
   * Tries a job again at once, or without an id all that wait or were given up; resolves with those that are left of
   * them.
   */
  async retry(jobId?: string, scope?: ScopeInput): Promise<Job[]> {
    const wanted = this.calls.scopeOf('retry()', scope, [])
    const { retryJobs } = await lazily(() => import('./manage/jobs.js'))
    return retryJobs(this.engine, wanted, jobId)
  }

  /** Gives a job up, also one under way: what was stored stays, and `retry` takes the job up again. */
  async cancel(jobId: string, scope?: ScopeInput): Promise<void> {
    const wanted = this.calls.scopeOf('cancel()', scope, [])
    const { cancelJob } = await lazily(() => import('./manage/jobs.js'))
    await cancelJob(this.engine, wanted, jobId)
  }

  /** Erases everything of every scope. */
  async reset(): Promise<void> {
    this.engine.assertOpen()
    await (await lazily(() => import('./manage/reset.js'))).resetStore(this.engine)
  }

  /**
   * The whole store, or one scope of it, as a file (NDJSON in gzip) of one state of the store, whatever is written
   * meanwhile. The format stands in docs/backup.md. Reading the stream fails with `CONFLICT` when the store is reset or
   * replaced before its end.
   */
  async export(options: ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    this.engine.assertOpen()
    return (await lazily(() => import('./backup/export.js'))).exportStore(this.engine, options)
  }

  /**
   * Takes in what `export()` wrote, or a JSON list of memories: all of it or nothing. Importing the same again changes
   * nothing.
   * @throws InputError `IMPORT_REFUSED` with the line and the reason when the file is damaged, cut off or of a newer
   *   version; the store is then as it was.
   */
  async import(source: ImportSource, options: ImportOptions = {}): Promise<ImportReport> {
    this.engine.assertOpen()
    return (await lazily(() => import('./backup/import.js'))).importInto(this.engine, source, options)
  }

  /**
   * Looks through the whole store, of every scope, for what does not fit together. Changes nothing; writes wait
   * meanwhile.
   */
  async verify(): Promise<VerifyReport> {
    this.engine.assertOpen()
    return (await lazily(() => import('./verify/verify.js'))).verifyStore(this.engine)
  }

  /**
   * Mends what `verify()` finds, as far as it follows from what is there; what it changes of a memory is in its
   * history.
   */
  async repair(): Promise<RepairReport> {
    this.engine.assertOpen()
    return (await lazily(() => import('./verify/repair.js'))).repairStore(this.engine)
  }

  /**
   * Locks an encrypted store with another key. `reencrypt`: also gives every scope a new key and writes all rows anew;
   * other tabs must then open it again.
   * @throws InputError `INVALID_INPUT` when the store is not encrypted; StoreError `WRONG_KEY` when another tab changed
   *   the key before.
   */
  async changeKey(key: EncryptionKey, options?: ChangeKeyOptions): Promise<void> {
    this.engine.assertOpen()
    const store = this.engine.store as Partial<EncryptedStore>
    if (!store.changeKey)
      throw new InputError('INVALID_INPUT', 'This memory is not encrypted.', {
        hint: 'Open it with Memory.open({ encryption }).',
      })
    await store.changeKey(key, options)
    // So that the other tabs notice.
    await this.engine.committed()
  }

  /** Calls back on changes by this instance and other tabs; the function returned ends it. */
  subscribe(listener: MemoryListener): () => void {
    this.engine.assertOpen()
    if (typeof listener !== 'function')
      throw new InputError('INVALID_INPUT', 'subscribe() takes a function.', { value: listener })
    return this.engine.subscribe(listener)
  }

  /**
   * Loads the embedding model and the indexes before they are needed, for instance while the user reads the page, so
   * that the first `search` or `context` need not wait. Rejects with a `MODEL_…` code where the model cannot be loaded;
   * words then go on answering.
   * @example
   * memory.preload().catch((error) => showNotice(error.message))
   */
  async preload(): Promise<void> {
    this.engine.assertOpen()
    await Promise.all([this.engine.embedder?.load(), this.engine.indexes.settled()])
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
  async health(): Promise<Health> {
    this.engine.assertOpen()
    return (await lazily(() => import('./manage/health.js'))).healthOf(this.engine)
  }

  /**
   * Asks the browser to keep what this site stores, whatever it has to delete; Firefox asks the user, so call it when
   * the user expects that. Resolves with whether the browser keeps it: false in workers, which cannot ask.
   */
  async persist(): Promise<boolean> {
    return (await lazily(() => import('./storage/persist.js'))).persist()
  }

  /** Finishes the commit under way and lets go of everything. Work that is left is resumed at the next open. */
  async close(): Promise<void> {
    await this.engine.close()
  }
}
