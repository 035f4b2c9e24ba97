import { scopeKey } from '../values/scope.js'
import type { Commit } from '../store/changes.js'
import type { HistoryRecord, MemoryRecord, MessageRecord } from '../store/records.js'
import type { HistoryRow, JobRow, MemoryRow, MessageRow, SummaryRow } from '../store/rows/format.js'
import { ImportRecords, type RecordSettings } from './import-records.js'
import { importVectors } from './import-vectors.js'
import { joinedEvidence } from './plan.js'
import { linesIn, type Stage } from './stage.js'

/** Texts that one embedding job is to process at most. */
const JOB_TEXTS = 2_000

export interface ImportSettings extends RecordSettings {
  operationId: string
  now: number
  newId: () => string
  /** The instance that will process the jobs. */
  owner: string
  /** The embedder in use; undefined: there is none, and the vectors of every embedder are imported. */
  fingerprint: string | undefined
  /** Values in each of its vectors. */
  dimensions: number | undefined
}

/** Jobs that the import created or brought with it. */
export interface PendingJobs {
  /** Ids of embedding jobs. */
  embed: string[]
  /** Ids of extraction jobs. */
  extract: string[]
  /** Texts without vectors yet. */
  waiting: number
}

/** Carries out a plan, in one commit. */
export class ImportWriter {
  private readonly records: ImportRecords
  /** Change number in the file → in the store. */
  private readonly changes = new Map<number, number>()
  /** Documents of the file that come with history, by number in the file. */
  private readonly withHistory = new Set<number>()
  /** New active texts that need vectors of their own, by document number in the store. */
  private readonly texts = new Set<number>()
  /** Verbatim memories, by number in the file: they use the vector of their message. */
  private readonly verbatim = new Set<number>()
  /** Marks imported history where the store had a history before. */
  private importMark: string | undefined

  constructor(
    private readonly commit: Commit,
    private readonly settings: ImportSettings,
  ) {
    this.records = new ImportRecords(commit, settings)
  }

  /** @param onLines called with the number of lines after each part */
  async run(stage: Stage, onLines: (lines: number) => void): Promise<PendingJobs> {
    const { commit, records } = this
    const { plan, fingerprint, dimensions } = this.settings
    const { tx } = commit
    await this.assignNumbers()
    for await (const lines of linesIn(stage, tx, 'messages', 'memories', 'history')) {
      await Promise.all(
        lines.map(([line]) =>
          line.kind === 'history'
            ? this.putHistory(line.row)
            : line.kind === 'messages'
              ? this.putMessage(line.row)
              : this.putMemory(line.row),
        ),
      )
      onLines(lines.length)
    }
    await this.putEvidence()
    const vectors = {
      fingerprint,
      dimensions,
      isWanted: (fileNo: number): boolean => plan.added.has(fileNo) && !this.verbatim.has(fileNo),
      numberOf: (fileNo: number): number => records.numberOf(fileNo),
    }
    const embedded = await importVectors(commit, stage, vectors, onLines)
    const extract: string[] = []
    for await (const lines of linesIn(stage, tx, 'summaries', 'jobs'))
      for (const [line] of lines) {
        if (line.kind === 'summaries') await this.putSummary(line.row)
        else extract.push(...(await this.putJob(line.row)))
      }
    const waiting = [...this.texts].filter((no) => !embedded.has(no))
    return { embed: await this.putEmbeddingJobs(waiting), extract, waiting: waiting.length }
  }

  /**
   * Assigns all document and change numbers, in the order of the file, before the first row is written: rows refer to
   * earlier and later ones.
   */
  private async assignNumbers(): Promise<void> {
    const { commit, settings } = this
    const { plan, contents } = settings
    if ((await commit.tx.count('history')) > 0) this.importMark = settings.operationId
    for (const no of ascending(plan.added)) plan.numbers.set(no, commit.nextDocument())
    for (const [no, original] of plan.duplicates) plan.numbers.set(no, plan.numbers.get(original) as number)
    for (const n of ascending(contents.history.keys())) {
      const { no, table } = contents.history.get(n) as { no: number; table: 'messages' | 'memories' }
      if (!plan.added.has(no)) continue
      this.withHistory.add(no)
      this.changes.set(n, commit.change(table, plan.numbers.get(no) as number))
    }
  }

  private async putMessage(row: MessageRow): Promise<void> {
    if (!this.settings.plan.added.has(row.no)) return
    const record = this.records.message(row)
    if (record.status === 'active') this.texts.add(record.no)
    await Promise.all([this.commit.tx.put('messages', record), this.beginHistory('messages', row.no, record)])
  }

  private async putMemory(row: MemoryRow): Promise<void> {
    const { plan } = this.settings
    if (!plan.added.has(row.no)) return
    const record = this.records.memory(row, false)
    const more = plan.duplicateEvidence.get(row.no)
    if (more) record.evidence = joinedEvidence(record.evidence, more)
    if (record.verbatimNo !== undefined) this.verbatim.add(row.no)
    else if (record.status === 'active') this.texts.add(record.no)
    await Promise.all([this.commit.tx.put('memories', record), this.beginHistory('memories', row.no, record)])
  }

  /** Starts the history of a row that comes without one: its first event is the import. */
  private async beginHistory(
    table: 'messages' | 'memories',
    fileNo: number,
    record: MessageRecord | MemoryRecord,
  ): Promise<void> {
    if (this.withHistory.has(fileNo)) return
    const { operationId, now } = this.settings
    const n = this.commit.change(table, record.no)
    await this.commit.tx.put('history', {
      n,
      operationId,
      table,
      id: record.id,
      no: record.no,
      event: 'ADD',
      after: record,
      at: now,
      reason: 'imported',
    })
  }

  private async putHistory({ before, after, ...row }: HistoryRow): Promise<void> {
    const n = this.changes.get(row.n)
    if (n === undefined) return
    const { records } = this
    const record = (one: MessageRow | MemoryRow): MessageRecord | MemoryRecord =>
      row.table === 'messages' ? records.message(one as MessageRow) : records.memory(one as MemoryRow, true)
    const imported = row.imported ?? this.importMark
    const event: HistoryRecord = {
      ...row,
      n,
      id: row.table === 'messages' ? row.id : records.idOf(row.id),
      no: records.numberOf(row.no),
      ...(before ? { before: record(before) } : {}),
      ...(after ? { after: record(after) } : {}),
      ...(imported === undefined ? {} : { imported }),
    }
    await this.commit.tx.put('history', event)
  }

  /** Adds the file's evidence to memories that the store had before. */
  private async putEvidence(): Promise<void> {
    const { commit, settings } = this
    for (const [no, added] of settings.plan.addedEvidence) {
      const before = await commit.tx.get('memories', no)
      if (!before) continue
      const after: MemoryRecord = {
        ...before,
        evidence: joinedEvidence(before.evidence, added),
        revision: before.revision + 1,
        updatedAt: settings.now,
      }
      await commit.tx.put('memories', after)
      commit.history({
        operationId: settings.operationId,
        table: 'memories',
        id: after.id,
        no,
        event: 'UPDATE',
        before,
        after,
        at: settings.now,
        reason: 'evidence imported',
      })
    }
  }

  private async putSummary(row: SummaryRow): Promise<void> {
    const { plan, mapping } = this.settings
    const mapped = mapping.of(row.scope)
    const upTo = this.records.messageNumber(row.upTo, row.scope)
    // A summary that this store has already describes the conversation held here: it stays.
    if (upTo === undefined || !plan.added.has(row.upTo) || (await this.commit.tx.get('summaries', mapped.scopeKey)))
      return
    await this.commit.tx.put('summaries', { ...row, text: this.records.masked(row.text), ...mapped, upTo })
  }

  /** Returns the job's id if it is to be processed. */
  private async putJob(row: JobRow): Promise<string[]> {
    const { plan, mapping, contents, owner, newId } = this.settings
    // A job processes the messages of one scope only.
    const key = row.scope ? scopeKey(row.scope) : contents.documents.get(row.nos[0] as number)?.scopeKey
    const nos = row.nos
      .filter((no) => plan.added.has(no) && key !== undefined && contents.isMessage(no, key))
      .map((no) => this.records.numberOf(no))
    if (nos.length === 0) return []
    const id = (await this.commit.tx.get('jobs', row.id)) ? newId() : row.id
    await this.commit.tx.put('jobs', {
      ...row,
      ...(row.scope ? { scope: mapping.of(row.scope).scope } : {}),
      id,
      nos,
      attempts: 0,
      owner,
      n: this.commit.lastChange,
    })
    return row.state === 'waiting' ? [id] : []
  }

  private async putEmbeddingJobs(nos: number[]): Promise<string[]> {
    const { fingerprint, owner, newId } = this.settings
    if (fingerprint === undefined) return []
    const jobs: string[] = []
    for (let i = 0; i < nos.length; i += JOB_TEXTS) {
      const id = newId()
      await this.commit.tx.put('jobs', {
        id,
        kind: 'embed',
        nos: nos.slice(i, i + JOB_TEXTS),
        state: 'waiting',
        attempts: 0,
        owner,
        n: this.commit.lastChange,
      })
      jobs.push(id)
    }
    return jobs
  }
}

const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b)
