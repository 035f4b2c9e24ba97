import type { ChangeRecord, EntityRecord, MentionRecord } from '../../store/records.js'
import type { Store } from '../../store/store.js'
import { EntityIndex } from './entity-index.js'

/** Rows read at once while loading: few enough that the thread stays free in between. */
const BATCH = 2_000

/** Keeps the entity index in step with the store. */
export class EntityLane {
  readonly index = new EntityIndex()

  constructor(private readonly store: Store) {}

  async load(): Promise<void> {
    this.index.clear()
    for (let from = 0; ;) {
      const rows = await this.store.read(['entities'], (tx) => tx.list('entities', { from, after: true, limit: BATCH }))
      for (const row of rows) this.index.put(row)
      if (rows.length < BATCH) break
      from = (rows.at(-1) as EntityRecord).no
    }
    const documents = new Map<number, { scopeKey: string; entities: number[] }>()
    for (let from = ''; ;) {
      const rows = await this.store.read(['mentions'], (tx) => tx.list('mentions', { from, after: true, limit: BATCH }))
      for (const { no, scopeKey, entity } of rows) {
        const document = documents.get(no)
        if (document) document.entities.push(entity)
        else documents.set(no, { scopeKey, entities: [entity] })
      }
      if (rows.length < BATCH) break
      from = (rows.at(-1) as MentionRecord).id
    }
    for (const [no, { scopeKey, entities }] of documents) this.index.setMentions(no, scopeKey, entities)
  }

  /** Takes in what the rows behind these changes say now; taking in the same twice changes nothing. */
  async apply(changes: readonly ChangeRecord[]): Promise<void> {
    const keysOf = (table: ChangeRecord['table']): number[] => [
      ...new Set(changes.filter((change) => change.table === table).map(({ key }) => key)),
    ]
    const [entities, documents] = [keysOf('entities'), keysOf('mentions')]
    if (entities.length + documents.length === 0) return
    const read = await this.store.read(['entities', 'mentions'], async (tx) => ({
      entities: await Promise.all(entities.map((no) => tx.get('entities', no))),
      mentions: await Promise.all(documents.map((no) => tx.list('mentions', { index: 'document', only: no }))),
    }))
    // New ones first, which mentions may be of.
    for (const row of read.entities) if (row) this.index.put(row)
    documents.forEach((no, i) => {
      const rows = read.mentions[i] as MentionRecord[]
      this.index.setMentions(
        no,
        rows[0]?.scopeKey ?? '',
        rows.map(({ entity }) => entity),
      )
    })
    entities.forEach((no, i) => {
      if (!read.entities[i]) this.index.delete(no)
    })
  }
}
