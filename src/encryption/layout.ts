import { InputError } from '../values/errors.js'
import type { TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Key, Range } from '../store/store.js'
import type { Tagger } from './tags.js'

export interface SealedTable {
  /** Numbers and names of Locket's own that stay as they are: what rows are ordered and joined by. */
  plain: readonly string[]
  /** What an index must find: it stands as a keyed tag. */
  tagged: readonly string[]
  /** Whose key the row is sealed with; `scope`: that of its `scopeKey`, or of the row that it tells of. */
  of: 'scope' | 'rest' | 'caches'
  /** Whether rows have the fields `scope` and `scopeKey`, which follow from their key. */
  fields: readonly ('scope' | 'scopeKey')[]
}

const BOTH = ['scope', 'scopeKey'] as const

/**
 * Of every row all else is sealed. Tombstones and changes are numbers through and through, and stay as they are;
 * vectors are sealed scope by scope.
 */
export const SEALED: Partial<Record<TableName, SealedTable>> = {
  messages: { plain: ['no', 'previousNo'], tagged: ['scopeKey', 'id'], of: 'scope', fields: BOTH },
  memories: { plain: ['no', 'verbatimNo'], tagged: ['scopeKey', 'id', 'activeKey'], of: 'scope', fields: BOTH },
  segments: { plain: ['id', 'labels', 'born'], tagged: [], of: 'rest', fields: [] },
  history: { plain: ['n'], tagged: ['id', 'operationId'], of: 'scope', fields: [] },
  jobs: { plain: ['id'], tagged: [], of: 'scope', fields: ['scope'] },
  entities: { plain: ['no'], tagged: ['scopeKey', 'key'], of: 'scope', fields: BOTH },
  mentions: { plain: ['id', 'entity', 'no'], tagged: ['scopeKey'], of: 'scope', fields: ['scopeKey'] },
  // The id of a relation says what it is.
  relations: { plain: ['subject', 'object', 'no'], tagged: ['scopeKey', 'id'], of: 'scope', fields: ['scopeKey'] },
  summaries: { plain: [], tagged: ['scopeKey'], of: 'scope', fields: BOTH },
  meta: { plain: ['key'], tagged: [], of: 'rest', fields: [] },
  caches: { plain: ['key'], tagged: [], of: 'caches', fields: [] },
}

/**
 * Stands for a primary key that cannot be told, because its row cannot be opened: what lies behind the prefix is the
 * tag itself.
 */
const UNREADABLE = 'unreadable:'
export const unreadable = (tag: string): string => UNREADABLE + tag

/** @param scopeKey of the row: the same name in two scopes has two tags. */
export function tagOf(tagger: Tagger, table: TableName, field: string, value: string, scopeKey: unknown): string {
  if (field === 'scopeKey') return tagger.scope(value)
  return table === 'entities'
    ? tagger.tag('entities.key', String(scopeKey), value)
    : tagger.tag(`${table}.${field}`, value)
}

/** The key as it is stored. */
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
 * The range as it is stored. Tags have an order of their own: they can be found and, as primary keys, gone through page
 * by page (`from` with `after`, in that order), but not bounded or sorted by. What would answer with other rows than
 * asked for is an error.
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
