import type { ManagedEmbedder } from '../../embed/managed-embedder.js'
import { asLocketError, ConflictError, type LocketError } from '../../values/errors.js'
import { factHash } from '../../platform/identity.js'
import type { Indexes } from '../../index/indexes.js'
import { lazily } from '../../platform/lazily.js'
import type { Decision, KnownFact, NewFact } from '../../reconcile/decision.js'
import { lastChange } from '../../store/changes.js'
import type { Store } from '../../store/store.js'
import { findNeighbours } from './neighbours.js'
import type { OperationResult, Operation } from '../../store/operation.js'

/** Attempts to reconcile before a concurrent write in the scope is reported as a conflict. */
const ATTEMPTS = 3

export type Decide = (
  facts: readonly NewFact[],
  neighbours: (fact: NewFact) => readonly KnownFact[],
) => Promise<Decision[] | undefined> | Decision[]

export interface SettleSettings {
  store: Store
  indexes: Indexes
  embedder: ManagedEmbedder | undefined
  operate: <T>(body: (operation: Operation) => Promise<T>) => Promise<OperationResult<T>>
  /** Decides instead of `reconcile`; undefined from it means that `reconcile` decides. */
  decide?: Decide
}

/** The vectors of each fact's text; absent where it could not be embedded. */
export type FactVectors = ReadonlyMap<NewFact, readonly Float32Array[]>

/** Hashes of the texts that the commit may store, made before it: hashing is async and would end the transaction. */
export type TextHashes = (text: string) => string

async function hashesOf(texts: readonly string[]): Promise<TextHashes> {
  const hashes = new Map(await Promise.all(texts.map(async (text) => [text, await factHash(text)] as const)))
  return (text) => hashes.get(text) as string
}

/**
 * Reconciles new facts with the known ones of their scope and commits the result in one operation. Starts over when a
 * memory of the scope changed meanwhile; three attempts in all (optimistic concurrency control).
 * @throws ConflictError `CONFLICT` when a memory of the scope changed during each attempt.
 */
export async function settleFacts<T>(
  settings: SettleSettings,
  { facts, vectors, scopeKey }: { facts: readonly NewFact[]; vectors: FactVectors; scopeKey: string },
  carryOut: (operation: Operation, decisions: readonly Decision[], hashes: TextHashes) => Promise<T>,
): Promise<OperationResult<T>> {
  // Loaded on first use: an application without an extractor does not need it.
  const { reconcile } = await lazily(() => import('../../reconcile/reconcile.js'))
  for (let attempt = 1; ; attempt++) {
    const since = await settings.store.read(['meta'], lastChange)
    await settings.indexes.catchUp()
    const known = new Map<NewFact, readonly KnownFact[]>()
    for (const fact of facts)
      known.set(
        fact,
        await findNeighbours(settings.store, settings.indexes, settings.embedder?.plug.background, {
          fact,
          vector: vectors.get(fact)?.[0],
          scopeKey,
        }),
      )
    const neighbours = (fact: NewFact): readonly KnownFact[] => known.get(fact) ?? []
    const decisions = (await settings.decide?.(facts, neighbours)) ?? reconcile(facts, neighbours)
    const hashes = await hashesOf([
      ...facts.map(({ text }) => text),
      ...decisions.map((decision) => (decision.event === 'UPDATE' ? decision.text : decision.fact.text)),
    ])
    try {
      return await settings.operate(async (operation) => {
        await refuseIfMoved(operation, since, scopeKey)
        return carryOut(operation, decisions, hashes)
      })
    } catch (cause) {
      if (!(cause instanceof Moved) || attempt === ATTEMPTS) throw cause
    }
  }
}

/** Vectors of the facts' texts; empty when the embedder fails: the commit then queues them for embedding. */
export async function embedFacts(
  embedder: ManagedEmbedder | undefined,
  facts: readonly NewFact[],
  warn: (problem: LocketError) => void,
  signal?: AbortSignal,
): Promise<FactVectors> {
  if (!embedder || facts.length === 0) return new Map()
  try {
    const embedded = await embedder.embed(
      facts.map(({ text }) => text),
      'passage',
      signal,
    )
    return new Map(facts.map((fact, i) => [fact, embedded[i]?.vectors ?? []]))
  } catch (cause) {
    warn(
      asLocketError(
        cause,
        'MODEL_FAILED',
        'Facts could not be embedded; until that is retried, only keyword search finds them.',
      ),
    )
    return new Map()
  }
}

/** A memory of the scope changed after it was read for reconciliation. */
class Moved extends ConflictError {}

/** @throws Moved when a memory of the scope changed after `since`. Changes elsewhere do not matter. */
async function refuseIfMoved({ tx, commit }: Operation, since: number, scopeKey: string): Promise<void> {
  if (commit.lastChange === since) return
  const changes = await tx.list('changes', { from: since, after: true })
  for (const { table, key } of changes) {
    if (table !== 'memories') continue
    const memory = await tx.get('memories', key)
    if (!memory || memory.scopeKey === scopeKey)
      throw new Moved(
        'CONFLICT',
        'The memories of this scope kept changing while new facts were reconciled with them.',
        { hint: 'Nothing was changed; try again.' },
      )
  }
}
