import type { Commit } from './changes.js'
import type { EntityRecord, MentionRecord } from './records.js'
import type { Writer } from './store.js'

/**
 * Mentions of an entity that are read first: nearly always they contain all of its names, and the others need not be
 * read.
 */
const SAMPLE = 200

/**
 * Deletes the mentions and relations of documents, and the entities and names that only these documents mention. Needs
 * `ENTITY_TABLES`.
 */
export async function removeMentions(commit: Commit, nos: Iterable<number>): Promise<void> {
  const { tx } = commit
  const affected = new Set<number>()
  for (const no of nos) {
    const [mentions, relations] = await Promise.all([
      tx.list('mentions', { index: 'document', only: no }),
      tx.list('relations', { index: 'document', only: no }),
    ])
    for (const { id, entity } of mentions) {
      affected.add(entity)
      await tx.delete('mentions', id)
    }
    for (const { id } of relations) await tx.delete('relations', id)
    if (mentions.length > 0) commit.change('mentions', no)
  }
  await pruneEntities(commit, affected)
}

/**
 * Deletes entities without a mention, and removes names that no mention has any more from the others: names are taken
 * from texts, and must be erased with them.
 */
export async function pruneEntities(commit: Commit, entities: Iterable<number>): Promise<void> {
  const { tx } = commit
  for (const no of entities) {
    const entity = await tx.get('entities', no)
    if (!entity) continue
    const knownKeys = [entity.key, ...entity.aliases]
    const hasAllNames = (named: ReadonlyMap<string, Set<string>>): boolean =>
      knownKeys.every((key) => named.has(key)) && [...named.values()].some((names) => names.has(entity.name))
    let mentions = await tx.list('mentions', { index: 'entity', only: no, limit: SAMPLE })
    let named = namesOf(mentions)
    if (mentions.length === SAMPLE && !hasAllNames(named))
      named = namesOf((mentions = await tx.list('mentions', { index: 'entity', only: no })))
    if (mentions.length > 0 && hasAllNames(named)) continue
    const key = await freeKey(
      tx,
      entity,
      [...knownKeys, ...named.keys()].filter((one) => named.has(one)),
    )
    if (key === undefined) {
      for (const mention of mentions) {
        await tx.delete('mentions', mention.id)
        commit.change('mentions', mention.no)
      }
      await tx.delete('entities', no)
      commit.change('entities', no, 'delete')
      continue
    }
    const [name = key] = named.get(key) ?? []
    const isNamed = [...named.values()].some((names) => names.has(entity.name))
    await tx.put('entities', {
      ...entity,
      key,
      name: isNamed ? entity.name : name,
      aliases: knownKeys.filter((one) => one !== key && named.has(one)),
    })
    commit.change('entities', no)
  }
}

function namesOf(mentions: readonly MentionRecord[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const { names } of mentions)
    for (const { key, name } of names) named.set(key, (named.get(key) ?? new Set()).add(name))
  return named
}

/** The first key that no other entity of the scope has. */
async function freeKey(
  tx: Writer,
  { no, scopeKey }: EntityRecord,
  keys: readonly string[],
): Promise<string | undefined> {
  for (const key of keys) {
    const other = await tx.find('entities', 'key', [scopeKey, key])
    if (!other || other.no === no) return key
  }
  return undefined
}
