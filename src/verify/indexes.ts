import type { Engine } from '../engine/engine.js'
import type { LaneStatus } from '../index/indexes.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

/** What this instance keeps in memory, against the rows. All of it is made anew by `repair()`. */
export async function checkIndexes({ indexes }: Engine, census: Census, faults: Faults): Promise<void> {
  const { catalog, vectorLane, keywordLane, entityLane } = indexes
  const differs = (index: string, message: string): void =>
    faults.add({ code: 'INDEX_DIFFERS', table: index, key: '', message, mendable: true })
  const isUsed = (index: string, { state, problem }: LaneStatus): boolean => {
    if (state === 'failed')
      faults.add({
        code: 'INDEX_FAILED',
        table: index,
        key: '',
        message: problem?.message ?? 'It failed.',
        mendable: true,
      })
    return state === 'used'
  }
  let rows = 0
  let wrong = 0
  for (const row of catalog.values()) {
    if (census.damaged.has(row.no)) continue
    rows++
    const known = census.documents.get(row.no)
    if (known?.table !== row.table || known.id !== row.id || known.status !== row.status) wrong++
  }
  const there = census.documents.size - census.damaged.size
  if (wrong > 0 || rows !== there)
    differs('catalog', `It holds ${rows} rows, ${wrong} of them wrong, where the store has ${there}.`)
  if (vectorLane && isUsed('vectors', indexes.vectors) && vectorLane.index.size !== census.vectorRows)
    differs('vectors', `The index holds ${vectorLane.index.size} vectors, the store ${census.vectorRows}.`)
  if (keywordLane && isUsed('keywords', indexes.keywords)) {
    const [held, texts] = [
      await keywordLane.index.size(),
      [...census.documents.values()].filter(({ own }) => own).length,
    ]
    if (held !== texts) differs('keywords', `The index holds ${held} texts, the store ${texts}.`)
  }
  if (entityLane && isUsed('entities', indexes.entities) && entityLane.index.size !== census.entities)
    differs('entities', `The index holds ${entityLane.index.size} entities, the store ${census.entities}.`)
}
