import { activeKey } from '../platform/identity.js'
import { InputError } from '../values/errors.js'
import { scopeKey, type Scope } from '../values/scope.js'
import { maskedText } from '../secrets/span.js'
import type { Evidence, MemoryKind, MemoryRecord, MessageRecord } from '../store/records.js'
import type { Metadata } from '../values/metadata.js'
import { isInstruction, isUntrusted } from '../values/trust.js'
import type { MemoryChange, MessageReceipt } from './types.js'
import type { Draft } from './messages.js'
import type { Operation } from '../store/operation.js'

/** Longest pause within a session: a message after a longer one starts a new session. Four hours, in ms. */
export const SESSION_PAUSE_MS = 4 * 60 * 60 * 1000

/** What the memories made by one `add` with `infer: false` have in common. */
export interface FactTemplate {
  kind: MemoryKind
  categories?: string[]
  metadata?: Metadata
  expiresAt?: number
  /** Evidence of an imported fact, whose text is not stored as a message. */
  evidence?: Evidence[]
}

export interface JournalEntry {
  drafts: Draft[]
  scope: Scope
  /** Present with `infer: false`: each text becomes a memory, unchanged. */
  facts?: FactTemplate
}

export interface Journaled {
  receipts: MessageReceipt[]
  /** Document numbers of the new messages. */
  added: number[]
  results: MemoryChange[]
}

/** Writes the messages, and the memories that need no extraction, before any model is called. */
export function journal(operation: Operation, entry: JournalEntry): Promise<Journaled> {
  return new Journal(operation, entry).run()
}

class Journal {
  private readonly key: string
  private readonly results: MemoryChange[] = []
  private readonly added: number[] = []

  constructor(
    private readonly operation: Operation,
    private readonly entry: JournalEntry,
  ) {
    this.key = scopeKey(entry.scope)
  }

  async run(): Promise<Journaled> {
    const receipts: MessageReceipt[] = []
    let previous: MessageRecord | undefined
    for (const draft of this.entry.drafts) {
      if (draft.skip) {
        receipts.push({ id: undefined, status: draft.skip })
        continue
      }
      const facts = this.entry.facts
      if (facts?.evidence) {
        await this.addFact(draft, facts, facts.evidence, undefined)
        receipts.push({ id: undefined, status: 'off' })
        continue
      }
      const known = await this.operation.tx.find('messages', 'key', [this.key, draft.id])
      const message = known ?? (await this.addMessage(draft, previous ?? (await this.latest())))
      receipts.push({ id: message.id, status: known ? 'known' : 'added' })
      if (message.status === 'active') previous = message
      if (facts) await this.addFact(draft, facts, [{ messageId: message.id, quote: maskedText(message) }], message)
    }
    return { receipts, added: this.added, results: this.results }
  }

  /** The newest active message of the scope, among its last 20. */
  private async latest(): Promise<MessageRecord | undefined> {
    const newest = await this.operation.tx.list('messages', {
      index: 'scope',
      only: [this.key],
      reverse: true,
      limit: 20,
    })
    return newest.find((message) => message.status === 'active')
  }

  private async addMessage(draft: Draft, previous: MessageRecord | undefined): Promise<MessageRecord> {
    const { commit, now } = this.operation
    const continues = previous !== undefined && Math.abs(draft.at - previous.at) <= SESSION_PAUSE_MS
    const message: MessageRecord = {
      no: commit.nextDocument(),
      id: draft.id,
      scope: this.entry.scope,
      scopeKey: this.key,
      role: draft.role,
      ...(draft.name === undefined ? {} : { name: draft.name }),
      text: draft.text,
      textHash: draft.textHash,
      ...(draft.secrets ? { secrets: draft.secrets } : {}),
      ...(draft.trust === undefined ? {} : { trust: draft.trust }),
      ...(draft.metadata === undefined ? {} : { metadata: draft.metadata }),
      at: draft.at,
      ...(continues ? { previousNo: previous.no } : {}),
      session: continues ? previous.session : commit.nextSession(),
      status: 'active',
      revision: 1,
      createdAt: now,
      updatedAt: now,
    }
    await this.operation.putMessage({ event: 'ADD', after: message })
    this.added.push(message.no)
    return message
  }

  /** Makes a text a memory, unless there is one already, or the user deleted or changed the one made of it before. */
  private async addFact(
    draft: Draft,
    template: FactTemplate,
    evidence: Evidence[],
    message: MessageRecord | undefined,
  ): Promise<void> {
    const { tx, commit, now } = this.operation
    const hash = draft.factHash
    const untrusted = message ? isUntrusted(message) : isUntrusted(draft) || (await this.hasUntrustedEvidence(evidence))
    if (untrusted && isInstruction(template))
      throw new InputError('INVALID_INPUT', 'An untrusted source cannot give a procedural memory.', {
        value: evidence[0]?.messageId,
        hint: "Pass trust: 'trusted' with the message if you vouch for it.",
      })
    const known = await tx.find('memories', 'active', activeKey(this.key, hash))
    if (known) return this.confirm(known, template, evidence, untrusted)
    const earlier = message && (await this.drawnFrom(message))
    if (earlier) {
      // A memory that the user deleted or reworded does not come back when the application sends the message again.
      this.results.push({ id: earlier.id, memory: earlier.text, event: 'NONE', evidence: earlier.evidence })
      return
    }
    const metadata = draft.metadata ?? template.metadata
    const memory: MemoryRecord = {
      id: this.operation.newId(),
      no: commit.nextDocument(),
      revision: 1,
      kind: template.kind,
      text: draft.text,
      textHash: hash,
      ...(draft.secrets ? { secrets: draft.secrets } : {}),
      ...(untrusted ? { trust: 'untrusted' } : {}),
      scope: this.entry.scope,
      scopeKey: this.key,
      attributedTo: draft.name ?? draft.role,
      ...(template.categories ? { categories: template.categories } : {}),
      ...(metadata ? { metadata } : {}),
      ...(template.expiresAt === undefined ? {} : { expiresAt: template.expiresAt }),
      evidence,
      ...(message ? { verbatimNo: message.no } : {}),
      createdAt: now,
      updatedAt: now,
      observedAt: draft.at,
      validFrom: draft.at,
      status: 'active',
    }
    await this.operation.putMemory({ event: 'ADD', after: memory })
    this.results.push({ id: memory.id, memory: memory.text, event: 'ADD', evidence })
  }

  /** Whether any message given as evidence is untrusted. */
  private async hasUntrustedEvidence(evidence: readonly Evidence[]): Promise<boolean> {
    const sources = await Promise.all(
      evidence.map(({ messageId }) => this.operation.tx.find('messages', 'key', [this.key, messageId])),
    )
    return sources.some((source) => source !== undefined && isUntrusted(source))
  }

  /** A memory, in any status, made earlier of this whole message; undefined for a new message. */
  private async drawnFrom(message: MessageRecord): Promise<MemoryRecord | undefined> {
    if (this.added.includes(message.no)) return undefined
    const memories = await this.operation.tx.list('memories', { index: 'scope', only: [this.key] })
    return memories.find(({ evidence }) =>
      evidence.some(({ messageId, quote }) => messageId === message.id && quote === maskedText(message)),
    )
  }

  /** An active memory has this text: it gains the new evidence and, if it had expired, a new expiry. */
  private async confirm(
    known: MemoryRecord,
    template: FactTemplate,
    evidence: Evidence[],
    untrusted: boolean,
  ): Promise<void> {
    const { now } = this.operation
    // An untrusted source that repeats a trusted memory changes nothing; a trusted one makes an untrusted memory
    // trusted.
    const becomesTrusted = !untrusted && isUntrusted(known)
    const repeatsTrusted = untrusted && !isUntrusted(known)
    const added = repeatsTrusted
      ? []
      : becomesTrusted
        ? evidence
        : evidence.filter((item) => !known.evidence.some((own) => own.messageId === item.messageId))
    const expired = known.expiresAt !== undefined && known.expiresAt <= now
    if (added.length === 0 && !expired) {
      this.results.push({ id: known.id, memory: known.text, event: 'NONE', evidence: known.evidence })
      return
    }
    const after: MemoryRecord = {
      ...known,
      evidence: becomesTrusted ? added : [...known.evidence, ...added],
      revision: known.revision + 1,
      updatedAt: now,
    }
    if (becomesTrusted) delete after.trust
    if (expired) delete after.expiresAt
    if (expired && template.expiresAt !== undefined) after.expiresAt = template.expiresAt
    await this.operation.putMemory({
      event: 'UPDATE',
      before: known,
      after,
      reason: becomesTrusted ? 'said by a trusted source' : expired ? 'said again' : 'evidence added',
    })
    this.results.push({
      id: known.id,
      memory: known.text,
      event: expired ? 'UPDATE' : 'NONE',
      evidence: after.evidence,
    })
  }
}
