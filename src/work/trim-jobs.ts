import type { Store } from '../store/store.js'

/** The most failed jobs that are kept for `retry()`. Completed jobs are deleted by their last commit. */
export const KEPT_JOBS = 1_000

/** Deletes the oldest failed jobs beyond the limit. The texts they were for stay as they are. */
export function trimJobs(store: Store): Promise<void> {
  return store.write(['jobs'], async (tx) => {
    if ((await tx.count('jobs')) <= KEPT_JOBS) return
    const failed = (await tx.list('jobs')).filter(({ state }) => state === 'failed').sort((a, b) => b.n - a.n)
    for (const { id } of failed.slice(KEPT_JOBS)) await tx.delete('jobs', id)
  })
}
