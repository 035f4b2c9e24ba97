import { repaired } from '../store/rows/repair-row.js'
import { fromHistory, fromSummary } from '../store/rows/rows.js'
import { Malformed } from '../store/rows/shape.js'
import { isStaged } from '../backup/stage.js'
import { scopeKey } from '../values/scope.js'
import { RESERVE_KEY } from '../storage/reserve.js'
import { readEpoch } from '../store/changes.js'
import type { HistoryRecord, JobRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** History, work, summaries and caches against what they are of. */
export async function checkRest(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for await (const rows of rowsOf(tx, 'history', census)) for (const row of rows) checkHistory(row, census, faults)
  for await (const rows of rowsOf(tx, 'jobs', census)) for (const row of rows) checkJob(row, census, faults)
  for await (const rows of rowsOf(tx, 'summaries', census))
    for (const row of rows) {
      const { scopeKey: key, scope, upTo } = row
      const message = !isSound(() => fromSummary(row))
        ? 'It is damaged.'
        : scopeKey(scope) !== key || census.documents.get(upTo)?.table !== 'messages'
          ? 'What it sums up is not there.'
          : undefined
      if (message !== undefined)
        faults.add({ code: 'SUMMARY_STRAY', table: 'summaries', key, message }, ({ tx }) => tx.delete('summaries', key))
    }
  const epoch = (await readEpoch(tx)) ?? ''
  for await (const rows of rowsOf(tx, 'caches', census, 1))
    for (const { key, epoch: of, n } of rows)
      if (key !== RESERVE_KEY && (isStaged(key) || of !== epoch || n > census.given.change))
        faults.add(
          {
            code: 'CACHE_STRAY',
            table: 'caches',
            key,
            message: isStaged(key)
              ? 'An import that was stopped left it behind, or one is under way.'
              : 'It is of another time of the store.',
          },
          ({ tx }) => tx.delete('caches', key),
        )
}

function checkHistory(row: HistoryRecord, census: Census, faults: Faults): void {
  const { n, no, table } = row
  census.saw('change', n)
  const revision = row.after?.revision
  if (revision !== undefined && !(revision <= (census.revisions.get(no) ?? -1))) census.revisions.set(no, revision)
  const finding = { table: 'history', key: n }
  if (census.documents.get(no)?.table !== table) {
    faults.add({ ...finding, code: 'HISTORY_STRAY', message: 'It is of a row that is not there.' }, ({ tx }) =>
      tx.delete('history', n),
    )
    return
  }
  try {
    fromHistory(row)
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause
    if (!repaired(row, fromHistory, 0))
      return faults.add({ ...finding, code: 'HISTORY_DAMAGED', message: `It is damaged: ${cause.message}.` })
    faults.add(
      { ...finding, code: 'ROW_OUT_OF_RANGE', message: `It holds what no row can: ${cause.message}.` },
      async ({ tx, now }) => {
        const sound = repaired(row, fromHistory, now)
        if (sound) await tx.put('history', sound)
      },
    )
  }
}

function isSound(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch (cause) {
    if (cause instanceof Malformed) return false
    throw cause
  }
}

function checkJob(job: JobRecord, census: Census, faults: Faults): void {
  const { id, nos } = job
  if (Array.isArray(nos) && nos.length > 0 && nos.every((no) => census.documents.has(no))) return
  faults.add(
    { code: 'JOB_DANGLING', table: 'jobs', key: id, message: 'It is to work on what is not there.' },
    async ({ tx }) => {
      const left = Array.isArray(nos) ? nos.filter((no) => census.documents.has(no)) : []
      if (left.length === 0) await tx.delete('jobs', id)
      else await tx.put('jobs', { ...job, nos: left })
    },
  )
}
