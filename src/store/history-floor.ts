import type { MetaRecord } from './records.js'
import type { Reader } from './store.js'

export type HistoryMeta = Extract<MetaRecord, { key: 'history' }>

const ALL: HistoryMeta = { key: 'history', floor: 0, floorAt: 0, cut: [], days: [] }

/** Where history begins. Needs `meta`. */
export async function readHistoryMeta(tx: Reader): Promise<HistoryMeta> {
  const row = await tx.get('meta', 'history')
  return row?.key === 'history' ? row : ALL
}
