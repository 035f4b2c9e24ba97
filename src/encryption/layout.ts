import { InputError } from '../values/errors.js'
import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Key, Range } from '../store/store.js'
import type { Tagger } from './tags.js'

export interface SealedTable {
  /** Fields stored unencrypted: Locket's own numbers and names, by which rows are sorted and joined. */
  plain: readonly string[]
  /** Fields stored as keyed tags, because an index must find them. */
  tagged: readonly string[]
  /** The key that seals the row; `scope`: that of its `scopeKey`, or, in history, of the row that changed. */
  of: 'scope' | 'rest' | 'caches'
  /** Which of `scope` and `scopeKey` rows have. They are not stored: the key that opens the row knows them. */
  fields: readonly ('scope' | 'scopeKey')[]
}

const BOTH = ['scope', 'scopeKey'] as const

/**
 * How the rows of each table are stored; all fields not listed are sealed. Tombstones and changes hold only numbers and
 * are not sealed; vectors are sealed scope by scope (`vectors.ts`).
 */
export const SEALED: Partial<Record<TableName, SealedTable>> = {
  messages: { plain: ['no', 'previousNo'], tagged: ['scopeKey', 'id'], of: 'scope', fields: BOTH },
  memories: { plain: ['no', 'verbatimNo'], tagged: ['scopeKey', 'id', 'activeKey'], of: 'scope', fields: BOTH },
  segments: { plain: ['id', 'labels', 'born'], tagged: [], of: 'rest', fields: [] },
  history: { plain: ['n'], tagged: ['id', 'operationId'], of: 'scope', fields: [] },
  jobs: { plain: ['id'], tagged: [], of: 'scope', fields: ['scope'] },
  entities: { plain: ['no'], tagged: ['scopeKey', 'key'], of: 'scope', fields: BOTH },
  mentions: { plain: ['id', 'entity', 'no'], tagged: ['scopeKey'], of: 'scope', fields: ['scopeKey'] },
  // The id of a relation contains its predicate, so it is tagged.
  relations: { plain: ['subject', 'object', 'no'], tagged: ['scopeKey', 'id'], of: 'scope', fields: ['scopeKey'] },
  summaries: { plain: [], tagged: ['scopeKey'], of: 'scope', fields: BOTH },
  meta: { plain: ['key'], tagged: [], of: 'rest', fields: [] },
  caches: { plain: ['key'], tagged: [], of: 'caches', fields: [] },
}

/**
 * Prefix of a substitute for a primary key that is unknown because its row cannot be opened; the stored tag follows the
 * prefix.
 */
const UNREADABLE = 'unreadable:'
export const unreadable = (tag: string): string => UNREADABLE + tag

/** @param scopeKey of the row: the same entity name has different tags in two scopes */
export function tagOf(tagger: Tagger, table: TableName, field: string, value: string, scopeKey: unknown): string {
  if (field === 'scopeKey') return tagger.scope(value)
  return table === 'entities'
    ? tagger.tag('entities.key', String(scopeKey), value)
    : tagger.tag(`${table}.${field}`, value)
}

/** The key under which the underlying store finds the row. */
export function storedKey(tagger: Tagger, table: TableName, index: string | undefined, key: Key): Key {
  const { keyPath = [] } = index === undefined ? SCHEMA[table] : (SCHEMA[table].indexes[index] ?? {})
  const tagged = SEALED[table]?.tagged ?? []
  const stored = (field: string, value: string | number, scopeKey: unknown): string | number => {
    if (typeof value !== 'string' || !tagged.includes(field)) return value
    if (index === undefined && value.startsWith(UNREADABLE)) return value.slice(UNREADABLE.length)
    return tagOf(tagger, table, field, value, scopeKey)
  }
  if (!Array.isArray(key)) return typeof keyPath === 'string' ? stored(keyPath, key, undefined) : key
  return Array.isArray(keyPath) ? key.map((value, i) => stored(keyPath[i] ?? '', value, key[0])) : key
}

/**
 * The range for the underlying store. Tags do not sort like the values they replace: they can be looked up, and as
 * primary keys paged through in their own order (`from` with `after`), but not used as bounds.
 * @throws InputError `INVALID_INPUT` for a range that would return other rows than in a plain store
 */
export function storedRange(tagger: Tagger, table: TableName, range: Range): Range {
  const { index, only, from, to, after, reverse, limit } = range
  const { keyPath } = (index === undefined ? SCHEMA[table] : SCHEMA[table].indexes[index]) ?? {}
  const tagged = SEALED[table]?.tagged ?? []
  const leading = (typeof keyPath === 'string' ? [keyPath] : (keyPath ?? [])).filter((field) =>
    tagged.includes(field),
  ).length
  if (leading === 0) return range
  const bounds = [only, from, to].filter((key) => key !== undefined).map((key) => (Array.isArray(key) ? key : [key]))
  const isPage =
    index === undefined &&
    from !== undefined &&
    after === true &&
    only === undefined &&
    to === undefined &&
    reverse !== true
  const isAll = bounds.length === 0 && (index === undefined || (limit === undefined && reverse !== true))
  const isWithin =
    (only !== undefined || (from !== undefined && to !== undefined)) &&
    agree(bounds.map((bound) => bound.slice(0, leading)))
  if (!isPage && !isAll && !isWithin)
    throw new InputError(
      'INVALID_INPUT',
      `In an encrypted store ${table} cannot be listed by a range of ${String(keyPath)}, of which it has only tags.`,
      { hint: 'Ask for one key with `only`.', value: range },
    )
  const stored = (key: Key): Key => storedKey(tagger, table, index, key)
  return {
    ...range,
    ...(only === undefined ? {} : { only: stored(only) }),
    ...(from === undefined ? {} : { from: stored(from) }),
    ...(to === undefined ? {} : { to: stored(to) }),
  }
}

/** Whether all bounds begin with the same tags. */
function agree([first = [], ...others]: readonly (readonly (string | number)[])[]): boolean {
  return (
    first.length > 0 &&
    others.every((other) => other.length === first.length && other.every((part, i) => part === first[i]))
  )
}
