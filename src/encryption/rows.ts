import { StoreError } from '../values/errors.js'
import { scopeKey as keyOf, type Scope } from '../values/scope.js'
import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import { decode, encode } from './codec.js'
import { openWith, OWN_KEYS, type ScopeKey } from './key-ring.js'
import { SEALED, tagOf, unreadable, type SealedTable } from './layout.js'
import { binding, seal } from './seal.js'
import type { Tagger } from './tags.js'

/** A row of any table, sealed or not. */
export type Row = Record<string, unknown>
/** A sealed row: its visible fields and the encrypted others. `scopeKey` is the tag of the key that sealed it. */
export type StoredRow = Row & { scopeKey?: string; sealed: Uint8Array }

/** The scope that a row belongs to; undefined when it belongs to none. */
export function scopeKeyOf(table: TableName, row: Row): string | undefined {
  const { scopeKey, scope, before, after } = row
  if (table === 'history') {
    const told = (after ?? before) as Row | undefined
    return told && scopeKeyOf('messages', told)
  }
  if (table === 'jobs') return scope === undefined ? undefined : keyOf(scope as Scope)
  return typeof scopeKey === 'string' ? scopeKey : undefined
}

/** The tag of the key that sealed a stored row. */
export function keyTag(spec: SealedTable, stored: Row): string {
  if (spec.of !== 'scope') return OWN_KEYS[spec.of]
  return typeof stored['scopeKey'] === 'string' ? stored['scopeKey'] : OWN_KEYS.rest
}

export function sealRow(table: TableName, spec: SealedTable, row: Row, tagger: Tagger, key: ScopeKey): StoredRow {
  const stored: Row = {}
  const rest: Row = withoutScope(row, key.scopeKey, spec)
  for (const field of spec.plain) {
    if (row[field] !== undefined) stored[field] = row[field]
    delete rest[field]
  }
  for (const field of spec.tagged) {
    const value = row[field]
    if (typeof value === 'string') stored[field] = tagOf(tagger, table, field, value, row['scopeKey'])
  }
  if (spec.of === 'scope' && key.scopeKey !== undefined) stored['scopeKey'] = tagger.scope(key.scopeKey)
  if (table === 'history')
    for (const side of ['before', 'after'])
      if (rest[side]) rest[side] = withoutScope(rest[side] as Row, key.scopeKey, SEALED.messages as SealedTable)
  return { ...stored, sealed: seal(key.current, boundTo(table, spec, stored), encode(rest)) }
}

/**
 * Decrypts a stored row.
 * @throws Error when the row was altered, or its key was destroyed
 */
export function openRow(table: TableName, spec: SealedTable, stored: Row, key: ScopeKey | undefined): Row {
  const { sealed } = stored
  if (!(sealed instanceof Uint8Array)) throw new TypeError('It is not sealed.')
  if (!key) throw new TypeError('Its key is gone.')
  const rest = decode(openWith(key, boundTo(table, spec, stored), sealed)) as Row
  if (table === 'history')
    for (const side of ['before', 'after'])
      if (rest[side]) rest[side] = withScope(rest[side] as Row, key, SEALED.messages as SealedTable)
  return withScope({ ...visible(spec, stored), ...rest }, key, spec)
}

/** The visible part of a row that cannot be opened: its key, its numbers and its scope. */
export function remainsOf(table: TableName, stored: Row, key: ScopeKey | undefined, why: 'altered' | 'locked'): Row {
  const { keyPath } = SCHEMA[table]
  const spec = SEALED[table]
  if (!spec) return { [keyPath]: stored[keyPath], unreadable: why }
  const row = withScope({ ...EMPTY[table], ...visible(spec, stored), unreadable: why }, key ?? NOBODY, spec)
  if (spec.tagged.includes(keyPath) && row[keyPath] === undefined) row[keyPath] = unreadable(String(stored[keyPath]))
  return row
}

/** Default values of the fields that deleting a row reads. */
const EMPTY: Partial<Record<TableName, Row>> = { messages: { id: '' }, memories: { id: '', evidence: [] } }
const NOBODY: Pick<ScopeKey, 'scopeKey' | 'scope'> = { scopeKey: undefined, scope: {} }

export function corrupt(table: TableName, key: unknown, cause: unknown): StoreError {
  const name = typeof key === 'object' ? JSON.stringify(key) : String(key)
  return new StoreError('STORE_CORRUPT', `Row ${name} of ${table} cannot be decrypted: it was altered or damaged.`, {
    hint: 'repair() removes it and the rows that depend on it; a backup may still have it.',
    value: key,
    cause,
  })
}

const visible = (spec: SealedTable, stored: Row): Row =>
  Object.fromEntries(spec.plain.filter((field) => stored[field] !== undefined).map((field) => [field, stored[field]]))

/**
 * The additional authenticated data of a row. Typed arrays (the document numbers and births of a segment) are left out:
 * they are long, and altering them reveals nothing, it only makes the search worse.
 */
function boundTo(table: TableName, { plain, tagged }: SealedTable, stored: Row): Uint8Array {
  return binding(
    table,
    stored['scopeKey'] ?? null,
    ...[...plain, ...tagged].map((field) => (ArrayBuffer.isView(stored[field]) ? null : (stored[field] ?? null))),
  )
}

function withoutScope(row: Row, scopeKey: string | undefined, { fields }: SealedTable): Row {
  const rest = { ...row }
  if (scopeKey === undefined) return rest
  if (fields.includes('scopeKey') && rest['scopeKey'] === scopeKey) delete rest['scopeKey']
  if (fields.includes('scope') && rest['scope'] !== undefined && keyOf(rest['scope'] as Scope) === scopeKey)
    delete rest['scope']
  return rest
}

function withScope(row: Row, { scopeKey, scope }: Pick<ScopeKey, 'scopeKey' | 'scope'>, { fields }: SealedTable): Row {
  if (scopeKey !== undefined && fields.includes('scopeKey')) row['scopeKey'] ??= scopeKey
  if (scope && fields.includes('scope')) row['scope'] ??= { ...scope }
  return row
}
