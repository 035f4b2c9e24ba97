import { entityType, phrase, scopeRow, time } from '../store/rows/fields.js'
import { uint32, listOf, Malformed, objectOf, text } from '../store/rows/shape.js'
import { scopeKey } from '../values/scope.js'
import type { EntityRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import { pruneEntities } from '../store/remove-mentions.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

const entityRow = objectOf<EntityRecord>({
  no: uint32,
  scope: scopeRow,
  scopeKey: text,
  key: phrase,
  name: phrase,
  type: entityType,
  aliases: listOf(phrase),
  createdAt: time,
})

/**
 * Checks entities, mentions and relations. They are derived from the texts, so the repair deletes the faulty rows and
 * has entity linking process all texts again.
 */
export async function checkEntities(tx: Reader, census: Census, faults: Faults): Promise<void> {
  /** The scope key of each sound entity. */
  const entities = new Map<number, string>()
  const before = faults.findings.length
  const toPrune = new Set<number>()
  const mentioned = new Set<number>()
  for await (const rows of rowsOf(tx, 'entities', census))
    for (const row of rows) {
      census.noteNumber('document', row.no)
      census.entities++
      const flaw = flawOf(row)
      if (flaw === undefined) entities.set(row.no, row.scopeKey)
      else
        faults.add(
          { code: 'ENTITY_DAMAGED', table: 'entities', key: row.no, message: `The entity is damaged: ${flaw}.` },
          async ({ tx, commit }) => {
            await tx.delete('entities', row.no)
            commit.change('entities', row.no, 'delete')
          },
        )
    }
  for await (const rows of rowsOf(tx, 'mentions', census))
    for (const { id, entity, no, names } of rows) {
      const document = census.documents.get(no)
      if (id === `${entity}:${no}` && document && entities.get(entity) === document.scopeKey && Array.isArray(names)) {
        mentioned.add(entity)
        continue
      }
      toPrune.add(entity)
      faults.add(
        {
          code: 'MENTION_DANGLING',
          table: 'mentions',
          key: id,
          message: 'Its entity or its document does not exist, or they have different scopes.',
        },
        async ({ tx, commit }) => {
          await tx.delete('mentions', id)
          commit.change('mentions', no)
        },
      )
    }
  for (const no of entities.keys())
    if (!mentioned.has(no)) {
      entities.delete(no)
      toPrune.add(no)
      faults.add({
        code: 'ENTITY_STRAY',
        table: 'entities',
        key: no,
        message: 'No mention refers to it.',
        mendable: true,
      })
    }
  for await (const rows of rowsOf(tx, 'relations', census))
    for (const { id, subject, object, no } of rows) {
      const memory = census.documents.get(no)
      if (
        memory?.table === 'memories' &&
        entities.get(subject) === memory.scopeKey &&
        entities.get(object) === memory.scopeKey
      )
        continue
      faults.add(
        {
          code: 'RELATION_DANGLING',
          table: 'relations',
          key: id,
          message: 'Its memory or one of its entities does not exist, or they have different scopes.',
        },
        ({ tx }) => tx.delete('relations', id),
      )
    }
  if (faults.findings.length === before) return
  faults.mends.push(async ({ tx, commit }) => {
    await pruneEntities(commit, toPrune)
    await tx.delete('meta', 'links')
  })
}

function flawOf(row: EntityRecord): string | undefined {
  try {
    entityRow(row, 'entity')
    return row.scopeKey === scopeKey(row.scope) ? undefined : 'its scope key does not match its scope'
  } catch (cause) {
    if (cause instanceof Malformed) return cause.message
    throw cause
  }
}
