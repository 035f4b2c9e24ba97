import type { Engine } from '../engine/engine.js'
import { ConflictError } from '../values/errors.js'
import type { NewFact } from '../reconcile/decision.js'
import type { Scope } from '../values/scope.js'
import type { MemoryRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import type { MemoryChange } from '../write/types.js'
import { applyDecisions } from '../write/extract/apply.js'
import type { OperationResult, Operation } from '../store/operation.js'
import { embedFacts, settleFacts } from '../write/extract/settle.js'
import { closeMemory } from './delete.js'
import { findMemory, notFound } from './rows.js'

/** A memory that waits for approval. @throws InputError `NOT_FOUND`; ConflictError if it is not pending */
export async function findPending(tx: Reader, id: string, scope: Scope): Promise<MemoryRecord> {
  const memory = await findMemory(tx, id, scope)
  if (!memory) throw notFound('memory', id)
  if (memory.status !== 'pending')
    throw new ConflictError('CONFLICT', `Memory "${id}" does not wait for approval: it is ${memory.status}.`, {
      value: id,
    })
  return memory
}

/** The extracted fact that a pending memory was made from, to be reconciled with what is known now. */
export function pendingFact(memory: MemoryRecord): NewFact {
  const [evidence, ...alsoFrom] = memory.evidence
  return {
    text: memory.text,
    language: memory.language ?? 'en',
    kind: memory.kind,
    category: memory.categories?.[0] ?? 'other',
    attributedTo: memory.attributedTo ?? 'user',
    ...(memory.metadata ? { metadata: memory.metadata } : {}),
    ...(memory.categories ? { categories: memory.categories } : {}),
    ...(memory.expiresAt === undefined ? {} : { expiresAt: memory.expiresAt }),
    ...(memory.trust ? { trust: memory.trust } : {}),
    messageId: evidence?.messageId ?? '',
    quote: evidence?.quote ?? '',
    alsoFrom,
    ...(evidence?.runId === undefined ? {} : { runId: evidence.runId }),
    mode: memory.proposal?.mode ?? 'assert',
    slot: memory.slot ?? { subject: 'user', attribute: 'other', value: memory.text.toLowerCase(), cardinality: 'many' },
    observedAt: memory.observedAt,
    validFrom: memory.validFrom,
    ...(memory.proposal?.previous === undefined ? {} : { previous: memory.proposal.previous }),
    ...(memory.validTo === undefined ? {} : { validTo: memory.validTo }),
    ...(memory.entities ? { entities: memory.entities } : {}),
    ...(memory.relations ? { relations: memory.relations } : {}),
  }
}

/** Reconciles a pending fact with what is known, as if it had just been extracted. */
export async function approvePending(
  engine: Engine,
  id: string,
  scope: Scope,
): Promise<OperationResult<MemoryChange[]>> {
  const pending = await engine.store.read(['memories'], (tx) => findPending(tx, id, scope))
  const fact = pendingFact(pending)
  const vectors = await embedFacts(engine.embedder, [fact], (problem) => engine.warn(problem))
  return settleFacts(
    engine,
    { facts: [fact], vectors, scopeKey: pending.scopeKey },
    async (operation, decisions, hashes) => {
      const current = await findPending(operation.tx, id, scope)
      return applyDecisions(operation, decisions, {
        scope: current.scope,
        facts: [fact],
        vectors,
        hashes,
        pending: current,
      })
    },
  )
}

/** Closes a pending memory; the same evidence does not yield it again. */
export async function rejectPending(operation: Operation, id: string, scope: Scope): Promise<void> {
  await closeMemory(operation, await findPending(operation.tx, id, scope), 'rejected')
}
