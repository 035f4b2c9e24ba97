import type { Scope } from '../../values/scope.js'

export type EntityType =
  'person' | 'place' | 'organisation' | 'work' | 'product' | 'topic' | 'identifier' | 'quoted' | 'other'

/** An entity as a text names it. */
export interface NamedEntity {
  name: string
  type: EntityType
}

/** A triple in the text's own words: "Ana", "works at", "Acme". */
export interface Relation {
  subject: string
  predicate: string
  object: string
}

/** An entity that texts of one scope mention. */
export interface EntityRecord {
  /** From the same counter as document numbers. */
  no: number
  scope: Scope
  scopeKey: string
  /** The canonical name, folded; unique in the scope. */
  key: string
  /** The canonical name as it is written. */
  name: string
  type: EntityType
  /** Other names, folded; limited to a few, the longest known first. */
  aliases: string[]
  /** In ms since the epoch. */
  createdAt: number
}

/** That a message or memory mentions an entity; one row per pair. */
export interface MentionRecord {
  /** `entity:no` */
  id: string
  /** Number of the entity. */
  entity: number
  /** Document number of the message or memory. */
  no: number
  scopeKey: string
  /**
   * The names that the text uses. An entity has no names but those of its mentions, so that names go with the texts.
   */
  names: EntityName[]
}

export interface EntityName {
  /** Folded, without titles. */
  key: string
  /** As it is written. */
  name: string
}

/** A relation between two entities, stated by one memory; it holds while that memory does. */
export interface RelationRecord {
  id: string
  /** Numbers of the entities. */
  subject: number
  predicate: string
  object: number
  /** Document number of the memory. */
  no: number
  scopeKey: string
}
