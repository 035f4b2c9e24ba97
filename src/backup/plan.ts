import { activeKey } from '../platform/identity.js'
import { scopeKey, scopeMatches, type Scope } from '../values/scope.js'
import { evidenceKey, sourceKey } from '../store/evidence.js'
import type { Evidence, MemoryRecord, MessageRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import type { ImportProblem } from './types.js'
import type { MemoryRow, MessageRow } from '../store/rows/format.js'
import { factHash, textHash } from '../store/rows/hash.js'
import type { ScopeMapping } from './scope-mapping.js'
import { linesIn, type Stage } from './stage.js'

/** What an import does with a document of the file. */
type Outcome = 'added' | 'known' | 'changed' | 'skipped'

/** Problems that a report lists at most. */
const MAX_PROBLEMS = 1_000

/**
 * Decides for every document of a file whether it is added, known already or skipped. Only reads the store. Rows of the
 * store stay as they are; a memory with the same text as one of its scope only adds its evidence to that one.
 */
export class Plan {
  readonly counts: Record<Outcome, number> = { added: 0, known: 0, changed: 0, skipped: 0 }
  readonly problems: ImportProblem[] = []
  /** Document number in the file → in the store. `ImportWriter` assigns those of new documents. */
  readonly numbers = new Map<number, number>()
  /** New documents, by number in the file. */
  readonly added = new Set<number>()
  /** Id in the file → in the store, of memories whose id differs. */
  readonly renamedIds = new Map<string, string>()
  /**
   * Memories that references may point to: those of the file that are imported and those of the store that they refer
   * to. Id in the store → scope key.
   */
  readonly memories = new Map<string, string>()
  /** `sessionKey` of a session of the file → its number in the store. */
  readonly sessions = new Map<string, number>()
  /** Evidence that a memory of the store receives, by document number in the store. */
  readonly addedEvidence = new Map<number, Evidence[]>()
  /** Evidence that a new memory receives from duplicates within the file, by document number in the file. */
  readonly duplicateEvidence = new Map<number, Evidence[]>()
  /** Duplicates within the file → the new document that they are merged into; both by number in the file. */
  readonly duplicates = new Map<number, number>()
  /** New messages by `evidenceKey` in the store; number in the file and text hash. */
  private readonly messages = new Map<string, { no: number; hash: string }>()
  /** New active memories by unique key. */
  private readonly active = new Map<string, { no: number; id: string; trust: 'untrusted' | undefined }>()
  /** Messages skipped because the store has another text under their id, by `evidenceKey` in the file. */
  private readonly refused = new Set<string>()
  /** Ids of memories that memories of the file refer to. */
  private readonly referenced = new Set<string>()
  /** Evidence and text hash of deleted memories, by scope key: see `wasDeleted`. */
  private readonly deletedFacts = new Map<string, Set<string>>()

  constructor(
    private readonly mapping: ScopeMapping,
    /** Rows of this scope are erased by the import, and count as missing. */
    private readonly replaced: Scope | undefined,
  ) {}

  /** @param check called between parts; throws to abort */
  async make(tx: Reader, stage: Stage, check: () => void): Promise<void> {
    const empty = (await tx.count('messages')) + (await tx.count('memories')) === 0
    for await (const lines of linesIn(stage, tx, 'messages')) {
      check()
      const found = empty
        ? []
        : await Promise.all(
            lines.map(([{ row }]) => tx.find('messages', 'key', [this.mapping.of(row.scope).scopeKey, row.id])),
          )
      for (const [i, [{ row }, line]] of lines.entries()) this.message(row, this.unlessReplaced(found[i]), line)
    }
    for await (const lines of linesIn(stage, tx, 'memories')) {
      check()
      const ids = empty ? [] : await Promise.all(lines.map(([{ row }]) => tx.find('memories', 'id', row.id)))
      for (const [i, [{ row }, line]] of lines.entries())
        await this.memory(tx, row, this.unlessReplaced(ids[i]), line, empty)
    }
    for (const id of this.referenced) {
      if (this.renamedIds.has(id) || this.memories.has(id)) continue
      const found = this.unlessReplaced(await tx.find('memories', 'id', id))
      if (found) this.memories.set(id, found.scopeKey)
    }
  }

  /**
   * The id in the store of a memory that a memory of this scope refers to; undefined where the scope has none.
   * @param isPast whether the reference is in an earlier state, from history: it may point to an erased memory
   */
  resolveId(id: string, scopeKey: string, isPast: boolean): string | undefined {
    const storeId = this.renamedIds.get(id) ?? id
    const found = this.memories.get(storeId)
    return found === scopeKey || (isPast && found === undefined) ? storeId : undefined
  }

  /** The evidence of a memory of the file without messages that are skipped. */
  evidenceOf(row: MemoryRow): Evidence[] {
    const inFile = { scope: row.scope, scopeKey: scopeKey(row.scope) }
    const usable =
      this.refused.size === 0
        ? row.evidence
        : row.evidence.filter((one) => !this.refused.has(evidenceKey(sourceKey(inFile, one), one.messageId)))
    // Mapped to a run, the memory and its messages are in that run: no run id to look elsewhere.
    return this.mapping.target?.runId === undefined
      ? usable
      : usable.map(({ messageId, quote }) => ({ messageId, quote }))
  }

  private message(row: MessageRow, existing: MessageRecord | undefined, line: number): void {
    const key = evidenceKey(this.mapping.of(row.scope).scopeKey, row.id)
    const hash = textHash(row.text)
    const earlier = this.messages.get(key)
    if (existing ? existing.textHash !== hash : earlier && earlier.hash !== hash) {
      this.refused.add(evidenceKey(scopeKey(row.scope), row.id))
      this.skip(line, 'CONFLICT', `The store has message "${row.id}" with another text, which stays.`)
    } else if (existing) {
      this.numbers.set(row.no, existing.no)
      this.sessions.set(sessionKey(row), existing.session)
      this.counts.known++
    } else if (earlier) {
      this.duplicates.set(row.no, earlier.no)
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
    const storeKey = this.mapping.of(row.scope).scopeKey
    const evidence = this.evidenceOf(row)
    for (const one of [row.supersedes, row.supersededBy, ...(row.linkedIds ?? [])])
      if (one !== undefined) this.referenced.add(one)
    const isGrounded = evidence.length > 0 || row.evidence.length === 0
    let id = row.id
    let existing = withId
    if (existing && existing.scopeKey !== storeKey) {
      // Memory ids are unique in the store. A copy in another scope gets an id derived from scope and id, so that
      // importing it again is recognized.
      id = textHash(JSON.stringify([storeKey, row.id]))
      existing = this.unlessReplaced(await tx.find('memories', 'id', id))
    }
    if (id !== row.id) this.renamedIds.set(row.id, id)
    if (existing) return this.known(row, existing, evidence)
    if (this.memories.has(id)) return this.skip(line, 'CONFLICT', `Memory "${row.id}" is in the file twice.`)
    const hash = factHash(row.text)
    if (row.status === 'active') {
      const key = activeKey(storeKey, hash)
      const stored = empty ? undefined : this.unlessReplaced(await tx.find('memories', 'active', key))
      const earlier = this.active.get(key)
      if (stored) {
        this.renamedIds.set(row.id, stored.id)
        return this.known(row, stored, evidence)
      }
      if (earlier) {
        this.renamedIds.set(row.id, earlier.id)
        this.duplicates.set(row.no, earlier.no)
        // Evidence from an untrusted source must not support a trusted memory.
        if (!row.trust || earlier.trust)
          this.duplicateEvidence.set(earlier.no, [...(this.duplicateEvidence.get(earlier.no) ?? []), ...evidence])
        this.counts.known++
        return
      }
      if (!empty && evidence.length > 0 && (await this.wasDeleted(tx, storeKey, hash, evidence)))
        return this.skip(line, 'FORGOTTEN', `Memory "${row.id}" was deleted in this store.`)
      if (isGrounded) this.active.set(key, { no: row.no, id, trust: row.trust })
    }
    if (!isGrounded)
      return this.skip(line, 'CONFLICT', `Memory "${row.id}" cites messages whose ids have other texts in this store.`)
    this.memories.set(id, storeKey)
    this.add(row.no)
  }

  private known(row: MemoryRow, existing: MemoryRecord, evidence: readonly Evidence[]): void {
    this.numbers.set(row.no, existing.no)
    this.memories.set(existing.id, existing.scopeKey)
    const added = this.addedEvidence.get(existing.no) ?? []
    // A text that was edited, in the file or in the store, may not be supported by the other one's evidence.
    const acceptsEvidence =
      (existing.status === 'active' || existing.status === 'pending') &&
      existing.textHash === factHash(row.text) &&
      (!row.trust || existing.trust !== undefined)
    const more = acceptsEvidence
      ? evidence.filter((one) => ![...existing.evidence, ...added].some((known) => isSame(known, one)))
      : []
    if (more.length > 0) this.addedEvidence.set(existing.no, [...added, ...more])
    this.counts[more.length > 0 && added.length === 0 ? 'changed' : 'known']++
  }

  private add(no: number): void {
    this.added.add(no)
    this.counts.added++
  }

  private skip(line: number, code: string, message: string): void {
    this.counts.skipped++
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ line, code, message })
  }

  private unlessReplaced<R extends MessageRecord | MemoryRecord>(row: R | undefined): R | undefined {
    return row && this.replaced && scopeMatches(row.scope, this.replaced) ? undefined : row
  }

  /**
   * Whether the store deleted a memory of this text that cites one of the same messages: an import must not bring it
   * back.
   */
  private async wasDeleted(tx: Reader, key: string, hash: string, evidence: readonly Evidence[]): Promise<boolean> {
    let deleted = this.deletedFacts.get(key)
    if (!deleted) {
      const rows = (await tx.list('memories', { index: 'scope', only: [key] })).filter(
        (row) => row.status === 'deleted' && this.unlessReplaced(row),
      )
      this.deletedFacts.set(
        key,
        (deleted = new Set(
          rows.flatMap(({ textHash, evidence }) => evidence.map(({ messageId }) => `${messageId} ${textHash}`)),
        )),
      )
    }
    return evidence.some(({ messageId }) => deleted.has(`${messageId} ${hash}`))
  }
}

/** Session numbers are unique only within a scope. */
export const sessionKey = ({ scope, session }: MessageRow): string => `${scopeKey(scope)} ${session}`

const isSame = (a: Evidence, b: Evidence): boolean => a.messageId === b.messageId && a.runId === b.runId

/** Both lists, each message once. */
export function joinedEvidence(evidence: readonly Evidence[], more: readonly Evidence[]): Evidence[] {
  const all = [...evidence]
  for (const one of more) if (!all.some((known) => isSame(known, one))) all.push(one)
  return all
}
