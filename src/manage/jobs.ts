import type { Engine } from '../engine/engine.js'
import { InputError } from '../values/errors.js'
import { scopeMatches, type Scope } from '../values/scope.js'
import type { JobRecord } from '../store/records.js'
import type { Job } from './types.js'
import { giveUp, isHeld, isSameScope } from '../work/work.js'
import { requireId } from './checks.js'

/** Jobs of a scope, oldest first. Embedding jobs cover several scopes: only the documents of this one are counted. */
export async function listJobs(engine: Engine, scope: Scope, state?: Job['state']): Promise<Job[]> {
  const jobs = await jobsOf(engine, scope)
  return jobs.filter((job) => state === undefined || job.state === state).map(asJob)
}

/**
 * Runs one job again at once, or every job that waits or has failed. Resolves with those of them that are left.
 * @throws InputError `NOT_FOUND`
 */
export async function retryJobs(engine: Engine, scope: Scope, id: string | undefined): Promise<Job[]> {
  const wanted = await selectedJobs(engine, scope, id)
  const again = await engine.store.write(['jobs'], async (tx) => {
    const taken: JobRecord[] = []
    for (const { id } of wanted) {
      const job = await tx.get('jobs', id)
      // A job that waits in another tab stays with that tab; a failed one goes to any instance that can run it.
      if (!job || !engine.workOf(job) || (job.owner !== engine.owner && job.state !== 'failed')) continue
      const { error: _, ...rest } = job
      taken.push({ ...rest, state: 'waiting', attempts: 0, owner: engine.owner })
      await tx.put('jobs', taken.at(-1) as JobRecord)
    }
    return taken
  })
  const held: JobRecord[] = []
  for (const job of again) {
    if (held.some((other) => isSameScope(other, job))) continue
    const outcome = await engine.workOf(job)?.run(job.id)
    if (outcome && isHeld(outcome)) held.push(job)
  }
  const ids = new Set(wanted.map((job) => job.id))
  return (await jobsOf(engine, scope)).filter((job) => ids.has(job.id)).map(asJob)
}

/** Marks jobs as failed. The texts they were for stay as they are, and `retry` runs the jobs again. */
export async function cancelJob(engine: Engine, scope: Scope, id: string): Promise<void> {
  for (const job of await selectedJobs(engine, scope, id))
    await (engine.workOf(job)?.cancel(job.id) ?? giveUp(engine.store, job.id))
}

async function selectedJobs(engine: Engine, scope: Scope, id: string | undefined): Promise<JobRecord[]> {
  const jobs = await jobsOf(engine, scope)
  if (id === undefined) return jobs
  requireId('the job', id)
  const job = jobs.find((one) => one.id === id)
  if (!job)
    throw new InputError('NOT_FOUND', `There is no job "${id}".`, {
      value: id,
      hint: 'It may be done: jobs() lists what is left.',
    })
  return [job]
}

async function jobsOf(engine: Engine, scope: Scope): Promise<JobRecord[]> {
  const jobs = await engine.store.read(['jobs'], (tx) => tx.list('jobs'))
  await engine.indexes.catchUp()
  const { catalog } = engine
  const seen = catalog.scopeTest(scope)
  const isOwn = (no: number): boolean => {
    const row = catalog.get(no)
    return row !== undefined && seen(row)
  }
  return jobs
    .flatMap((job): JobRecord[] => {
      if (job.scope) return scopeMatches(job.scope, scope) ? [job] : []
      const nos = job.nos.filter(isOwn)
      return nos.length > 0 ? [{ ...job, nos }] : []
    })
    .sort((a, b) => a.n - b.n)
}

function asJob({ id, kind, state, nos, attempts, error }: JobRecord): Job {
  return { id, kind, state, pending: nos.length, attempts, ...(error ? { problem: error } : {}) }
}
