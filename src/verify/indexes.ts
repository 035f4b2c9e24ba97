import type { Engine } from '../engine/engine.js'
import type { LaneStatus } from '../index/indexes.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

/** Compares the in-memory indexes of this instance with the rows. `repair()` rebuilds them. */
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
        message: problem?.message ?? 'The index failed.',
        mendable: true,
      })
    return state === 'used'
  }
  let rows = 0
  let mismatches = 0
  for (const row of catalog.values()) {
    if (census.damaged.has(row.no)) continue
    rows++
    const known = census.documents.get(row.no)
    if (known?.table !== row.table || known.id !== row.id || known.status !== row.status) mismatches++
  }
  const stored = census.documents.size - census.damaged.size
  if (mismatches > 0 || rows !== stored)
    differs('catalog', `The catalog has ${rows} rows, ${mismatches} of them different from the store's ${stored}.`)
  if (vectorLane && isUsed('vectors', indexes.vectors) && vectorLane.index.size !== census.vectorRows)
    differs('vectors', `The index has ${vectorLane.index.size} vectors, the store ${census.vectorRows}.`)
  if (keywordLane && isUsed('keywords', indexes.keywords)) {
    const [indexed, texts] = [
      await keywordLane.index.size(),
      [...census.documents.values()].filter(({ isIndexed }) => isIndexed).length,
    ]
    if (indexed !== texts) differs('keywords', `The index has ${indexed} texts, the store ${texts}.`)
  }
  if (entityLane && isUsed('entities', indexes.entities) && entityLane.index.size !== census.entities)
    differs('entities', `The index has ${entityLane.index.size} entities, the store ${census.entities}.`)
}
