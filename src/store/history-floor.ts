import type { MetaRecord } from './records.js'
import type { Reader } from './store.js'

/** How far history was trimmed: see `MetaRecord`. */
export type HistoryMeta = Extract<MetaRecord, { key: 'history' }>

const UNTRIMMED: HistoryMeta = { key: 'history', floor: 0, floorAt: 0, cut: [], days: [] }

/** Reads where history begins. Needs `meta`. */
export async function readHistoryMeta(tx: Reader): Promise<HistoryMeta> {
  const row = await tx.get('meta', 'history')
  return row?.key === 'history' ? row : UNTRIMMED
}
