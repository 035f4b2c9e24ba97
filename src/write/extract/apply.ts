import { activeKey } from '../../platform/identity.js'
import type { Decision, NewFact } from '../../reconcile/decision.js'
import { scopeKey as keyOf, type Scope } from '../../values/scope.js'
import type { MemoryRecord } from '../../store/records.js'
import { isUntrusted } from '../../values/trust.js'
import type { MemoryChange } from '../types.js'
import type { Operation } from '../../store/operation.js'
import { entitiesOf, factRecord, withEvidence } from './fact-record.js'
import { mergedLabels } from './labels.js'
import type { FactVectors, TextHashes } from './settle.js'

export interface ApplySettings {
  scope: Scope
  /** The batch that was reconciled: decisions refer to its facts as `new:<index>`. */
  facts: readonly NewFact[]
  vectors: FactVectors
  hashes: TextHashes
  /** On approval: the pending memory that holds the only fact. */
  pending?: MemoryRecord
}

/** Carries out the decisions of one batch, in order, and returns the changes that they made. */
export async function applyDecisions(
  operation: Operation,
  decisions: readonly Decision[],
  settings: ApplySettings,
): Promise<MemoryChange[]> {
  const applier = new Applier(operation, settings)
  const changes: MemoryChange[] = []
  for (const decision of decisions) {
    const change = await applier.apply(decision, settings.facts.indexOf(decision.fact))
    if (change) changes.push(change)
  }
  await applier.mergePending()
  return changes
}

class Applier {
  /** The id of the memory that holds each fact of this batch, by `new:<index>`. */
  private readonly memoryIds = new Map<string, string>()

  constructor(
    private readonly operation: Operation,
    private readonly settings: ApplySettings,
  ) {}

  async apply(decision: Decision, index: number): Promise<MemoryChange | undefined> {
    const { fact } = decision
    switch (decision.event) {
      case 'SKIP':
        return undefined
      case 'ADD':
        return this.added(await this.add(fact, index))
      case 'NONE':
        return this.confirm(await this.known(decision.known), fact, index)
      case 'UPDATE':
        return this.elaborate(await this.known(decision.known), fact, decision.text, index)
      case 'DELETE':
        return this.close(
          await this.closable(decision.known, fact),
          decision.at,
          decision.corrects,
          undefined,
          decision.corrects ? 'corrected' : 'taken back',
        )
      case 'SUPERSEDE': {
        const ended = await this.closable(decision.known, fact)
        const [first] = ended
        if (first === undefined) return this.addSeparately(fact, index)
        const memory = await this.add(fact, index, { supersedes: this.idOf(first) })
        const closed = await this.close(
          ended,
          decision.at,
          decision.corrects,
          memory.id,
          decision.corrects ? 'corrected' : 'changed',
        )
        return {
          ...this.added(memory),
          event: 'SUPERSEDE',
          ...(closed ? { previousId: closed.id, previousMemory: closed.memory } : {}),
        }
      }
      case 'LATE': {
        const successor = await this.known(decision.known)
        if (isUntrusted(successor) && !fact.trust) return this.addSeparately(fact, index)
        return this.added(
          await this.add(fact, index, { status: 'superseded', validTo: decision.at, supersededBy: successor.id }),
        )
      }
    }
  }

  /** The memories that the fact may close: an untrusted fact closes no trusted memory, whatever the decision says. */
  private async closable(ids: readonly string[], fact: NewFact): Promise<string[]> {
    if (!fact.trust) return [...ids]
    const known = await Promise.all(ids.map((id) => this.known(id)))
    return ids.filter((_, i) => isUntrusted(known[i] as MemoryRecord))
  }

  /** Adds the fact as a memory of its own, unless an active one has the same text. */
  private async addSeparately(fact: NewFact, index: number): Promise<MemoryChange> {
    const twin = await this.operation.tx.find(
      'memories',
      'active',
      activeKey(keyOf(this.settings.scope), this.settings.hashes(fact.text)),
    )
    return twin ? this.confirm(twin, fact, index) : this.added(await this.add(fact, index))
  }

  private idOf(known: string): string {
    return this.memoryIds.get(known) ?? known
  }

  private async known(id: string): Promise<MemoryRecord> {
    return (await this.operation.tx.find('memories', 'id', this.idOf(id))) as MemoryRecord
  }

  /** Marks an approved memory as merged when its fact updated, confirmed or closed another memory instead. */
  async mergePending(): Promise<void> {
    const { pending } = this.settings
    if (!pending || [...this.memoryIds.values()].includes(pending.id)) return
    const into = this.memoryIds.get('new:0')
    const after = this.revised(pending, { status: 'merged', ...(into === undefined ? {} : { supersededBy: into }) })
    await this.operation.putMemory({ event: 'MERGE', before: pending, after, reason: 'approved' })
  }

  private async add(fact: NewFact, index: number, extra: Partial<MemoryRecord> = {}): Promise<MemoryRecord> {
    const { operation, settings } = this
    if (settings.pending) {
      const { proposal: _, ...approved } = this.revised(settings.pending, { status: 'active', ...extra })
      await operation.putMemory({ event: 'UPDATE', before: settings.pending, after: approved, reason: 'approved' })
      this.memoryIds.set(`new:${index}`, approved.id)
      return approved
    }
    const memory: MemoryRecord = { ...(await factRecord(fact, settings.scope, operation, settings.hashes)), ...extra }
    const vectors = settings.vectors.get(fact)
    await operation.putMemory({ event: 'ADD', after: memory, ...(vectors ? { vectors } : {}) })
    this.memoryIds.set(`new:${index}`, memory.id)
    return memory
  }

  private added({ id, text, evidence }: MemoryRecord): MemoryChange {
    return { id, memory: text, event: 'ADD', evidence }
  }

  private async confirm(known: MemoryRecord, fact: NewFact, index: number): Promise<MemoryChange> {
    if (isUntrusted(known) && !fact.trust)
      return known.textHash === this.settings.hashes(fact.text)
        ? this.makeTrusted(known, fact, index)
        : this.addSeparately(fact, index)
    this.memoryIds.set(`new:${index}`, known.id)
    // An untrusted source that repeats a trusted memory changes nothing, not even its evidence.
    if (fact.trust && !isUntrusted(known))
      return { id: known.id, memory: known.text, event: 'NONE', evidence: known.evidence }
    const evidence = withEvidence(known.evidence, fact)
    const labels = mergedLabels(known, fact)
    if (labels || evidence.length > known.evidence.length)
      await this.operation.putMemory({
        event: 'UPDATE',
        before: known,
        after: this.revised(known, { evidence, ...labels }),
        reason: 'evidence added',
      })
    return { id: known.id, memory: known.text, event: 'NONE', evidence }
  }

  /** Makes an untrusted memory trusted, because a trusted source says the same; only the new evidence remains. */
  private async makeTrusted(known: MemoryRecord, fact: NewFact, index: number): Promise<MemoryChange> {
    this.memoryIds.set(`new:${index}`, known.id)
    const { trust: _, ...after } = this.revised(known, {
      evidence: withEvidence([], fact),
      attributedTo: fact.attributedTo,
      kind: fact.kind,
      ...mergedLabels(known, fact),
      ...(known.slot ? { slot: fact.slot } : {}),
    })
    await this.operation.putMemory({ event: 'UPDATE', before: known, after, reason: 'said by a trusted source' })
    return { id: known.id, memory: known.text, event: 'UPDATE', previousMemory: known.text, evidence: after.evidence }
  }

  /** Gives the memory the more detailed text. A memory that repeated a message verbatim no longer shares its vector. */
  private async elaborate(known: MemoryRecord, fact: NewFact, text: string, index: number): Promise<MemoryChange> {
    if (isUntrusted(known) !== (fact.trust !== undefined)) return this.addSeparately(fact, index)
    // A text written by a model may equal that of another memory.
    const twin = await this.operation.tx.find(
      'memories',
      'active',
      activeKey(known.scopeKey, this.settings.hashes(text)),
    )
    if (twin && twin.no !== known.no) return this.confirm(twin, fact, index)
    this.memoryIds.set(`new:${index}`, known.id)
    const evidence = withEvidence(known.evidence, fact)
    const after = this.revised(known, {
      evidence,
      text,
      textHash: this.settings.hashes(text),
      ...mergedLabels(known, fact),
    })
    if (text !== known.text) {
      delete after.verbatimNo
      // Extractors see masked texts only, so the new text holds no secrets.
      delete after.secrets
      // A memory without a slot was not extracted; it stays without one, so that no later fact closes it.
      if (text === fact.text && known.slot) after.slot = fact.slot
      delete after.entities
      delete after.relations
      if (text === fact.text) Object.assign(after, entitiesOf(fact))
    }
    const vectors = text === fact.text ? this.settings.vectors.get(fact) : undefined
    await this.operation.putMemory({
      event: 'UPDATE',
      before: known,
      after,
      reason: 'told more fully',
      ...(vectors && text !== known.text ? { vectors } : {}),
    })
    return { id: known.id, memory: text, event: 'UPDATE', previousMemory: known.text, evidence }
  }

  private async close(
    ids: readonly string[],
    at: number,
    corrects: boolean,
    successor: string | undefined,
    reason: string,
  ): Promise<MemoryChange | undefined> {
    let first: MemoryChange | undefined
    for (const id of ids) {
      const known = await this.known(id)
      const after = this.revised(known, {
        status: successor === undefined ? 'deleted' : 'superseded',
        // A corrected fact was never valid; a changed one was valid until the change.
        validTo: corrects ? known.validFrom : Math.max(at, known.validFrom),
        ...(successor === undefined ? {} : { supersededBy: successor }),
      })
      await this.operation.putMemory({
        event: successor === undefined ? 'DELETE' : 'SUPERSEDE',
        before: known,
        after,
        reason,
      })
      first ??= { id: known.id, memory: known.text, event: 'DELETE', evidence: known.evidence }
    }
    return first
  }

  private revised(known: MemoryRecord, change: Partial<MemoryRecord>): MemoryRecord {
    return { ...known, ...change, revision: known.revision + 1, updatedAt: this.operation.now }
  }
}
