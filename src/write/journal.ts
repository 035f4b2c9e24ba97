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

/** A pause after which what follows is another session: four hours. */
export const SESSION_PAUSE_MS = 4 * 60 * 60 * 1000

/** What the memories made of messages as they stand have in common. */
export interface FactTemplate {
  kind: MemoryKind
  categories?: string[]
  metadata?: Metadata
  expiresAt?: number
  /** Imported facts bring their own evidence, and their text is not stored as a message. */
  evidence?: Evidence[]
}

export interface JournalEntry {
  drafts: Draft[]
  scope: Scope
  /** With `infer: false`: each text becomes a memory. */
  facts?: FactTemplate
}

export interface Journaled {
  receipts: MessageReceipt[]
  /** Document numbers of the messages that are new. */
  added: number[]
  results: MemoryChange[]
}

/** Makes what was said durable, before any model sees it: messages, and memories that need no model. */
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

  /** The newest message of the scope that still counts. */
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
    const goesOn = previous !== undefined && Math.abs(draft.at - previous.at) <= SESSION_PAUSE_MS
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
      ...(goesOn ? { previousNo: previous.no } : {}),
      session: goesOn ? previous.session : commit.nextSession(),
      status: 'active',
      revision: 1,
      createdAt: now,
      updatedAt: now,
    }
    await this.operation.putMessage({ event: 'ADD', after: message })
    this.added.push(message.no)
    return message
  }

  /** One memory for one text: new, known already, or forgotten on purpose. */
  private async addFact(
    draft: Draft,
    template: FactTemplate,
    evidence: Evidence[],
    message: MessageRecord | undefined,
  ): Promise<void> {
    const { tx, commit, now } = this.operation
    const hash = draft.factHash
    const untrusted = message ? isUntrusted(message) : isUntrusted(draft) || (await this.restsOnUntrusted(evidence))
    if (untrusted && isInstruction(template))
      throw new InputError('INVALID_INPUT', 'An untrusted source gives no procedural memory.', {
        value: evidence[0]?.messageId,
        hint: "Pass trust: 'trusted' with the message if you vouch for it.",
      })
    const known = await tx.find('memories', 'active', activeKey(this.key, hash))
    if (known) return this.confirm(known, template, evidence, untrusted)
    const earlier = message && (await this.drawnFrom(message))
    if (earlier) {
      // What a user deleted or reworded does not come back because the application sent the conversation again.
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

  /** Whether a message of the scope that is given as evidence is untrusted. */
  private async restsOnUntrusted(evidence: readonly Evidence[]): Promise<boolean> {
    const sources = await Promise.all(
      evidence.map(({ messageId }) => this.operation.tx.find('messages', 'key', [this.key, messageId])),
    )
    return sources.some((source) => source !== undefined && isUntrusted(source))
  }

  /** A memory made of the whole of this message before, whatever became of it. A message that is new has none. */
  private async drawnFrom(message: MessageRecord): Promise<MemoryRecord | undefined> {
    if (this.added.includes(message.no)) return undefined
    const memories = await this.operation.tx.list('memories', { index: 'scope', only: [this.key] })
    return memories.find(({ evidence }) =>
      evidence.some(({ messageId, quote }) => messageId === message.id && quote === maskedText(message)),
    )
  }

  /** The fact is known: it gains the new evidence, and time anew when its time was up. */
  private async confirm(
    known: MemoryRecord,
    template: FactTemplate,
    evidence: Evidence[],
    untrusted: boolean,
  ): Promise<void> {
    const { now } = this.operation
    // What an untrusted source repeats is none the worse for it; what a trusted one says is its own from then on.
    const raised = !untrusted && isUntrusted(known)
    const lower = untrusted && !isUntrusted(known)
    const added = lower
      ? []
      : raised
        ? evidence
        : evidence.filter((item) => !known.evidence.some((own) => own.messageId === item.messageId))
    const expired = known.expiresAt !== undefined && known.expiresAt <= now
    if (added.length === 0 && !expired) {
      this.results.push({ id: known.id, memory: known.text, event: 'NONE', evidence: known.evidence })
      return
    }
    const after: MemoryRecord = {
      ...known,
      evidence: raised ? added : [...known.evidence, ...added],
      revision: known.revision + 1,
      updatedAt: now,
    }
    if (raised) delete after.trust
    if (expired) delete after.expiresAt
    if (expired && template.expiresAt !== undefined) after.expiresAt = template.expiresAt
    await this.operation.putMemory({
      event: 'UPDATE',
      before: known,
      after,
      reason: raised ? 'said by a trusted source' : expired ? 'said again' : 'evidence added',
    })
    this.results.push({
      id: known.id,
      memory: known.text,
      event: expired ? 'UPDATE' : 'NONE',
      evidence: after.evidence,
    })
  }
}
