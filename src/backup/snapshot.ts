import { ConflictError } from '../values/errors.js'
import { scopeMatches, type Scope } from '../values/scope.js'
import { lastChange, readChanges, readEpoch } from '../store/changes.js'
import type {
  ChangeRecord,
  HistoryRecord,
  JobRecord,
  MemoryRecord,
  MessageRecord,
  TableName,
} from '../store/records.js'
import { flawOf } from '../store/integrity.js'
import { liveRows, SEGMENT_TABLES } from '../store/segments.js'
import { selectRows } from '../store/vector-rows.js'
import type { Reader, Store } from '../store/store.js'
import type { Line, MemoryRow, MessageRow } from '../store/rows/format.js'
import { fromHistory, fromMemory, fromMessage, fromSummary, jobRow } from '../store/rows/row-checks.js'
import { repaired } from '../store/rows/repair-row.js'
import { Malformed } from '../store/rows/shape.js'

/** Rows read in one request. */
const BATCH = 200
const TABLES: readonly TableName[] = [
  'meta',
  'changes',
  'messages',
  'memories',
  'history',
  'summaries',
  'jobs',
  ...SEGMENT_TABLES,
]
const PHASES = ['messages', 'memories', 'history', 'vectors', 'summariesAndJobs'] as const

export interface SnapshotOptions {
  scope: Scope
  history: boolean
  vectors: boolean
}

/**
 * Reads the rows of a scope in many short transactions that together yield one consistent state of the store.
 *
 * Invariant after each transaction: the lines so far, where a later line overrides an earlier one of the same row,
 * describe everything up to the cursor as this transaction sees it. To keep it, each transaction first reads the
 * changes since the one before, emits the changed rows up to the cursor again, and only then reads on. So at the end
 * the lines are the store as the last transaction saw it, at change number `change`.
 */
export class Snapshot {
  /** The change number of the state that the lines describe. */
  change = 0
  /** Rows left out because they are damaged. */
  damaged = 0
  /** Index in `PHASES` of the table being read. */
  private phase = 0
  /** The last key read in that table. */
  private cursor = 0
  private epoch: string | undefined
  private started = false
  /** Documents that the lines include, with their table. */
  private readonly documents = new Map<number, 'messages' | 'memories'>()

  constructor(
    private readonly store: Store,
    private readonly options: SnapshotOptions,
  ) {}

  /**
   * @throws ConflictError `CONFLICT` when the store was reset or replaced meanwhile, or when more rows changed between
   * two reads than the store keeps change rows for (10,000)
   */
  async *lines(): AsyncGenerator<Line[], void, undefined> {
    while (this.phase < PHASES.length) yield await this.store.read(TABLES, (tx) => this.step(tx))
  }

  /** One transaction. */
  private async step(tx: Reader): Promise<Line[]> {
    const lines = await this.catchUp(tx)
    while (this.phase < PHASES.length) {
      const rows = await this.next(tx)
      lines.push(...rows)
      if (rows.length > 0) break
      this.phase++
      this.cursor = 0
    }
    return lines
  }

  private async catchUp(tx: Reader): Promise<Line[]> {
    const epoch = await readEpoch(tx)
    if (!this.started) {
      this.started = true
      this.epoch = epoch
      this.change = await lastChange(tx)
      return []
    }
    const { changes, complete, last } = await readChanges(tx, this.change)
    if (epoch !== this.epoch || !complete)
      throw new ConflictError('CONFLICT', 'The store was reset, or changed too much, while it was being exported.', {
        hint: 'Export it again, and read the stream without long pauses.',
      })
    this.change = last
    return this.correct(tx, changes)
  }

  /** Lines that bring everything up to the cursor in line with the changes. */
  private async correct(tx: Reader, changes: readonly ChangeRecord[]): Promise<Line[]> {
    const lines: Line[] = []
    const rows = new Set(
      changes
        .filter(({ table, key }) => (table === 'messages' || table === 'memories') && this.isRead(table, key))
        .map(({ table, key }) => `${table} ${key}`),
    )
    for (const one of rows) {
      const [table, key] = one.split(' ') as ['messages' | 'memories', string]
      const no = Number(key)
      const row = await tx.get(table, no)
      const updated = row ? this.document(table, row) : []
      if (updated.length === 0) {
        if (this.documents.delete(no)) lines.push({ kind: 'remove', row: { document: no } })
        continue
      }
      lines.push(...updated)
      // A purge may have removed quotes from the row's earlier history.
      if (row) lines.push(...(await this.historyOf(tx, row)))
    }
    if (this.isRead('vectors', 0))
      for (const { table, key, operation } of changes)
        // Vectors that replaced them are in a later segment, with a higher number, which is yet to be read.
        if (table === 'tombstones' && operation === 'put' && this.documents.has(key))
          lines.push({ kind: 'remove', row: { vectors: key } })
    return lines
  }

  /** Whether the cursor is at or beyond this row. */
  private isRead(table: (typeof PHASES)[number], key: number): boolean {
    const phase = PHASES.indexOf(table)
    return this.phase > phase || (this.phase === phase && key <= this.cursor)
  }

  /** The next lines of the phase; none at its end. */
  private async next(tx: Reader): Promise<Line[]> {
    const range = { from: this.cursor, after: true, limit: BATCH, unreadable: true }
    const phase = PHASES[this.phase]
    if (phase === 'vectors') return this.options.vectors ? this.nextVectors(tx) : []
    if (phase === 'summariesAndJobs') return this.summariesAndJobs(tx)
    for (;;) {
      const rows: (MessageRecord | MemoryRecord | HistoryRecord)[] =
        phase === 'history'
          ? this.options.history
            ? await tx.list('history', range)
            : []
          : await tx.list(phase as 'messages', range)
      const last = rows.at(-1)
      if (!last) return []
      this.cursor = range.from = 'n' in last ? last.n : last.no
      const lines =
        phase === 'history'
          ? rows.flatMap((row) => this.event(row as HistoryRecord))
          : rows.flatMap((row) => this.document(phase as 'messages', row as MessageRecord))
      // A batch may consist of other scopes' rows only: that is not the end.
      if (lines.length > 0) return lines
    }
  }

  private document(table: 'messages' | 'memories', row: MessageRecord | MemoryRecord): Line[] {
    if (!scopeMatches(row.scope, this.options.scope)) return []
    if (table === 'messages')
      return this.unlessDamaged(row as MessageRecord, fromMessage, (one) => {
        this.documents.set(one.no, table)
        return { kind: table, row: one }
      })
    return this.unlessDamaged(row as MemoryRecord, fromMemory, (one) => {
      this.documents.set(one.no, table)
      return { kind: table, row: one }
    })
  }

  private event(row: HistoryRecord): Line[] {
    if (this.documents.get(row.no) !== row.table) return []
    return this.unlessDamaged(row, fromHistory, ({ before, after, ...event }) => {
      return {
        kind: 'history',
        row: {
          ...event,
          ...(before ? { before: this.withoutErased(before) } : {}),
          ...(after ? { after: this.withoutErased(after) } : {}),
        },
      }
    })
  }

  /** Without references to messages that were erased. */
  private withoutErased<R extends MessageRow | MemoryRow>(row: R): R {
    const { previousNo, verbatimNo, ...fields } = row as R & { previousNo?: number; verbatimNo?: number }
    const exists = (no: number | undefined): boolean => no !== undefined && this.documents.get(no) === 'messages'
    return {
      ...fields,
      ...(exists(previousNo) ? { previousNo } : {}),
      ...(exists(verbatimNo) ? { verbatimNo } : {}),
    } as R
  }

  private async historyOf(tx: Reader, { id, no }: MessageRecord | MemoryRecord): Promise<Line[]> {
    if (!this.options.history) return []
    const rows = await tx.list('history', { index: 'row', only: [id] })
    return rows.filter((row) => row.no === no && this.isRead('history', row.n)).flatMap((row) => this.event(row))
  }

  private async nextVectors(tx: Reader): Promise<Line[]> {
    const [segments, tombstones] = await Promise.all([
      tx.list('segments', { from: this.cursor, after: true, limit: 8 }),
      tx.list('tombstones'),
    ])
    const deleted = new Map(tombstones.map(({ no, before }) => [no, before]))
    const lines: Line[] = []
    for (const segment of segments) {
      this.cursor = segment.id
      const vectors = await tx.get('vectors', segment.id)
      if (!vectors || flawOf(segment, vectors) !== undefined) {
        this.damaged++
        continue
      }
      const { fingerprint, dimensions, labels, rows } = liveRows(segment, vectors, deleted)
      const wanted = Array.from(labels.keys()).filter((i) => this.documents.has(labels[i] as number))
      if (wanted.length === 0) continue
      lines.push({
        kind: 'vectors',
        row: {
          fingerprint,
          dimensions,
          nos: wanted.map((i) => labels[i] as number),
          rows: selectRows(rows, dimensions, wanted),
        },
      })
    }
    // Segments may have no row of the scope: that is not the end.
    return lines.length > 0 || segments.length === 0 ? lines : this.nextVectors(tx)
  }

  /** These are few: all are read in one transaction, the last, so that no later change concerns them. */
  private async summariesAndJobs(tx: Reader): Promise<Line[]> {
    const [summaries, jobs] = await Promise.all([tx.list('summaries'), tx.list('jobs')])
    this.phase = PHASES.length
    return [
      ...summaries
        .filter(({ scope }) => scopeMatches(scope, this.options.scope))
        .flatMap((row) => this.unlessDamaged(row, fromSummary, (one) => ({ kind: 'summaries', row: one }))),
      ...jobs.sort((a, b) => a.n - b.n || (a.id < b.id ? -1 : 1)).flatMap((row) => this.job(row)),
    ]
  }

  private job({ id, kind, nos, scope, review, categories, expiresAt, state, error }: JobRecord): Line[] {
    const exported = nos.filter((no) => this.documents.has(no))
    // Texts that wait for vectors are recognized on import by having none.
    if (kind === 'embed' || exported.length === 0) return []
    const request = { review, categories, expiresAt }
    const row = { id, kind, nos: exported, scope, ...request, state: state === 'failed' ? state : 'waiting', error }
    return this.unlessDamaged(
      row,
      (one) => jobRow(one, 'job'),
      (one) => ({ kind: 'jobs', row: one }),
    )
  }

  /** The line of a record, with values out of range replaced as `repair()` would; none if the record is damaged. */
  private unlessDamaged<R extends object, F>(record: R, from: (record: R) => F, line: (row: F) => Line): Line[] {
    let row: F
    try {
      row = from(record)
    } catch (cause) {
      if (!(cause instanceof Malformed)) throw cause
      const copy = repaired(record, from, 0)
      if (!copy) {
        this.damaged++
        return []
      }
      row = from(copy)
    }
    return [line(row)]
  }
}
