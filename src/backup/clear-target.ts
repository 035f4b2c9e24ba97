import type { GoneMessage } from '../manage/purge.js'
import { scopeMatches, type Scope } from '../values/scope.js'
import { renewEpoch, type Commit } from '../store/changes.js'
import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import { purgeRows } from '../store/segment-merge.js'
import type { Reader } from '../store/store.js'
import { removeMentions } from '../store/remove-mentions.js'
import { isEverybody } from './target.js'
import type { ErasedRows } from './types.js'

const BATCH = 500
/** Scopes that a report names. */
const MOST_SCOPES = 1_000

export interface Cleared {
  /** How many messages and memories were erased, and whose. */
  removed: number
  erased: ErasedRows[]
  /** The messages of runs among them: memories that were promoted out of a run quote them from outside. */
  quoted: GoneMessage[]
  /** Documents of others whose vectors went with a damaged segment. */
  lost: number[]
}

/** Erases the rows of a scope, or all of them, within the commit that puts others in their place. */
export async function clearTarget(commit: Commit, scope: Scope): Promise<Cleared> {
  const { tx } = commit
  // Cursors and caches refer to rows that are erased, and the snapshot of the keyword index holds words of them.
  await renewEpoch(tx)
  const { removed, erased } = await countTarget(tx, scope)
  if (isEverybody(scope)) {
    for (const table of Object.keys(SCHEMA) as TableName[])
      if (table !== 'meta' && table !== 'caches' && table !== 'keys') await tx.clear(table)
    return { removed, erased, quoted: [], lost: [] }
  }
  const quoted: GoneMessage[] = []
  const nos: number[] = []
  const scopes = new Set<string>()
  for (const table of ['messages', 'memories'] as const) {
    for (let from = 0; ;) {
      const rows = await tx.list(table, { from, after: true, limit: BATCH, unreadable: true })
      const last = rows.at(-1)
      if (!last) break
      from = last.no
      for (const row of rows) {
        if (!scopeMatches(row.scope, scope)) continue
        nos.push(row.no)
        if (table === 'messages' && row.scope.runId !== undefined)
          quoted.push({ no: row.no, id: row.id, scope: row.scope, scopeKey: row.scopeKey, textHash: row.textHash })
        scopes.add(row.scopeKey)
        await tx.delete(table, row.no)
        for (const event of await tx.list('history', { index: 'row', only: [row.id] }))
          if (event.no === row.no) await tx.delete('history', event.n)
        commit.change(table, row.no, 'delete')
      }
    }
  }
  for (const key of scopes) await tx.delete('summaries', key)
  const { lost } = await purgeRows(commit, nos)
  await removeMentions(commit, nos)
  const gone = new Set(nos)
  for (const job of await tx.list('jobs')) {
    const left = job.nos.filter((no) => !gone.has(no))
    const { error: _, ...rest } = job
    if (left.length === 0) await tx.delete('jobs', job.id)
    else if (left.length < job.nos.length) await tx.put('jobs', { ...rest, nos: left })
  }
  return { removed, erased, quoted, lost: lost.filter((no) => !gone.has(no)) }
}

/** The rows of the scope, by the scope that each is of exactly. */
export async function countTarget(tx: Reader, scope: Scope): Promise<Pick<Cleared, 'removed' | 'erased'>> {
  const counts = new Map<string, ErasedRows>()
  let removed = 0
  for (const table of ['messages', 'memories'] as const)
    for (let from = 0; ;) {
      const rows = await tx.list(table, { from, after: true, limit: BATCH, unreadable: true })
      const last = rows.at(-1)
      if (!last) break
      from = last.no
      for (const row of rows) {
        if (!scopeMatches(row.scope, scope)) continue
        const count = counts.get(row.scopeKey) ?? { scope: row.scope, messages: 0, memories: 0 }
        counts.set(row.scopeKey, count)
        count[table]++
        removed++
      }
    }
  const size = ({ messages, memories }: ErasedRows): number => messages + memories
  return { removed, erased: [...counts.values()].sort((a, b) => size(b) - size(a)).slice(0, MOST_SCOPES) }
}

/** Those that the file did not bring back as they were. */
export async function stillGone(tx: Reader, messages: readonly GoneMessage[]): Promise<GoneMessage[]> {
  const there = await Promise.all(messages.map(({ scopeKey, id }) => tx.find('messages', 'key', [scopeKey, id])))
  return messages.filter(({ textHash }, i) => there[i]?.textHash !== textHash)
}
