import type { Catalog } from '../index/catalog.js'
import type { JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/** Jobs of other instances, by owner. */
export async function otherOwners(store: Store, owner: string): Promise<string[]> {
  const jobs = await store.read(['jobs'], (tx) => tx.list('jobs'))
  return [...new Set(jobs.map((job) => job.owner))].filter((other) => other !== owner)
}

/** Takes over every job of an instance that is gone. */
export function adoptJobs(store: Store, from: string, to: string): Promise<void> {
  return store.write(['jobs'], async (tx) => {
    for (const job of await tx.list('jobs')) if (job.owner === from) await tx.put('jobs', { ...job, owner: to })
  })
}

/**
 * Leaves a job for every document that has neither a vector of the current embedder nor a job: what another embedder
 * wrote, or an instance that had none. Texts that failed before are not tried again.
 */
export async function leaveMissingWork(store: Store, catalog: Catalog, hasVector: (no: number) => boolean, job: Pick<JobRecord, 'id' | 'owner'>): Promise<boolean> {
  const missing: number[] = []
  for (const row of catalog.values()) {
    const ownText = row.table === 'messages' || row.verbatimNo === undefined
    if (ownText && row.status === 'active' && !hasVector(row.no)) missing.push(row.no)
  }
  if (missing.length === 0) return false
  return store.write(['jobs'], async (tx) => {
    const planned = new Set((await tx.list('jobs')).flatMap(({ nos }) => nos))
    const nos = missing.filter((no) => !planned.has(no))
    if (nos.length === 0) return false
    await tx.put('jobs', { ...job, kind: 'embed', nos, state: 'waiting', attempts: 0, n: 0 })
    return true
  })
}
