import type { IDBPDatabase, IDBPTransaction } from 'idb'
import { SCHEMA, SCHEMA_VERSION, type TableSpec } from './schema.js'

export type UpgradeTransaction = IDBPTransaction<unknown, string[], 'versionchange'>

/** Upgrades a database from version `to - 1` to `to`. Runs in the upgrade transaction and may await nothing else. */
export interface Migration {
  to: number
  run(db: IDBPDatabase, tx: UpgradeTransaction): void | Promise<void>
}

/** Schema version, tables and the migrations that lead to them. */
export interface Layout {
  version: number
  tables: Readonly<Record<string, TableSpec>>
  migrations: readonly Migration[]
}

/** One per version, oldest first. Never changed once released, because databases of any age run through them. */
const MIGRATIONS: readonly Migration[] = [
  {
    to: 2,
    run(db) {
      createTable(db, 'entities', {
        keyPath: 'no',
        indexes: { key: { keyPath: ['scopeKey', 'key'], unique: true }, scope: { keyPath: ['scopeKey', 'no'] } },
      })
      createTable(db, 'mentions', {
        keyPath: 'id',
        indexes: { entity: { keyPath: 'entity' }, document: { keyPath: 'no' } },
      })
      createTable(db, 'relations', {
        keyPath: 'id',
        indexes: { subject: { keyPath: 'subject' }, object: { keyPath: 'object' }, document: { keyPath: 'no' } },
      })
      createTable(db, 'summaries', { keyPath: 'scopeKey', indexes: {} })
    },
  },
  {
    to: 3,
    run(db) {
      createTable(db, 'keys', { keyPath: 'key', indexes: {} })
    },
  },
]

export const LAYOUT: Layout = { version: SCHEMA_VERSION, tables: SCHEMA, migrations: MIGRATIONS }

/** Upgrades a database to the layout: a new one directly, an older one step by step. */
export async function upgrade(
  db: IDBPDatabase,
  oldVersion: number,
  tx: UpgradeTransaction,
  layout: Layout,
): Promise<void> {
  if (oldVersion === 0) {
    for (const [name, spec] of Object.entries(layout.tables)) createTable(db, name, spec)
    return
  }
  for (const step of layout.migrations) if (step.to > oldVersion) await step.run(db, tx)
}

export function createTable(db: IDBPDatabase, name: string, spec: TableSpec): void {
  const table = db.createObjectStore(name, { keyPath: spec.keyPath })
  for (const [index, { keyPath, unique = false }] of Object.entries(spec.indexes))
    table.createIndex(index, keyPath, { unique })
}
