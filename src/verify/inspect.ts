import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Reader } from '../store/store.js'
import { checkCaches } from './caches.js'
import { Census } from './census.js'
import { checkDocuments } from './documents.js'
import { checkEntities } from './entities.js'
import { Faults } from './faults.js'
import { checkHistory } from './history.js'
import { checkJobs } from './jobs.js'
import { checkNumbers } from './numbers.js'
import { checkRollback } from './rollback.js'
import { checkSummaries } from './summaries.js'
import { checkUnreadable } from './unreadable.js'
import { checkVectors, type EmbedderInUse } from './vectors.js'

export const ALL_TABLES = Object.keys(SCHEMA) as TableName[]

export interface Inspection {
  census: Census
  /** Faults of rows, each with its own repair. */
  rows: Faults
  /** Faults of counters and change rows, which `mendNumbers` repairs together. */
  numbers: Faults
}

/** Checks every table within one transaction, so that no write under way is mistaken for a fault. */
export async function inspect(tx: Reader, embedder: EmbedderInUse | undefined): Promise<Inspection> {
  const census = new Census()
  const rows = new Faults()
  const numbers = new Faults()
  await checkDocuments(tx, census, rows)
  await checkVectors(tx, census, rows, embedder)
  await checkEntities(tx, census, rows)
  // Caches are compared with the last change: its number must be known first.
  for (const { n } of await tx.list('changes', { reverse: true, limit: 1 })) census.noteNumber('change', n)
  for (const { n } of await tx.list('history', { reverse: true, limit: 1 })) census.noteNumber('change', n)
  await checkHistory(tx, census, rows)
  await checkJobs(tx, census, rows)
  await checkSummaries(tx, census, rows)
  await checkCaches(tx, census, rows)
  await checkRollback(tx, census, rows)
  checkUnreadable(census, rows)
  await checkNumbers(tx, census, numbers)
  return { census, rows, numbers }
}
