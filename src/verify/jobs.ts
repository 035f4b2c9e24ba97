import type { JobRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** Checks that the documents that each job is to process exist. */
export async function checkJobs(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for await (const rows of rowsOf(tx, 'jobs', census)) for (const row of rows) checkJob(row, census, faults)
}

function checkJob(job: JobRecord, census: Census, faults: Faults): void {
  const { id, nos } = job
  if (Array.isArray(nos) && nos.length > 0 && nos.every((no) => census.documents.has(no))) return
  faults.add(
    { code: 'JOB_DANGLING', table: 'jobs', key: id, message: 'It refers to documents that do not exist.' },
    async ({ tx }) => {
      const existing = Array.isArray(nos) ? nos.filter((no) => census.documents.has(no)) : []
      if (existing.length === 0) await tx.delete('jobs', id)
      else await tx.put('jobs', { ...job, nos: existing })
    },
  )
}
