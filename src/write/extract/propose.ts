import type { Catalog } from '../../index/catalog.js'
import type { NewFact } from '../../reconcile/decision.js'
import { scopeKey, type Scope } from '../../values/scope.js'
import type { MemoryRecord } from '../../store/records.js'
import type { MemoryChange } from '../types.js'
import { factRecord, withEvidence } from './fact-record.js'
import { mergedLabels } from './labels.js'
import type { Operation } from '../../store/operation.js'
import type { FactVectors, TextHashes } from './settle.js'

export interface ProposeSettings {
  scope: Scope
  vectors: FactVectors
  hashes: TextHashes
  /** As of the reconciliation. */
  catalog: Catalog
}

/**
 * With `review: true`: stores facts as pending memories, with what approval needs to reconcile them. A fact that is
 * pending already gains the evidence.
 */
export async function propose(
  operation: Operation,
  facts: readonly NewFact[],
  { scope, vectors, hashes, catalog }: ProposeSettings,
): Promise<MemoryChange[]> {
  const changes: MemoryChange[] = []
  const waiting = await pendingIn(operation, catalog, scopeKey(scope))
  for (const fact of facts) {
    const known = repeated(fact, waiting, hashes)
    if (known) {
      const labels = mergedLabels(known, fact)
      const after = {
        ...known,
        evidence: withEvidence(known.evidence, fact),
        ...labels,
        revision: known.revision + 1,
        updatedAt: operation.now,
      }
      if (labels || after.evidence.length > known.evidence.length) {
        await operation.putMemory({ event: 'UPDATE', before: known, after, reason: 'evidence added' })
        waiting.splice(waiting.indexOf(known), 1, after)
      }
      changes.push({ id: known.id, memory: known.text, event: 'NONE', evidence: after.evidence })
      continue
    }
    const memory = await factRecord(fact, scope, operation, hashes)
    memory.status = 'pending'
    memory.proposal = { mode: fact.mode, ...(fact.previous === undefined ? {} : { previous: fact.previous }) }
    const own = vectors.get(fact)
    await operation.putMemory({
      event: 'ADD',
      after: memory,
      reason: 'waits for approval',
      ...(own ? { vectors: own } : {}),
    })
    waiting.push(memory)
    changes.push({ id: memory.id, memory: memory.text, event: 'ADD', evidence: memory.evidence })
  }
  return changes
}

/** Pending memories of the scope, oldest first. */
async function pendingIn({ tx }: Operation, catalog: Catalog, key: string): Promise<MemoryRecord[]> {
  const nos: number[] = []
  for (const row of catalog.values()) if (row.status === 'pending' && row.scopeKey === key) nos.push(row.no)
  const rows = await Promise.all(nos.map((no) => tx.get('memories', no)))
  return rows.filter((row) => row !== undefined).filter(({ status }) => status === 'pending')
}

/** The pending memory that states the same fact, unless a later one says something else of its slot. */
function repeated(fact: NewFact, waiting: readonly MemoryRecord[], hashes: TextHashes): MemoryRecord | undefined {
  const { subject, attribute, value, cardinality } = fact.slot
  const isOfSlot = ({ slot }: MemoryRecord): boolean => slot?.subject === subject && slot.attribute === attribute
  const isSaidAlike = ({ proposal, trust }: MemoryRecord): boolean =>
    proposal?.mode === fact.mode && proposal.previous === fact.previous && trust === fact.trust
  const known = waiting.findLast(
    (memory) =>
      isSaidAlike(memory) &&
      isOfSlot(memory) &&
      (memory.textHash === hashes(fact.text) || memory.slot?.value === value),
  )
  const isNews = waiting.some(
    (memory) => known && memory.no > known.no && isOfSlot(memory) && (cardinality === 'one' || !isSaidAlike(memory)),
  )
  return isNews ? undefined : known
}
