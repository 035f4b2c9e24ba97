import { activeKey } from '../platform/identity.js'
import { scopeKey, scopeMatches, type Scope } from '../values/scope.js'
import { evidenceKey, sourceKey } from '../store/evidence.js'
import type { Evidence, MemoryRecord, MessageRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import type { ImportProblem } from './types.js'
import type { MemoryRow, MessageRow } from '../store/rows/format.js'
import { factHash, textHash } from '../store/rows/hash.js'
import type { Mapping } from './mapping.js'
import { linesIn, type Stage } from './stage.js'

/** What becomes of a document of the file. */
type Fate = 'added' | 'known' | 'changed' | 'skipped'

/** Problems that are told one by one. */
const MOST_PROBLEMS = 1_000

/**
 * Decides what becomes of every document of a file, by what the store and the file itself hold, and changes nothing.
 * What is there already stays as it is; a memory that says what one of the scope says already only adds its evidence.
 */
export class Plan {
  readonly counts: Record<Fate, number> = { added: 0, known: 0, changed: 0, skipped: 0 }
  readonly problems: ImportProblem[] = []
  /** Document number in the file → in the store; those of new ones are given when they are written. */
  readonly numbers = new Map<number, number>()
  /** Documents that are new. */
  readonly added = new Set<number>()
  /** Ids of memories that go by another one in the store. */
  readonly ids = new Map<string, string>()
  /**
   * Memories of the file that are taken, and those in the store that they name, by id there: the key of their scope.
   */
  readonly memories = new Map<string, string>()
  /** Sessions of the file, see `sessionKey` → in the store. */
  readonly sessions = new Map<string, number>()
  /** By document number in the store: what its memory gains. */
  readonly gained = new Map<number, Evidence[]>()
  /** By document number in the file: what others of the file that say the same add to a new one. */
  readonly shared = new Map<number, Evidence[]>()
  /** Documents of the file that became part of another new one of it. */
  readonly same = new Map<number, number>()
  private readonly messages = new Map<string, { no: number; hash: string }>()
  private readonly active = new Map<string, { no: number; id: string; trust: 'untrusted' | undefined }>()
  /** Messages whose id means another text in the store, by their scope in the file. */
  private readonly refused = new Set<string>()
  /** Ids that memories of the file name. */
  private readonly named = new Set<string>()
  private readonly forgotten = new Map<string, Set<string>>()

  constructor(
    private readonly mapping: Mapping,
    /** Rows of this scope make way. */
    private readonly replaced: Scope | undefined,
  ) {}

  async make(tx: Reader, stage: Stage, check: () => void): Promise<void> {
    const empty = (await tx.count('messages')) + (await tx.count('memories')) === 0
    for await (const lines of linesIn(stage, tx, 'messages')) {
      check()
      const found = empty
        ? []
        : await Promise.all(
            lines.map(([{ row }]) => tx.find('messages', 'key', [this.mapping.of(row.scope).scopeKey, row.id])),
          )
      for (const [i, [{ row }, line]] of lines.entries()) this.message(row, this.staying(found[i]), line)
    }
    for await (const lines of linesIn(stage, tx, 'memories')) {
      check()
      const ids = empty ? [] : await Promise.all(lines.map(([{ row }]) => tx.find('memories', 'id', row.id)))
      for (const [i, [{ row }, line]] of lines.entries()) await this.memory(tx, row, this.staying(ids[i]), line, empty)
    }
    for (const id of this.named) {
      if (this.ids.has(id) || this.memories.has(id)) continue
      const found = this.staying(await tx.find('memories', 'id', id))
      if (found) this.memories.set(id, found.scopeKey)
    }
  }

  /**
   * The id in the store of a memory that one of this scope names; undefined where there is none in the scope.
   * @param isPast of a state that history tells of: it may name memories that were erased since
   */
  linkOf(id: string, scopeKey: string, isPast: boolean): string | undefined {
    const own = this.ids.get(id) ?? id
    const found = this.memories.get(own)
    return found === scopeKey || (isPast && found === undefined) ? own : undefined
  }

  /** The evidence of a memory, as it is in the store. */
  evidenceOf(row: MemoryRow): Evidence[] {
    const place = { scope: row.scope, scopeKey: scopeKey(row.scope) }
    const kept =
      this.refused.size === 0
        ? row.evidence
        : row.evidence.filter((one) => !this.refused.has(evidenceKey(sourceKey(place, one), one.messageId)))
    // A row whose run is named anew rests on messages of that very run.
    return this.mapping.onto?.runId === undefined ? kept : kept.map(({ messageId, quote }) => ({ messageId, quote }))
  }

  private message(row: MessageRow, existing: MessageRecord | undefined, line: number): void {
    const key = evidenceKey(this.mapping.of(row.scope).scopeKey, row.id)
    const hash = textHash(row.text)
    const earlier = this.messages.get(key)
    if (existing ? existing.textHash !== hash : earlier && earlier.hash !== hash) {
      this.refused.add(evidenceKey(scopeKey(row.scope), row.id))
      this.skip(line, 'CONFLICT', `Message "${row.id}" is known with another text, which stays.`)
    } else if (existing) {
      this.numbers.set(row.no, existing.no)
      this.sessions.set(sessionKey(row), existing.session)
      this.counts.known++
    } else if (earlier) {
      this.same.set(row.no, earlier.no)
      this.counts.known++
    } else {
      this.messages.set(key, { no: row.no, hash })
      this.add(row.no)
    }
  }

  private async memory(
    tx: Reader,
    row: MemoryRow,
    withId: MemoryRecord | undefined,
    line: number,
    empty: boolean,
  ): Promise<void> {
    const place = this.mapping.of(row.scope).scopeKey
    const evidence = this.evidenceOf(row)
    for (const one of [row.supersedes, row.supersededBy, ...(row.linkedIds ?? [])])
      if (one !== undefined) this.named.add(one)
    const isGrounded = evidence.length > 0 || row.evidence.length === 0
    let id = row.id
    let existing = withId
    if (existing && existing.scopeKey !== place) {
      // Ids are unique in the store: the copy in another scope has one that follows from both, so that it is known when
      // it comes again.
      id = textHash(JSON.stringify([place, row.id]))
      existing = this.staying(await tx.find('memories', 'id', id))
    }
    if (id !== row.id) this.ids.set(row.id, id)
    if (existing) return this.known(row, existing, evidence)
    if (this.memories.has(id)) return this.skip(line, 'CONFLICT', `Memory "${row.id}" is in the file twice.`)
    const hash = factHash(row.text)
    if (row.status === 'active') {
      const key = activeKey(place, hash)
      const same = empty ? undefined : this.staying(await tx.find('memories', 'active', key))
      const before = this.active.get(key)
      if (same) {
        this.ids.set(row.id, same.id)
        return this.known(row, same, evidence)
      }
      if (before) {
        this.ids.set(row.id, before.id)
        this.same.set(row.no, before.no)
        // What an untrusted source repeats is no evidence for what a trusted one said.
        if (!row.trust || before.trust) this.shared.set(before.no, [...(this.shared.get(before.no) ?? []), ...evidence])
        this.counts.known++
        return
      }
      if (!empty && evidence.length > 0 && (await this.isForgotten(tx, place, hash, evidence)))
        return this.skip(line, 'FORGOTTEN', `Memory "${row.id}" was deleted here.`)
      if (isGrounded) this.active.set(key, { no: row.no, id, trust: row.trust })
    }
    if (!isGrounded)
      return this.skip(line, 'CONFLICT', `Memory "${row.id}" rests on messages whose ids mean others here.`)
    this.memories.set(id, place)
    this.add(row.no)
  }

  private known(row: MemoryRow, existing: MemoryRecord, evidence: readonly Evidence[]): void {
    this.numbers.set(row.no, existing.no)
    this.memories.set(existing.id, existing.scopeKey)
    const gained = this.gained.get(existing.no) ?? []
    // What was reworded here or there may not follow from what the other rests on.
    const isOpen =
      (existing.status === 'active' || existing.status === 'pending') &&
      existing.textHash === factHash(row.text) &&
      (!row.trust || existing.trust !== undefined)
    const more = isOpen
      ? evidence.filter((one) => ![...existing.evidence, ...gained].some((own) => isSame(own, one)))
      : []
    if (more.length > 0) this.gained.set(existing.no, [...gained, ...more])
    this.counts[more.length > 0 && gained.length === 0 ? 'changed' : 'known']++
  }

  private add(no: number): void {
    this.added.add(no)
    this.counts.added++
  }

  private skip(line: number, code: string, message: string): void {
    this.counts.skipped++
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ line, code, message })
  }

  private staying<R extends MessageRecord | MemoryRecord>(row: R | undefined): R | undefined {
    return row && this.replaced && scopeMatches(row.scope, this.replaced) ? undefined : row
  }

  /** What was deleted does not come back from the evidence that it was deleted with. */
  private async isForgotten(tx: Reader, place: string, hash: string, evidence: readonly Evidence[]): Promise<boolean> {
    let forgotten = this.forgotten.get(place)
    if (!forgotten) {
      const rows = (await tx.list('memories', { index: 'scope', only: [place] })).filter(
        (row) => row.status === 'deleted' && this.staying(row),
      )
      this.forgotten.set(
        place,
        (forgotten = new Set(
          rows.flatMap(({ textHash, evidence }) => evidence.map(({ messageId }) => `${messageId} ${textHash}`)),
        )),
      )
    }
    return evidence.some(({ messageId }) => forgotten.has(`${messageId} ${hash}`))
  }
}

/** Sessions of one number are the same only within a scope. */
export const sessionKey = ({ scope, session }: MessageRow): string => `${scopeKey(scope)} ${session}`

const isSame = (a: Evidence, b: Evidence): boolean => a.messageId === b.messageId && a.runId === b.runId

/** The evidence with what is not in it yet. */
export function joinedEvidence(evidence: readonly Evidence[], more: readonly Evidence[]): Evidence[] {
  const all = [...evidence]
  for (const one of more) if (!all.some((own) => isSame(own, one))) all.push(one)
  return all
}
