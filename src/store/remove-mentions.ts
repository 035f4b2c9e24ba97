import type { Commit } from './changes.js'
import type { EntityRecord, MentionRecord } from './records.js'
import type { Writer } from './store.js'

/** Mentions looked at before all of an entity's are: what it is called nearly always stands in one of them. */
const SAMPLE = 200

/**
 * Takes the mentions and relations of documents away, and with them the entities and the names that stood there only.
 * Needs `LINK_TABLES`.
 */
export async function removeMentions(commit: Commit, nos: Iterable<number>): Promise<void> {
  const { tx } = commit
  const touched = new Set<number>()
  for (const no of nos) {
    const [mentions, relations] = await Promise.all([
      tx.list('mentions', { index: 'document', only: no }),
      tx.list('relations', { index: 'document', only: no }),
    ])
    for (const { id, entity } of mentions) {
      touched.add(entity)
      await tx.delete('mentions', id)
    }
    for (const { id } of relations) await tx.delete('relations', id)
    if (mentions.length > 0) commit.change('mentions', no)
  }
  await pruneEntities(commit, touched)
}

/**
 * Deletes entities that nothing speaks of any more, and the names of others that no text has any more: a name is text.
 */
export async function pruneEntities(commit: Commit, entities: Iterable<number>): Promise<void> {
  const { tx } = commit
  for (const no of entities) {
    const entity = await tx.get('entities', no)
    if (!entity) continue
    const wanted = [entity.key, ...entity.aliases]
    const isWhole = (named: ReadonlyMap<string, Set<string>>): boolean =>
      wanted.every((key) => named.has(key)) && [...named.values()].some((names) => names.has(entity.name))
    let mentions = await tx.list('mentions', { index: 'entity', only: no, limit: SAMPLE })
    let named = namesOf(mentions)
    if (mentions.length === SAMPLE && !isWhole(named))
      named = namesOf((mentions = await tx.list('mentions', { index: 'entity', only: no })))
    if (mentions.length > 0 && isWhole(named)) continue
    const key = await freeKey(
      tx,
      entity,
      [...wanted, ...named.keys()].filter((one) => named.has(one)),
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
      aliases: wanted.filter((one) => one !== key && named.has(one)),
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

/** The first that no other entity of the scope has. */
async function freeKey(
  tx: Writer,
  { no, scopeKey }: EntityRecord,
  keys: readonly string[],
): Promise<string | undefined> {
  for (const key of keys) {
    const holder = await tx.find('entities', 'key', [scopeKey, key])
    if (!holder || holder.no === no) return key
  }
  return undefined
}
