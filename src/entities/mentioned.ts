import { findEntities, type FoundEntity } from '../language/entities/index.js'
import { entityKey } from '../language/entities/key.js'
import { maskedText } from '../secrets/span.js'
import type { MemoryRecord, MessageRecord, Relation } from '../store/records.js'

/** Characters of a text that are read; what a longer one speaks of, its beginning tells. */
const READ = 20_000
/** Entities, and relations, of one document. */
const MOST = 64
const MOST_RELATIONS = 16
const LONGEST_PREDICATE = 60

export type TextRow = MessageRecord | MemoryRecord

export interface Mentioned {
  row: TextRow
  entities: FoundEntity[]
  relations: { subject: FoundEntity; predicate: string; object: FoundEntity }[]
}

/**
 * Whom and what a row speaks of: as its extractor told, and as its text says. Nothing where it is not retrieved, or a
 * message speaks for it.
 */
export async function mentionedIn(row: TextRow, isKnown: (folded: string) => boolean): Promise<Mentioned> {
  if (!isLinked(row)) return { row, entities: [], relations: [] }
  const speaker = 'role' in row && row.name !== undefined ? row.name : undefined
  const found = await findEntities(maskedText(row).slice(0, READ), { speaker, isKnown })
  const byKey = new Map<string, FoundEntity>()
  const take = (entity: FoundEntity): FoundEntity => {
    const known = byKey.get(entity.key)
    if (known) return known
    if (entity.key !== '' && byKey.size < MOST) byKey.set(entity.key, entity)
    return entity
  }
  // The extractor knows best what something is.
  const { entities = [], relations = [] } = 'role' in row ? {} : row
  for (const { name, type } of entities) take({ name, type, key: entityKey(name) })
  for (const entity of found) take(entity)
  const end = (name: string): FoundEntity =>
    take({ name, type: /^user$/i.test(name) ? 'person' : 'other', key: entityKey(name) })
  const triples = relations.slice(0, MOST_RELATIONS).map(({ subject, predicate, object }: Relation) => ({
    subject: end(subject),
    predicate: predicate.trim().slice(0, LONGEST_PREDICATE),
    object: end(object),
  }))
  return {
    row,
    entities: [...byKey.values()],
    relations: triples.filter(({ subject, object }) => byKey.has(subject.key) && byKey.has(object.key)),
  }
}

/** What a read may return, now or as of an earlier day. */
function isLinked(row: TextRow): boolean {
  if ('role' in row) return row.status !== 'deleted'
  return row.verbatimNo === undefined && (row.status === 'active' || row.status === 'superseded')
}
