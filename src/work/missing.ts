import type { JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/**
 * Creates an embedding job for documents without a vector that no job covers yet: written with another embedder, or by
 * an instance without one. Texts that this embedder failed on are not tried again. Resolves with whether there is a job.
 * @param cursor number of the change up to which `missing` is accurate
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
    // Another tab may have embedded some of them since.
    const appended = (await tx.list('changes', { from: cursor, after: true })).filter(
      ({ table, operation }) => table === 'segments' && operation === 'put',
    )
    const embedded = new Set(
      (await Promise.all(appended.map(({ key }) => tx.get('segments', key)))).flatMap((segment) => [
        ...(segment?.labels ?? []),
      ]),
    )
    const unplanned = missing.filter((no) => !planned.has(no) && !embedded.has(no))
    // Rows erased a moment ago may still be in the catalog.
    const there = await Promise.all(
      unplanned.map(async (no) => (await tx.get('messages', no)) ?? (await tx.get('memories', no))),
    )
    const nos = unplanned.filter((_, i) => there[i])
    if (nos.length === 0) return false
    await tx.put('jobs', { ...job, kind: 'embed', nos, state: 'waiting', attempts: 0, n: 0 })
    return true
  })
}
