import type { ErasedMessage } from '../manage/purge.js'
import { scopeMatches, type Scope } from '../values/scope.js'
import { renewEpoch, type Commit } from '../store/changes.js'
import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import { purgeRows } from '../store/segment-merge.js'
import type { Reader } from '../store/store.js'
import { removeMentions } from '../store/remove-mentions.js'
import { isEverybody } from './target.js'
import type { ErasedRows } from './types.js'

/** Rows read in one request. */
const BATCH = 500
/** Scopes that a report lists at most. */
const MAX_SCOPES = 1_000

export interface Cleared {
  /** Messages and memories erased. */
  removed: number
  /** The same, by scope. */
  erased: ErasedRows[]
  /** Erased messages of runs: memories that were promoted out of the run, which stay, may quote them. */
  quoted: ErasedMessage[]
  /** Documents of other scopes that lost their vectors with a damaged segment, and need new ones. */
  lost: number[]
}

/** Erases all rows of a scope, or of the whole store, within the commit that imports the new ones. */
export async function clearTarget(commit: Commit, scope: Scope): Promise<Cleared> {
  const { tx } = commit
  // Cursors and caches refer to erased rows, and the snapshot of the keyword index contains their words.
  await renewEpoch(tx)
  const { removed, erased } = await countTarget(tx, scope)
  if (isEverybody(scope)) {
    for (const table of Object.keys(SCHEMA) as TableName[])
      if (table !== 'meta' && table !== 'caches' && table !== 'keys') await tx.clear(table)
    return { removed, erased, quoted: [], lost: [] }
  }
  const quoted: ErasedMessage[] = []
  const toErase: number[] = []
  const scopes = new Set<string>()
  for (const table of ['messages', 'memories'] as const) {
    for (let from = 0; ;) {
      const rows = await tx.list(table, { from, after: true, limit: BATCH, unreadable: true })
      const last = rows.at(-1)
      if (!last) break
      from = last.no
      for (const row of rows) {
        if (!scopeMatches(row.scope, scope)) continue
        toErase.push(row.no)
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
  const { lost } = await purgeRows(commit, toErase)
  await removeMentions(commit, toErase)
  const erasedNos = new Set(toErase)
  for (const job of await tx.list('jobs')) {
    const nos = job.nos.filter((no) => !erasedNos.has(no))
    const { error: _, ...fields } = job
    if (nos.length === 0) await tx.delete('jobs', job.id)
    else if (nos.length < job.nos.length) await tx.put('jobs', { ...fields, nos })
  }
  return { removed, erased, quoted, lost: lost.filter((no) => !erasedNos.has(no)) }
}

/** Counts messages and memories within the scope, by their exact scope. */
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
  return { removed, erased: [...counts.values()].sort((a, b) => size(b) - size(a)).slice(0, MAX_SCOPES) }
}

/** Messages that the import did not restore with the same text. */
export async function notRestored(tx: Reader, messages: readonly ErasedMessage[]): Promise<ErasedMessage[]> {
  const restored = await Promise.all(messages.map(({ scopeKey, id }) => tx.find('messages', 'key', [scopeKey, id])))
  return messages.filter(({ textHash }, i) => restored[i]?.textHash !== textHash)
}
