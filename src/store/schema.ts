import type { TableName } from './records.js'

/** Raised with every change below, together with a migration in `migrations.ts`. */
export const SCHEMA_VERSION = 3

export interface IndexSpec {
  /** An array makes a compound index, ordered by the first part, then the second. */
  keyPath: string | string[]
  unique?: boolean
}

export interface TableSpec {
  keyPath: string
  indexes: Record<string, IndexSpec>
}

/** The current tables. A row without a value at an index's key path is not in that index. */
export const SCHEMA: Record<TableName, TableSpec> = {
  messages: {
    keyPath: 'no',
    indexes: {
      // An application's own message ids are unique within a scope only.
      id: { keyPath: 'id' },
      key: { keyPath: ['scopeKey', 'id'], unique: true },
      scope: { keyPath: ['scopeKey', 'no'] },
      previous: { keyPath: 'previousNo' },
    },
  },
  memories: {
    keyPath: 'no',
    indexes: {
      id: { keyPath: 'id', unique: true },
      active: { keyPath: 'activeKey', unique: true },
      scope: { keyPath: ['scopeKey', 'no'] },
      verbatim: { keyPath: 'verbatimNo' },
    },
  },
  segments: { keyPath: 'id', indexes: {} },
  vectors: { keyPath: 'id', indexes: {} },
  tombstones: { keyPath: 'no', indexes: {} },
  history: { keyPath: 'n', indexes: { row: { keyPath: ['id', 'n'] }, operation: { keyPath: ['operationId', 'n'] } } },
  jobs: { keyPath: 'id', indexes: {} },
  entities: {
    keyPath: 'no',
    indexes: { key: { keyPath: ['scopeKey', 'key'], unique: true }, scope: { keyPath: ['scopeKey', 'no'] } },
  },
  mentions: { keyPath: 'id', indexes: { entity: { keyPath: 'entity' }, document: { keyPath: 'no' } } },
  relations: {
    keyPath: 'id',
    indexes: { subject: { keyPath: 'subject' }, object: { keyPath: 'object' }, document: { keyPath: 'no' } },
  },
  summaries: { keyPath: 'scopeKey', indexes: {} },
  changes: { keyPath: 'n', indexes: {} },
  meta: { keyPath: 'key', indexes: {} },
  caches: { keyPath: 'key', indexes: {} },
  keys: { keyPath: 'key', indexes: {} },
}
