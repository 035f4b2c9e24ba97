import type { Engine } from '../engine/engine.js'
import { isoTime } from '../values/moment.js'
import type { Scope } from '../values/scope.js'
import type { HistoryRecord } from '../store/records.js'
import type { HistoryItem } from './types.js'
import { find, notFound } from './rows.js'

/** What happened to a memory or message, oldest first. */
export function historyOf({ store }: Engine, id: string, scope: Scope): Promise<HistoryItem[]> {
  return store.read(['history', 'memories', 'messages'], async (tx) => {
    const found = await find(tx, id, scope)
    if (!found) throw notFound('memory or message', id)
    const changes = await tx.list('history', { index: 'row', only: [id] })
    return changes.filter(({ no }) => no === found.row.no).map(historyItem)
  })
}

function historyItem(record: HistoryRecord): HistoryItem {
  return {
    id: record.id,
    operationId: record.operationId,
    event: record.event,
    ...(record.before ? { before: record.before.text } : {}),
    ...(record.after ? { after: record.after.text } : {}),
    at: isoTime(record.at),
    ...(record.reason === undefined ? {} : { reason: record.reason }),
  }
}
