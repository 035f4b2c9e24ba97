import type { Engine } from '../engine/engine.js'
import { scopeKey, type Scope } from '../values/scope.js'
import type { MemoryRecord } from '../store/records.js'
import type { MemoryChange } from '../write/types.js'
import type { OperationResult, Operation } from '../store/operation.js'

/**
 * Offers the lasting facts of a run to the same scope without the run id: each becomes a pending memory there, with the
 * run's messages as evidence, and is reconciled when it is approved. Episodes and the digest stay with the run.
 */
export function promoteRun(engine: Engine, run: Scope): Promise<OperationResult<MemoryChange[]>> {
  const { runId: _, ...wider } = run
  return engine.operate((operation) => offer(operation, run, wider), 'strict')
}

async function offer(operation: Operation, run: Scope, wider: Scope): Promise<MemoryChange[]> {
  const key = scopeKey(wider)
  const there = await operation.tx.list('memories', { index: 'scope', only: [key] })
  // Facts that were known or offered before, the rejected ones included, are not offered again.
  const offered = new Set(there.map(({ textHash }) => textHash))
  const changes: MemoryChange[] = []
  for (const memory of await operation.tx.list('memories', { index: 'scope', only: [scopeKey(run)] })) {
    if (!isLasting(memory, operation.now) || offered.has(memory.textHash)) continue
    offered.add(memory.textHash)
    const { activeKey: _active, verbatimNo: _verbatim, supersedes: _supersedes, linkedIds: _linked, ...rest } = memory
    const after: MemoryRecord = {
      ...rest,
      id: operation.newId(),
      no: operation.commit.nextDocument(),
      revision: 1,
      scope: wider,
      scopeKey: key,
      status: 'pending',
      evidence: memory.evidence.map((evidence) => ({ runId: run.runId as string, ...evidence })),
      createdAt: operation.now,
      updatedAt: operation.now,
    }
    await operation.putMemory({ event: 'ADD', after, reason: 'offered by a run' })
    changes.push({ id: after.id, memory: after.text, event: 'ADD', evidence: after.evidence })
  }
  return changes
}

function isLasting({ status, kind, slot, expiresAt, validTo }: MemoryRecord, now: number): boolean {
  return (
    status === 'active' &&
    kind !== 'episodic' &&
    slot?.attribute !== 'run' &&
    (expiresAt ?? Infinity) > now &&
    (validTo ?? Infinity) > now
  )
}
