import { SCOPE_FIELDS, scopeMatches, type Scope } from '../scope.js'
import { renewEpoch, type Commit } from '../store/changes.js'
import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import { purgeRows } from '../store/segments.js'
import { unlink } from '../store/unlink.js'

const BATCH = 500

/** Erases the rows of a scope, or all of them, within the commit that puts others in their place. Returns how many messages and memories it was. */
export async function makeWay(commit: Commit, scope: Scope): Promise<number> {
  const { tx } = commit
  // Cursors and caches of before are worthless, and the snapshot of the keywords holds words of what goes.
  await renewEpoch(tx)
  if (SCOPE_FIELDS.every((field) => scope[field] === undefined)) {
    const count = (await tx.count('messages')) + (await tx.count('memories'))
    for (const table of Object.keys(SCHEMA) as TableName[]) if (table !== 'meta' && table !== 'caches') await tx.clear(table)
    return count
  }
  const nos: number[] = []
  const scopes = new Set<string>()
  for (const table of ['messages', 'memories'] as const) {
    for (let from = 0; ; ) {
      const rows = await tx.list(table, { from, after: true, limit: BATCH })
      const last = rows.at(-1)
      if (!last) break
      from = last.no
      for (const row of rows) {
        if (!scopeMatches(row.scope, scope)) continue
        nos.push(row.no)
        scopes.add(row.scopeKey)
        await tx.delete(table, row.no)
        for (const event of await tx.list('history', { index: 'row', only: [row.id] })) if (event.no === row.no) await tx.delete('history', event.n)
        commit.change(table, row.no, 'delete')
      }
    }
  }
  for (const key of scopes) await tx.delete('summaries', key)
  await purgeRows(commit, nos)
  await unlink(commit, nos)
  const gone = new Set(nos)
  for (const job of await tx.list('jobs')) {
    const left = job.nos.filter((no) => !gone.has(no))
    if (left.length === 0) await tx.delete('jobs', job.id)
    else if (left.length < job.nos.length) await tx.put('jobs', { ...job, nos: left })
  }
  return nos.length
}
