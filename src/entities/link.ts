import type { Commit } from '../store/changes.js'
import type { EntityName, MentionRecord, RelationRecord } from '../store/records.js'
import { fold } from '../language/fold.js'
import type { Mentioned } from './mentioned.js'
import type { Resolver } from './resolver.js'

/** Names under which one document may speak of one entity. */
const NAMES = 4

/**
 * Makes the mentions and relations of a document what it speaks of now. Returns the entities that it no longer speaks
 * of, or not by the same names. `isLinked`: it may speak of some already.
 */
export async function linkDocument(
  commit: Commit,
  resolver: Resolver,
  { row, entities, relations }: Mentioned,
  isLinked: boolean,
): Promise<number[]> {
  const { tx } = commit
  const { no, scopeKey } = row
  const [before, related] = !isLinked
    ? [[], []]
    : await Promise.all([
        tx.list('mentions', { index: 'document', only: no }),
        tx.list('relations', { index: 'document', only: no }),
      ])
  if (entities.length + before.length + related.length === 0) return []

  const wanted = new Map<number, EntityName[]>()
  const numbers = new Map<string, number>()
  for (const found of entities) {
    const entity = await resolver.entityFor(row, found)
    numbers.set(found.key, entity.no)
    const names = wanted.get(entity.no) ?? []
    if (names.length < NAMES) names.push({ key: found.key, name: found.name })
    wanted.set(entity.no, names)
  }
  const less: number[] = []
  let changed = false
  for (const mention of before) {
    if (!wanted.has(mention.entity)) {
      await tx.delete('mentions', mention.id)
      changed = true
    }
    if (!sameNames(mention.names, wanted.get(mention.entity) ?? [])) less.push(mention.entity)
  }
  for (const [entity, names] of wanted) {
    const known = before.find((mention) => mention.entity === entity)
    if (known && sameNames(known.names, names)) continue
    const mention: MentionRecord = { id: `${entity}:${no}`, entity, no, scopeKey, names }
    await tx.put('mentions', mention)
    changed = true
  }
  if (changed) commit.change('mentions', no)

  const triples = new Map<string, RelationRecord>()
  for (const { subject, predicate, object } of relations) {
    const [from, to] = [numbers.get(subject.key) as number, numbers.get(object.key) as number]
    const id = `${no}:${from}:${to}:${fold(predicate)}`
    triples.set(id, { id, subject: from, predicate, object: to, no, scopeKey })
  }
  for (const { id } of related) if (!triples.delete(id)) await tx.delete('relations', id)
  for (const triple of triples.values()) await tx.put('relations', triple)
  return less
}

const sameNames = (a: readonly EntityName[], b: readonly EntityName[]): boolean =>
  a.length === b.length && a.every(({ key, name }, i) => key === b[i]?.key && name === b[i]?.name)
