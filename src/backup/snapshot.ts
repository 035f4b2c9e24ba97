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
import { flawOf } from '../store/intact.js'
import { liveRows, SEGMENT_TABLES } from '../store/segments.js'
import type { Reader, Store } from '../store/store.js'
import type { Line, MemoryRow, MessageRow } from '../store/rows/format.js'
import { fromHistory, fromMemory, fromMessage, fromSummary, jobRow } from '../store/rows/rows.js'
import { repaired } from '../store/rows/repair-row.js'
import { Malformed } from '../store/rows/shape.js'

/** Rows, and vectors, read at once. */
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
const PHASES = ['messages', 'memories', 'history', 'vectors', 'rest'] as const

export interface SnapshotOptions {
  scope: Scope
  history: boolean
  vectors: boolean
}

/**
 * The rows of a scope as lines, read in many short transactions, and yet one state of the store. What holds after each
 * of them: the lines so far, a later one in place of an earlier one of the same row, say of all that has been passed
 * what this transaction sees. For each reads the changes since the one before, writes anew what they touch of what was
 * passed, and then goes on. So at the end the lines are the store as the last transaction, the one of change `change`,
 * saw it.
 */
export class Snapshot {
  /** The change up to which the lines are the store. */
  change = 0
  /** Rows left out because they are damaged. */
  damaged = 0
  private phase = 0
  /** The last key passed in the phase's table. */
  private cursor = 0
  private epoch: string | undefined
  private begun = false
  /** Documents that are in the file, with their table. */
  private readonly documents = new Map<number, 'messages' | 'memories'>()

  constructor(
    private readonly store: Store,
    private readonly options: SnapshotOptions,
  ) {}

  /**
   * @throws ConflictError `CONFLICT` when the store was reset or replaced meanwhile, or changed more than it keeps
   * count of.
   */
  async *lines(): AsyncGenerator<Line[], void, undefined> {
    while (this.phase < PHASES.length) yield await this.store.read(TABLES, (tx) => this.step(tx))
  }

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
    if (!this.begun) {
      this.begun = true
      this.epoch = epoch
      this.change = await lastChange(tx)
      return []
    }
    const { changes, complete, last } = await readChanges(tx, this.change)
    if (epoch !== this.epoch || !complete)
      throw new ConflictError('CONFLICT', 'The store changed too much while it was exported.', {
        hint: 'Export it again, and read the stream without long pauses.',
      })
    this.change = last
    return this.correct(tx, changes)
  }

  /** What the changes touch of what was passed, written anew. */
  private async correct(tx: Reader, changes: readonly ChangeRecord[]): Promise<Line[]> {
    const lines: Line[] = []
    const rows = new Set(
      changes
        .filter(({ table, key }) => (table === 'messages' || table === 'memories') && this.passed(table, key))
        .map(({ table, key }) => `${table} ${key}`),
    )
    for (const one of rows) {
      const [table, key] = one.split(' ') as ['messages' | 'memories', string]
      const no = Number(key)
      const row = await tx.get(table, no)
      const written = row ? this.document(table, row) : []
      if (written.length === 0) {
        if (this.documents.delete(no)) lines.push({ kind: 'remove', row: { document: no } })
        continue
      }
      lines.push(...written)
      // A purge may have taken words out of what happened to it before.
      if (row) lines.push(...(await this.historyOf(tx, row)))
    }
    if (this.passed('vectors', 0))
      for (const { table, key, operation } of changes)
        // Rows that it has by now are in a segment yet to come: its number is above all that there were.
        if (table === 'tombstones' && operation === 'put' && this.documents.has(key))
          lines.push({ kind: 'remove', row: { vectors: key } })
    return lines
  }

  private passed(table: (typeof PHASES)[number], key: number): boolean {
    const phase = PHASES.indexOf(table)
    return this.phase > phase || (this.phase === phase && key <= this.cursor)
  }

  private async next(tx: Reader): Promise<Line[]> {
    const range = { from: this.cursor, after: true, limit: BATCH, unreadable: true }
    const phase = PHASES[this.phase]
    if (phase === 'vectors') return this.options.vectors ? this.nextVectors(tx) : []
    if (phase === 'rest') return this.rest(tx)
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
      // A stretch of other scopes' rows says nothing, which must not look like the end.
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
    return this.unlessDamaged(row, fromHistory, ({ before, after, ...rest }) => {
      return {
        kind: 'history',
        row: {
          ...rest,
          ...(before ? { before: this.closed(before) } : {}),
          ...(after ? { after: this.closed(after) } : {}),
        },
      }
    })
  }

  /** Without numbers of messages that were erased since. */
  private closed<R extends MessageRow | MemoryRow>(row: R): R {
    const { previousNo, verbatimNo, ...rest } = row as R & { previousNo?: number; verbatimNo?: number }
    const known = (no: number | undefined): boolean => no !== undefined && this.documents.get(no) === 'messages'
    return { ...rest, ...(known(previousNo) ? { previousNo } : {}), ...(known(verbatimNo) ? { verbatimNo } : {}) } as R
  }

  private async historyOf(tx: Reader, { id, no }: MessageRecord | MemoryRecord): Promise<Line[]> {
    if (!this.options.history) return []
    const rows = await tx.list('history', { index: 'row', only: [id] })
    return rows.filter((row) => row.no === no && this.passed('history', row.n)).flatMap((row) => this.event(row))
  }

  private async nextVectors(tx: Reader): Promise<Line[]> {
    const [segments, tombstones] = await Promise.all([
      tx.list('segments', { from: this.cursor, after: true, limit: 8 }),
      tx.list('tombstones'),
    ])
    const dead = new Map(tombstones.map(({ no, before }) => [no, before]))
    const lines: Line[] = []
    for (const segment of segments) {
      this.cursor = segment.id
      const vectors = await tx.get('vectors', segment.id)
      if (!vectors || flawOf(segment, vectors) !== undefined) {
        this.damaged++
        continue
      }
      const { fingerprint, dimensions, labels, rows } = liveRows(segment, vectors, dead)
      const wanted = Array.from(labels.keys()).filter((i) => this.documents.has(labels[i] as number))
      if (wanted.length === 0) continue
      const kept = new Float32Array(wanted.length * dimensions)
      wanted.forEach((from, to) => kept.set(rows.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions))
      lines.push({
        kind: 'vectors',
        row: { fingerprint, dimensions, nos: wanted.map((i) => labels[i] as number), rows: kept },
      })
    }
    // Segments without a row of the scope must not look like the end.
    return lines.length > 0 || segments.length === 0 ? lines : this.nextVectors(tx)
  }

  /** What there is little of, in the last transaction. */
  private async rest(tx: Reader): Promise<Line[]> {
    const [summaries, jobs] = await Promise.all([tx.list('summaries'), tx.list('jobs')])
    this.phase = PHASES.length
    return [
      ...summaries
        .filter(({ scope }) => scopeMatches(scope, this.options.scope))
        .flatMap((row) => this.unlessDamaged(row, fromSummary, (one) => ({ kind: 'summaries', row: one }))),
      ...jobs.sort((a, b) => a.n - b.n || (a.id < b.id ? -1 : 1)).flatMap((row) => this.job(row)),
    ]
  }

  private job({ id, kind, nos, scope, review, state, error }: JobRecord): Line[] {
    const left = nos.filter((no) => this.documents.has(no))
    if (kind === 'embed' || left.length === 0) return []
    const row = { id, kind, nos: left, scope, review, state: state === 'failed' ? state : 'waiting', error }
    return this.unlessDamaged(
      row,
      (one) => jobRow(one, 'job'),
      (one) => ({ kind: 'jobs', row: one }),
    )
  }

  /**
   * The line of a record, of which values that are out of range are replaced as `repair()` would; none where that is
   * not enough.
   */
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
