import type { TableName } from './records.js'

/** The tables of entity linking. */
export const ENTITY_TABLES = ['entities', 'mentions', 'relations'] as const satisfies readonly TableName[]
