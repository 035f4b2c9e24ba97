import { activeKey } from '../../platform/identity.js'
import type { Decision, NewFact } from '../../reconcile/decision.js'
import { scopeKey as keyOf, type Scope } from '../../values/scope.js'
import type { MemoryRecord } from '../../store/records.js'
import { isUntrusted } from '../../values/trust.js'
import type { MemoryChange } from '../types.js'
import type { Operation } from '../../store/operation.js'
import { entitiesOf, factRecord, withEvidence } from './fact-record.js'
import type { FactVectors, TextHashes } from './settle.js'

export interface ApplySettings {
  scope: Scope
  /** The batch that was reconciled: decisions know a fact of it as `new:<position>`. */
  facts: readonly NewFact[]
  vectors: FactVectors
  hashes: TextHashes
  /** The pending memory that the one fact is already, when it is approved. */
  pending?: MemoryRecord
}

/** Carries out the decisions of one batch, in order, and tells what became of each fact. */
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
  /** What facts of this very batch became. */
  private readonly made = new Map<string, string>()

  constructor(
    private readonly operation: Operation,
    private readonly settings: ApplySettings,
  ) {}

  async apply(decision: Decision, position: number): Promise<MemoryChange | undefined> {
    const { fact } = decision
    switch (decision.event) {
      case 'SKIP':
        return undefined
      case 'ADD':
        return this.added(await this.add(fact, position))
      case 'NONE':
        return this.confirm(await this.known(decision.known), fact, position)
      case 'UPDATE':
        return this.elaborate(await this.known(decision.known), fact, decision.text, position)
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
        if (first === undefined) return this.beside(fact, position)
        const memory = await this.add(fact, position, { supersedes: this.idOf(first) })
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
        if (isUntrusted(successor) && !fact.trust) return this.beside(fact, position)
        return this.added(
          await this.add(fact, position, { status: 'superseded', validTo: decision.at, supersededBy: successor.id }),
        )
      }
    }
  }

  /** Whoever decides, what an untrusted source says ends nothing that a trusted one said. */
  private async closable(ids: readonly string[], fact: NewFact): Promise<string[]> {
    if (!fact.trust) return [...ids]
    const known = await Promise.all(ids.map((id) => this.known(id)))
    return ids.filter((_, i) => isUntrusted(known[i] as MemoryRecord))
  }

  /** The fact as a memory of its own, unless one says exactly this. */
  private async beside(fact: NewFact, position: number): Promise<MemoryChange> {
    const twin = await this.operation.tx.find(
      'memories',
      'active',
      activeKey(keyOf(this.settings.scope), this.settings.hashes(fact.text)),
    )
    return twin ? this.confirm(twin, fact, position) : this.added(await this.add(fact, position))
  }

  private idOf(known: string): string {
    return this.made.get(known) ?? known
  }

  private async known(id: string): Promise<MemoryRecord> {
    return (await this.operation.tx.find('memories', 'id', this.idOf(id))) as MemoryRecord
  }

  /** An approved fact that became part of another, or took one back, is no memory of its own. */
  async mergePending(): Promise<void> {
    const { pending } = this.settings
    if (!pending || [...this.made.values()].includes(pending.id)) return
    const into = this.made.get('new:0')
    const after = this.revised(pending, { status: 'merged', ...(into === undefined ? {} : { supersededBy: into }) })
    await this.operation.putMemory({ event: 'MERGE', before: pending, after, reason: 'approved' })
  }

  private async add(fact: NewFact, position: number, extra: Partial<MemoryRecord> = {}): Promise<MemoryRecord> {
    const { operation, settings } = this
    if (settings.pending) {
      const { proposal: _, ...approved } = this.revised(settings.pending, { status: 'active', ...extra })
      await operation.putMemory({ event: 'UPDATE', before: settings.pending, after: approved, reason: 'approved' })
      this.made.set(`new:${position}`, approved.id)
      return approved
    }
    const memory: MemoryRecord = { ...(await factRecord(fact, settings.scope, operation, settings.hashes)), ...extra }
    const vectors = settings.vectors.get(fact)
    await operation.putMemory({ event: 'ADD', after: memory, ...(vectors ? { vectors } : {}) })
    this.made.set(`new:${position}`, memory.id)
    return memory
  }

  private added({ id, text, evidence }: MemoryRecord): MemoryChange {
    return { id, memory: text, event: 'ADD', evidence }
  }

  private async confirm(known: MemoryRecord, fact: NewFact, position: number): Promise<MemoryChange> {
    if (isUntrusted(known) && !fact.trust)
      return known.textHash === this.settings.hashes(fact.text)
        ? this.raise(known, fact, position)
        : this.beside(fact, position)
    this.made.set(`new:${position}`, known.id)
    // It is none the worse for an untrusted source that repeats it.
    if (fact.trust && !isUntrusted(known))
      return { id: known.id, memory: known.text, event: 'NONE', evidence: known.evidence }
    const evidence = withEvidence(known.evidence, fact)
    if (evidence.length > known.evidence.length)
      await this.operation.putMemory({
        event: 'UPDATE',
        before: known,
        after: this.revised(known, { evidence }),
        reason: 'evidence added',
      })
    return { id: known.id, memory: known.text, event: 'NONE', evidence }
  }

  /** What a trusted source says too is its own from then on. */
  private async raise(known: MemoryRecord, fact: NewFact, position: number): Promise<MemoryChange> {
    this.made.set(`new:${position}`, known.id)
    const { trust: _, ...after } = this.revised(known, {
      evidence: withEvidence([], fact),
      attributedTo: fact.attributedTo,
      kind: fact.kind,
      ...(known.slot ? { slot: fact.slot } : {}),
    })
    await this.operation.putMemory({ event: 'UPDATE', before: known, after, reason: 'said by a trusted source' })
    return { id: known.id, memory: known.text, event: 'UPDATE', previousMemory: known.text, evidence: after.evidence }
  }

  /** The fuller text wins; a memory that repeated a message word for word speaks for itself from then on. */
  private async elaborate(known: MemoryRecord, fact: NewFact, text: string, position: number): Promise<MemoryChange> {
    if (isUntrusted(known) !== (fact.trust !== undefined)) return this.beside(fact, position)
    // A model that words the fuller text may hit upon one that another memory says already.
    const twin = await this.operation.tx.find(
      'memories',
      'active',
      activeKey(known.scopeKey, this.settings.hashes(text)),
    )
    if (twin && twin.no !== known.no) return this.confirm(twin, fact, position)
    this.made.set(`new:${position}`, known.id)
    const evidence = withEvidence(known.evidence, fact)
    const after = this.revised(known, { evidence, text, textHash: this.settings.hashes(text) })
    if (text !== known.text) {
      delete after.verbatimNo
      // Extractors see no secrets, and what they write holds none.
      delete after.secrets
      // A memory that no extractor made stays without one, so that nothing ever closes it.
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
        // What was wrong never held; what changed held until then.
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
