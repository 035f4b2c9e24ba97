import type { JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/**
 * Leaves a job for those of the documents without a vector that have none: what another embedder wrote, or an instance
 * that had none. Texts that this embedder failed on are not tried again. `cursor`: the change up to which it is known
 * who has a vector.
 */
export async function leaveMissingWork(
  store: Store,
  missing: readonly number[],
  cursor: number,
  job: Required<Pick<JobRecord, 'id' | 'owner' | 'fingerprint'>>,
): Promise<boolean> {
  return store.write(['jobs', 'messages', 'memories', 'changes', 'segments'], async (tx) => {
    const jobs = (await tx.list('jobs')).filter(({ kind }) => kind === 'embed')
    const outdated = jobs.filter(({ state, fingerprint }) => state === 'failed' && fingerprint !== job.fingerprint)
    for (const { id } of outdated) await tx.delete('jobs', id)
    const planned = new Set(jobs.filter((other) => !outdated.includes(other)).flatMap(({ nos }) => nos))
    // Another tab, at the same work, may have been faster.
    const appended = (await tx.list('changes', { from: cursor, after: true })).filter(
      ({ table, operation }) => table === 'segments' && operation === 'put',
    )
    const embedded = new Set(
      (await Promise.all(appended.map(({ key }) => tx.get('segments', key)))).flatMap((segment) => [
        ...(segment?.labels ?? []),
      ]),
    )
    const unplanned = missing.filter((no) => !planned.has(no) && !embedded.has(no))
    // What was erased a moment ago is in the catalog still.
    const there = await Promise.all(
      unplanned.map(async (no) => (await tx.get('messages', no)) ?? (await tx.get('memories', no))),
    )
    const nos = unplanned.filter((_, i) => there[i])
    if (nos.length === 0) return false
    await tx.put('jobs', { ...job, kind: 'embed', nos, state: 'waiting', attempts: 0, n: 0 })
    return true
  })
}
