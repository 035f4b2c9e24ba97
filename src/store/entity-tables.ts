import type { TableName } from './records.js'

/** The tables of what texts speak of. */
export const ENTITY_TABLES = ['entities', 'mentions', 'relations'] as const satisfies readonly TableName[]
