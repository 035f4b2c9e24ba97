import type { NewFact } from '../../reconcile/decision.js'
import type { Operation } from '../../store/operation.js'
import type { Evidence, MemoryRecord } from '../../store/records.js'
import { MAX_ENTITIES } from '../../values/limits.js'
import { scopeKey as keyOf, type Scope } from '../../values/scope.js'
import { labelsOf } from './labels.js'
import type { TextHashes } from './settle.js'

/** The row of a new active memory of the scope that holds this fact. */
export async function factRecord(
  fact: NewFact,
  scope: Scope,
  operation: Operation,
  hashes: TextHashes,
): Promise<MemoryRecord> {
  const { now } = operation
  // A model names related memories by id: one may have been erased meanwhile, and an invented id may be another
  // scope's.
  const linked = await Promise.all((fact.linkedIds ?? []).map((id) => operation.tx.find('memories', 'id', id)))
  const linkedIds = linked.flatMap((memory) => (memory?.scopeKey === keyOf(scope) ? memory.id : []))
  return {
    id: operation.newId(),
    no: operation.commit.nextDocument(),
    revision: 1,
    kind: fact.kind,
    text: fact.text,
    textHash: hashes(fact.text),
    ...(fact.trust ? { trust: fact.trust } : {}),
    language: fact.language,
    slot: fact.slot,
    scope,
    scopeKey: keyOf(scope),
    attributedTo: fact.attributedTo,
    ...labelsOf(fact),
    evidence: withEvidence([], fact),
    ...(linkedIds.length > 0 ? { linkedIds } : {}),
    ...entitiesOf(fact),
    createdAt: now,
    updatedAt: now,
    observedAt: fact.observedAt,
    validFrom: fact.validFrom ?? fact.observedAt,
    ...(fact.validTo === undefined ? {} : { validTo: fact.validTo }),
    status: 'active',
  }
}

/**
 * The entities and relations that the extractor found in the fact. Their own rows are written after the commit, by
 * entity linking (`src/entities/`).
 */
export function entitiesOf({ entities, relations }: NewFact): Pick<MemoryRecord, 'entities' | 'relations'> {
  return {
    ...(entities?.length ? { entities: entities.slice(0, MAX_ENTITIES) } : {}),
    ...(relations?.length ? { relations: relations.slice(0, MAX_ENTITIES) } : {}),
  }
}

/** Evidence plus the messages of the fact, each message once. */
export function withEvidence(
  evidence: readonly Evidence[],
  { messageId, quote, alsoFrom = [], runId }: NewFact,
): Evidence[] {
  const all = [...evidence]
  for (const one of [{ messageId, quote, ...(runId === undefined ? {} : { runId }) }, ...alsoFrom])
    if (!all.some((own) => own.messageId === one.messageId && own.runId === one.runId)) all.push(one)
  return all
}
