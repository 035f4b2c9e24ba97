import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Reader } from '../store/store.js'
import { Census } from './census.js'
import { checkDocuments } from './documents.js'
import { Faults } from './faults.js'
import { checkLinks } from './links.js'
import { checkNumbers } from './numbers.js'
import { checkRest } from './rest.js'
import { checkRollback } from './rollback.js'
import { checkUnreadable } from './unreadable.js'
import { checkVectors, type EmbedderInUse } from './vectors.js'

export const ALL_TABLES = Object.keys(SCHEMA) as TableName[]

export interface Inspection {
  census: Census
  /** Of the rows. */
  rows: Faults
  /** Of the numbers, which `mendNumbers` mends. */
  numbers: Faults
}

/** Looks through every table in one transaction, so that nothing looks wrong only because it was being written. */
export async function inspect(tx: Reader, embedder: EmbedderInUse | undefined): Promise<Inspection> {
  const census = new Census()
  const rows = new Faults()
  const numbers = new Faults()
  await checkDocuments(tx, census, rows)
  await checkVectors(tx, census, rows, embedder)
  await checkLinks(tx, census, rows)
  for (const { n } of await tx.list('changes', { reverse: true, limit: 1 })) census.saw('change', n)
  for (const { n } of await tx.list('history', { reverse: true, limit: 1 })) census.saw('change', n)
  await checkRest(tx, census, rows)
  await checkRollback(tx, census, rows)
  checkUnreadable(census, rows)
  await checkNumbers(tx, census, numbers)
  return { census, rows, numbers }
}
