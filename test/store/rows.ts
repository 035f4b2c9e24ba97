import type { HistoryRecord, MemoryRecord } from '../../src/store/records.js'

/** A whole memory row, of which the tests care about a few fields. */
export function memory(no: number, over: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    id: `m${no}`,
    no,
    revision: 1,
    kind: 'semantic',
    text: `fact ${no}`,
    textHash: `h${no}`,
    scope: { userId: 'ana' },
    scopeKey: '["ana",null,null,null]',
    evidence: [],
    createdAt: 0,
    updatedAt: 0,
    observedAt: 0,
    validFrom: 0,
    status: 'active',
    ...over,
  }
}

export function history(n: number, over: Partial<HistoryRecord> = {}): HistoryRecord {
  return { n, operationId: 'op', table: 'memories', id: 'm1', no: 1, event: 'ADD', at: 0, ...over }
}
