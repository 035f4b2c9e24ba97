import type { Catalog } from '../index/catalog.js'
import type { JobKind, JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/** Other instances with jobs of these kinds. */
export async function otherOwners(store: Store, owner: string, kinds: readonly JobKind[]): Promise<string[]> {
  const jobs = await store.read(['jobs'], (tx) => tx.list('jobs'))
  const wanted = jobs.filter((job) => job.owner !== owner && kinds.includes(job.kind))
  return [...new Set(wanted.map((job) => job.owner))]
}

/** Takes over the jobs of these kinds of an instance that is gone. Those that one cannot do are left to whoever can. */
export function adoptJobs(store: Store, from: string, to: string, kinds: readonly JobKind[]): Promise<void> {
  return store.write(['jobs'], async (tx) => {
    for (const job of await tx.list('jobs')) if (job.owner === from && kinds.includes(job.kind)) await tx.put('jobs', { ...job, owner: to })
  })
}

/**
 * Leaves a job for every document that has neither a vector of the current embedder nor a job: what another embedder
 * wrote, or an instance that had none. Texts that this embedder failed on are not tried again.
 */
export async function leaveMissingWork(store: Store, catalog: Catalog, hasVector: (no: number) => boolean, job: Required<Pick<JobRecord, 'id' | 'owner' | 'fingerprint'>>): Promise<boolean> {
  const missing: number[] = []
  for (const row of catalog.values()) {
    const ownText = row.table === 'messages' || row.verbatimNo === undefined
    if (ownText && row.status === 'active' && !hasVector(row.no)) missing.push(row.no)
  }
  if (missing.length === 0) return false
  return store.write(['jobs', 'messages', 'memories'], async (tx) => {
    const jobs = (await tx.list('jobs')).filter(({ kind }) => kind === 'embed')
    const outdated = jobs.filter(({ state, fingerprint }) => state === 'failed' && fingerprint !== job.fingerprint)
    for (const { id } of outdated) await tx.delete('jobs', id)
    const planned = new Set(jobs.filter((other) => !outdated.includes(other)).flatMap(({ nos }) => nos))
    const unplanned = missing.filter((no) => !planned.has(no))
    // What was erased a moment ago is in the catalog still.
    const there = await Promise.all(unplanned.map(async (no) => (await tx.get('messages', no)) ?? (await tx.get('memories', no))))
    const nos = unplanned.filter((_, i) => there[i])
    if (nos.length === 0) return false
    await tx.put('jobs', { ...job, kind: 'embed', nos, state: 'waiting', attempts: 0, n: 0 })
    return true
  })
}
