import type { NewFact } from '../reconcile/decision.js'
import type { Scope } from '../scope.js'
import type { MemoryChange } from '../types.js'
import { factRecord } from './apply.js'
import type { Operation } from './operation.js'
import type { FactVectors, TextHashes } from './settle.js'

/** With `review`, facts are stored as pending, with all that approving them will need. */
export async function propose(operation: Operation, facts: readonly NewFact[], scope: Scope, vectors: FactVectors, hashes: TextHashes): Promise<MemoryChange[]> {
  const changes: MemoryChange[] = []
  for (const fact of facts) {
    const memory = await factRecord(fact, scope, operation, hashes)
    memory.status = 'pending'
    memory.proposal = { mode: fact.mode, ...(fact.previous === undefined ? {} : { previous: fact.previous }) }
    const own = vectors.get(fact)
    await operation.putMemory({ event: 'ADD', after: memory, reason: 'waits for approval', ...(own ? { vectors: own } : {}) })
    changes.push({ id: memory.id, memory: memory.text, event: 'ADD', evidence: memory.evidence })
  }
  return changes
}
