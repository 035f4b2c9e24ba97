import type { Engine } from '../engine/engine.js'
import { InputError } from '../values/errors.js'
import type { IndexedEntity } from '../index/entities/types.js'
import { fold } from '../language/fold.js'
import { isoTime } from '../values/moment.js'
import { checkOptions, oneOf, wholeNumber } from '../values/options.js'
import { requireScope, resolveScope, SCOPE_INPUT_FIELDS, scopeMatches, type Scope } from '../values/scope.js'
import type { EntityType, MemoryRecord, RelationRecord } from '../store/records.js'
import type { EntityDetail, EntityItem, EntityListOptions, EntityPage, EntityRelation } from './types.js'

const OPTIONS = [...SCOPE_INPUT_FIELDS, 'query', 'type', 'limit', 'cursor'] as const
const TYPES: readonly EntityType[] = [
  'person',
  'place',
  'organisation',
  'work',
  'product',
  'topic',
  'identifier',
  'quoted',
  'other',
]
/** How long a list waits, in ms, for texts whose entities are not linked yet. */
const PATIENCE_MS = 2_000
const CURSOR = /^(\d+):(\d+)$/

/** The entities that the texts of a scope mention, the most mentioned first. */
export async function listEntities(engine: Engine, options: EntityListOptions): Promise<EntityPage> {
  checkOptions('entities.list()', options, OPTIONS)
  const scope = requireScope(resolveScope(options, engine.scope), 'entities.list()')
  const limit = wholeNumber('limit', options.limit, 100, 1, 1000)
  const type = options.type === undefined ? undefined : oneOf('type', options.type, TYPES, 'other')
  if (options.query !== undefined && typeof options.query !== 'string')
    throw new InputError('INVALID_INPUT', 'query must be a text.', { value: options.query })
  const wanted = options.query === undefined ? '' : fold(options.query).trim()
  const after = options.cursor === undefined ? undefined : readCursor(options.cursor)

  const { entities, complete } = await indexed(engine)
  const items = entities
    .filter(
      (entity) =>
        scopeMatches(entity.scope, scope) &&
        (type === undefined || entity.type === type) &&
        [entity.key, ...entity.aliases, fold(entity.name)].some((name) => name.includes(wanted)),
    )
    .map((entity) => ({ entity, ...mentionsOf(engine, entity, scope) }))
    .filter(({ messages, memories }) => messages + memories > 0)
    .map((one) => ({ ...one, count: one.messages + one.memories }))
    .sort((a, b) => b.count - a.count || a.entity.no - b.entity.no)
  const remaining = after
    ? items.filter(({ count, entity }) => count < after.count || (count === after.count && entity.no > after.no))
    : items
  const page = remaining.slice(0, limit)
  const last = page.at(-1)
  return {
    results: page.map(({ entity, messages, memories }) => asItem(entity, messages, memories)),
    total: items.length,
    complete,
    ...(last && remaining.length > limit ? { next: `${last.count}:${last.entity.no}` } : {}),
  }
}

/** One entity with its relations; null when no text that the scope sees mentions it. */
export async function getEntity(engine: Engine, id: string, scope: Scope): Promise<EntityDetail | null> {
  const no = Number(/^e(\d+)$/.exec(id)?.[1])
  const entity = (await indexed(engine)).entities.find((one) => one.no === no)
  if (!entity || !scopeMatches(entity.scope, scope)) return null
  const { messages, memories } = mentionsOf(engine, entity, scope)
  if (messages + memories === 0) return null
  const relations = await engine.store.read(['relations', 'memories', 'entities'], async (tx) => {
    const rows = await Promise.all([
      tx.list('relations', { index: 'subject', only: no }),
      tx.list('relations', { index: 'object', only: no }),
    ])
    const distinct = new Map(rows.flat().map((row) => [row.id, row]))
    const found = await Promise.all(
      [...distinct.values()].map(async (row) => ({
        row,
        memory: await tx.get('memories', row.no),
        subject: await tx.get('entities', row.subject),
        object: await tx.get('entities', row.object),
      })),
    )
    return found.flatMap(({ row, memory, subject, object }) =>
      memory && subject && object ? asRelation(row, memory, subject.name, object.name, engine.now()) : [],
    )
  })
  return {
    ...asItem(entity, messages, memories),
    relations: relations.sort((a, b) => Number(b.holds) - Number(a.holds) || b.validFrom.localeCompare(a.validFrom)),
  }
}

/** The entities of all texts linked so far. */
async function indexed(engine: Engine): Promise<{ entities: IndexedEntity[]; complete: boolean }> {
  const { indexes } = engine
  const complete = await Promise.race([
    engine.linkEntities(),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS)),
  ])
  await indexes.catchUp()
  await indexes.entities.ready
  if (indexes.entities.problem) throw indexes.entities.problem
  return { entities: [...(indexes.entityLane?.index.values() ?? [])], complete }
}

/** How many retrievable messages and memories mention it; a memory that repeats its message counts instead of it. */
function mentionsOf(
  { catalog, now }: Engine,
  { nos }: IndexedEntity,
  scope: Scope,
): { messages: number; memories: number } {
  const shown = catalog.shownBy({ scope, now: now() })
  let [messages, memories] = [0, 0]
  for (const no of nos) {
    const row = shown(no)
    if (row?.table === 'messages') messages++
    else if (row) memories++
  }
  return { messages, memories }
}

function asItem({ no, scope, name, type, aliases }: IndexedEntity, messages: number, memories: number): EntityItem {
  return { id: `e${no}`, ...scope, name, type, aliases: [...aliases], messages, memories }
}

function asRelation(
  { predicate }: RelationRecord,
  memory: MemoryRecord,
  subject: string,
  object: string,
  now: number,
): EntityRelation[] {
  if (memory.status !== 'active' && memory.status !== 'superseded') return []
  const over = [memory.validTo, memory.expiresAt].some((time) => time !== undefined && time <= now)
  return [
    {
      subject,
      predicate,
      object,
      memoryId: memory.id,
      holds: memory.status === 'active' && !over,
      validFrom: isoTime(memory.validFrom),
      ...(memory.validTo === undefined ? {} : { validTo: isoTime(memory.validTo) }),
    },
  ]
}

function readCursor(cursor: unknown): { count: number; no: number } {
  const match = typeof cursor === 'string' ? CURSOR.exec(cursor) : null
  if (!match)
    throw new InputError('INVALID_INPUT', 'cursor is not one that a page gave.', {
      value: cursor,
      hint: 'Pass the `next` of the page before.',
    })
  return { count: Number(match[1]), no: Number(match[2]) }
}
