import type { Store } from '../store/store.js'

/** Jobs given up that are kept for `retry()`. Those that are done go with their last commit. */
export const KEPT_JOBS = 1_000

/** Drops the oldest of the jobs that were given up, by the order of changes: what they were for stays as it is. */
export function trimJobs(store: Store): Promise<void> {
  return store.write(['jobs'], async (tx) => {
    if ((await tx.count('jobs')) <= KEPT_JOBS) return
    const failed = (await tx.list('jobs')).filter(({ state }) => state === 'failed').sort((a, b) => b.n - a.n)
    for (const { id } of failed.slice(KEPT_JOBS)) await tx.delete('jobs', id)
  })
}
