import { entityType, phrase, scopeRow, time } from '../store/rows/fields.js'
import { count, listOf, Malformed, shape, text } from '../store/rows/shape.js'
import { scopeKey } from '../values/scope.js'
import type { EntityRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import { prune } from '../store/remove-mentions.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

const entityRow = shape<EntityRecord>({
  no: count,
  scope: scopeRow,
  scopeKey: text,
  key: phrase,
  name: phrase,
  type: entityType,
  aliases: listOf(phrase),
  createdAt: time,
})

/**
 * Entities, mentions and relations. All of it follows from the texts: what is wrong is taken away, and all texts are
 * gone through again.
 */
export async function checkLinks(tx: Reader, census: Census, faults: Faults): Promise<void> {
  const entities = new Map<number, string>()
  const before = faults.findings.length
  const touched = new Set<number>()
  const spoken = new Set<number>()
  for await (const rows of rowsOf(tx, 'entities', census))
    for (const row of rows) {
      census.saw('document', row.no)
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
        spoken.add(entity)
        continue
      }
      touched.add(entity)
      faults.add(
        {
          code: 'MENTION_DANGLING',
          table: 'mentions',
          key: id,
          message: 'Its entity or its text is not there, or of another scope.',
        },
        async ({ tx, commit }) => {
          await tx.delete('mentions', id)
          commit.change('mentions', no)
        },
      )
    }
  for (const no of entities.keys())
    if (!spoken.has(no)) {
      entities.delete(no)
      touched.add(no)
      faults.add({ code: 'ENTITY_STRAY', table: 'entities', key: no, message: 'No text speaks of it.', mendable: true })
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
          message: 'One of its entities, or the memory that says so, is not there.',
        },
        ({ tx }) => tx.delete('relations', id),
      )
    }
  if (faults.findings.length === before) return
  faults.mends.push(async ({ tx, commit }) => {
    await prune(commit, touched)
    await tx.delete('meta', 'links')
  })
}

function flawOf(row: EntityRecord): string | undefined {
  try {
    entityRow(row, 'entity')
    return row.scopeKey === scopeKey(row.scope) ? undefined : 'the key of its scope is not that of its scope'
  } catch (cause) {
    if (cause instanceof Malformed) return cause.message
    throw cause
  }
}
