import { activeKey } from '../platform/identity.js'
import { scopeKey, type Scope } from '../values/scope.js'
import type { Commit } from '../store/changes.js'
import { maskedText, type SecretFinder, type SecretSpan } from '../secrets/span.js'
import type { HistoryRecord, JobRecord, MemoryRecord, MessageRecord } from '../store/records.js'
import { appendSegment } from '../store/segments.js'
import type { Contents } from './contents.js'
import type { HistoryRow, MemoryRow, MessageRow, SummaryRow, VectorsRow } from '../store/rows/format.js'
import { factHash, textHash } from '../store/rows/hash.js'
import type { Mapping } from './mapping.js'
import { joinedEvidence, sessionKey, type Plan } from './plan.js'
import { linesIn, type Stage } from './stage.js'

/** Rows of one segment: from there on it is sealed. */
const SEGMENT_ROWS = 512
/** Texts of one job that embeds them. */
const JOB_TEXTS = 2_000

export interface WriteSettings {
  plan: Plan
  mapping: Mapping
  contents: Contents
  operationId: string
  now: number
  newId: () => string
  /** The instance that does what is left to do. */
  owner: string
  /** Whose vectors are taken; undefined: all, since none can be made here. */
  fingerprint: string | undefined
  /** Values in a vector of the embedder in use. */
  dimensions: number | undefined
  /** Undefined: secrets are not looked for. */
  findSecrets: SecretFinder | undefined
}

/** What is left to do. */
export interface LeftWork {
  /** Jobs that give vectors, and jobs that draw facts. */
  embed: string[]
  extract: string[]
  /** Texts that wait for their vectors. */
  waiting: number
}

/** Carries out a plan, in one commit. */
export class ImportWriter {
  /** By number of the change in the file. */
  private readonly changes = new Map<number, number>()
  private readonly withHistory = new Set<number>()
  /** New texts of their own, by document number in the store. */
  private readonly texts = new Set<number>()
  private readonly embedded = new Set<number>()
  /** Document numbers in the file of memories that share the vector of the message that they repeat. */
  private readonly verbatim = new Set<number>()
  /** Set on history that joins another store's. */
  private mark: string | undefined

  constructor(
    private readonly commit: Commit,
    private readonly settings: WriteSettings,
  ) {}

  async run(stage: Stage, step: (lines: number) => void): Promise<LeftWork> {
    const { commit } = this
    const { tx } = commit
    await this.giveNumbers()
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
      step(lines.length)
    }
    await this.putEvidence()
    await this.putVectors(stage, step)
    const extract: string[] = []
    for await (const lines of linesIn(stage, tx, 'summaries', 'jobs'))
      for (const [line] of lines) {
        if (line.kind === 'summaries') await this.putSummary(line.row)
        else extract.push(...(await this.putJob(line.row)))
      }
    const waiting = [...this.texts].filter((no) => !this.embedded.has(no))
    return { embed: await this.leaveEmbedding(waiting), extract, waiting: waiting.length }
  }

  /**
   * All numbers, in the order of the file, before the first row is written: rows speak of each other in any direction.
   */
  private async giveNumbers(): Promise<void> {
    const { commit, settings } = this
    const { plan, contents } = settings
    if ((await commit.tx.count('history')) > 0) this.mark = settings.operationId
    for (const no of ascending(plan.added)) plan.numbers.set(no, commit.nextDocument())
    for (const [no, other] of plan.same) plan.numbers.set(no, plan.numbers.get(other) as number)
    for (const n of ascending(contents.history.keys())) {
      const { no, table } = contents.history.get(n) as { no: number; table: 'messages' | 'memories' }
      if (!plan.added.has(no)) continue
      this.withHistory.add(no)
      this.changes.set(n, commit.change(table, plan.numbers.get(no) as number))
    }
  }

  private async putMessage(row: MessageRow): Promise<void> {
    if (!this.settings.plan.added.has(row.no)) return
    const record = this.message(row)
    if (record.status === 'active') this.texts.add(record.no)
    await Promise.all([this.commit.tx.put('messages', record), this.begin('messages', row.no, record)])
  }

  private async putMemory(row: MemoryRow): Promise<void> {
    const { plan } = this.settings
    if (!plan.added.has(row.no)) return
    const record = this.memory(row, false)
    const shared = plan.shared.get(row.no)
    if (shared) record.evidence = joinedEvidence(record.evidence, shared)
    if (record.verbatimNo !== undefined) this.verbatim.add(row.no)
    else if (record.status === 'active') this.texts.add(record.no)
    await Promise.all([this.commit.tx.put('memories', record), this.begin('memories', row.no, record)])
  }

  /** The history of a row that comes without one begins with the import. */
  private async begin(
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
    const { plan } = this.settings
    const record = (one: MessageRow | MemoryRow): MessageRecord | MemoryRecord =>
      row.table === 'messages' ? this.message(one as MessageRow) : this.memory(one as MemoryRow, true)
    const imported = row.imported ?? this.mark
    const event: HistoryRecord = {
      ...row,
      n,
      id: row.table === 'messages' ? row.id : this.idOf(row.id),
      no: plan.numbers.get(row.no) as number,
      ...(before ? { before: record(before) } : {}),
      ...(after ? { after: record(after) } : {}),
      ...(imported === undefined ? {} : { imported }),
    }
    await this.commit.tx.put('history', event)
  }

  private message(given: MessageRow): MessageRecord {
    const { previousNo, session: _, ...row } = given
    const { mapping } = this.settings
    const previous = this.messageOf(previousNo, row.scope)
    const isEarlier = previous !== undefined && previous < this.numberOf(row.no)
    return {
      ...row,
      ...this.secretsIn(row.text),
      ...mapping.of(row.scope),
      no: this.numberOf(row.no),
      textHash: textHash(row.text),
      session: this.sessionOf(sessionKey(given)),
      ...(isEarlier ? { previousNo: previous } : {}),
    }
  }

  /** @param isPast a state of the row that history tells of */
  private memory(
    { verbatimNo, supersedes, supersededBy, linkedIds, ...row }: MemoryRow,
    isPast: boolean,
  ): MemoryRecord {
    const { plan, mapping } = this.settings
    const hash = factHash(row.text)
    const place = mapping.of(row.scope)
    const verbatim = this.messageOf(verbatimNo, row.scope)
    const link = (id: string | undefined): string | undefined =>
      id === undefined ? undefined : plan.linkOf(id, place.scopeKey, isPast)
    const [older, newer] = [link(supersedes), link(supersededBy)]
    const linked = linkedIds?.map(link).filter((id) => id !== undefined)
    return {
      ...row,
      ...this.secretsIn(row.text),
      ...place,
      id: this.idOf(row.id),
      no: this.numberOf(row.no),
      textHash: hash,
      evidence: plan.evidenceOf(row).map((one) => ({ ...one, quote: this.masked(one.quote) })),
      ...(row.status === 'active' ? { activeKey: activeKey(place.scopeKey, hash) } : {}),
      ...(verbatim === undefined ? {} : { verbatimNo: verbatim }),
      ...(older === undefined ? {} : { supersedes: older }),
      ...(newer === undefined ? {} : { supersededBy: newer }),
      ...(linked?.length ? { linkedIds: linked } : {}),
    }
  }

  private secretsIn(text: string): { secrets?: readonly SecretSpan[] } {
    const secrets = this.settings.findSecrets?.(text) ?? []
    return secrets.length > 0 ? { secrets } : {}
  }

  private masked(text: string): string {
    return maskedText({ text, ...this.secretsIn(text) })
  }

  /** Of a row, or of a row as it once was. */
  private numberOf(fileNo: number): number {
    return this.settings.plan.numbers.get(fileNo) as number
  }

  private idOf(id: string): string {
    return this.settings.plan.ids.get(id) ?? id
  }

  /**
   * The number here of a message that a row of the scope names; undefined where the file has no such message in the
   * scope.
   */
  private messageOf(fileNo: number | undefined, scope: Scope): number | undefined {
    const { plan, contents } = this.settings
    return fileNo !== undefined && contents.isMessage(fileNo, scopeKey(scope)) ? plan.numbers.get(fileNo) : undefined
  }

  private sessionOf(key: string): number {
    const { sessions } = this.settings.plan
    const known = sessions.get(key) ?? this.commit.nextSession()
    sessions.set(key, known)
    return known
  }

  /** What memories that were known gain by the import. */
  private async putEvidence(): Promise<void> {
    const { commit, settings } = this
    for (const [no, gained] of settings.plan.gained) {
      const before = await commit.tx.get('memories', no)
      if (!before) continue
      const after: MemoryRecord = {
        ...before,
        evidence: joinedEvidence(before.evidence, gained),
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

  private async putVectors(stage: Stage, step: (lines: number) => void): Promise<void> {
    const { fingerprint } = this.settings
    let waiting: VectorsRow | undefined
    const append = async (): Promise<void> => {
      if (!waiting) return
      const { nos, ...rows } = waiting
      waiting = undefined
      await appendSegment(this.commit, { ...rows, labels: Uint32Array.from(nos) })
    }
    for await (const lines of linesIn(stage, this.commit.tx, 'vectors')) {
      for (const [{ row }] of lines) {
        const isUsable =
          fingerprint === undefined || (row.fingerprint === fingerprint && row.dimensions === this.settings.dimensions)
        const wanted = isUsable ? this.ownRows(row) : undefined
        if (!wanted) continue
        if (waiting && (waiting.fingerprint !== row.fingerprint || waiting.dimensions !== row.dimensions))
          await append()
        waiting = waiting ? joinedRows(waiting, wanted) : wanted
        if (waiting.nos.length >= SEGMENT_ROWS) await append()
      }
      step(lines.length)
    }
    await append()
  }

  /** The rows of texts that are new, under their numbers here. */
  private ownRows({ nos, rows, dimensions, fingerprint }: VectorsRow): VectorsRow | undefined {
    const { plan } = this.settings
    const kept = Array.from(nos.keys()).filter(
      (i) => plan.added.has(nos[i] as number) && !this.verbatim.has(nos[i] as number),
    )
    if (kept.length === 0) return undefined
    const own = new Float32Array(kept.length * dimensions)
    kept.forEach((from, to) => own.set(rows.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions))
    const labels = kept.map((i) => this.numberOf(nos[i] as number))
    for (const no of labels) this.embedded.add(no)
    return { fingerprint, dimensions, nos: labels, rows: own }
  }

  private async putSummary(row: SummaryRow): Promise<void> {
    const { plan, mapping } = this.settings
    const place = mapping.of(row.scope)
    const upTo = this.messageOf(row.upTo, row.scope)
    // One that was made here knows what was said here.
    if (upTo === undefined || !plan.added.has(row.upTo) || (await this.commit.tx.get('summaries', place.scopeKey)))
      return
    await this.commit.tx.put('summaries', { ...row, text: this.masked(row.text), ...place, upTo })
  }

  private async putJob(
    row: Pick<JobRecord, 'id' | 'kind' | 'nos' | 'scope' | 'review' | 'state' | 'error'>,
  ): Promise<string[]> {
    const { plan, mapping, contents, owner, newId } = this.settings
    // Work is done on the messages of one scope.
    const key = row.scope ? scopeKey(row.scope) : contents.documents.get(row.nos[0] as number)?.scopeKey
    const nos = row.nos
      .filter((no) => plan.added.has(no) && key !== undefined && contents.isMessage(no, key))
      .map((no) => this.numberOf(no))
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

  private async leaveEmbedding(nos: number[]): Promise<string[]> {
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

function joinedRows(a: VectorsRow, b: VectorsRow): VectorsRow {
  const rows = new Float32Array(a.rows.length + b.rows.length)
  rows.set(a.rows)
  rows.set(b.rows, a.rows.length)
  return { ...a, nos: [...a.nos, ...b.nos], rows }
}
