import type { EntityRecord, EntityType } from '../../store/records.js'

/** An entity of one scope, with the documents that speak of it. */
export interface IndexedEntity extends Omit<EntityRecord, 'createdAt'> {
  nos: Set<number>
}

/** What a text names, of all that the scopes it may see know under that name. */
export interface NamedInText {
  /** Numbers of the entities: one in each scope that knows it. */
  entities: number[]
  name: string
  type: EntityType
  key: string
  /**
   * From 1, where one document alone speaks of it, towards 0, where all do: its inverse document frequency, as a share
   * of the most there can be.
   */
  rarity: number
  /** Numbers of the documents that speak of it: whoever reads them decides which of them may be seen. */
  documents: ReadonlySet<number>
  /** The same, ascending. */
  nos: readonly number[]
}

/** The index as a read of some scopes sees it. The same name in two of them is one. */
export interface EntityView {
  /** As `NamedInText.rarity`, but as if there were 500 documents at least: in a small store no name is common. */
  rarity(key: string): number
  /** Numbers of the documents that speak of it: whoever reads them decides which of them may be seen. */
  documentsOf(key: string): ReadonlySet<number>
}
