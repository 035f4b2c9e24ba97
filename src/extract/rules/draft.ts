import type { ExtractionMessage } from '../extractor.js'
import type { FactSlot, ExtractedFact } from '../fact.js'

/** A fact as a rule sees it, before it is given its message, quote and category. */
export interface Draft {
  text: string
  /** A key of the attributes table, with an optional part after a colon: `favorite:color`. */
  attribute: string
  value: string
  subject: string
  mode?: ExtractedFact['mode']
  previous?: string
  validFrom?: number
  validTo?: number
}

/** Who the text calls what: the speaker's own words are turned into these. */
export interface Speaker {
  /** As it stands in a fact's text: "User", 用户 or the name. */
  label: string
  /** As it stands in `slot.subject`. */
  key: string
  attributedTo: string
}

/** Somebody or something that a later "she" or 它 may mean. */
export interface Entity {
  kind: 'person' | 'pet'
  /** "User's sister Ana", 用户的妹妹. */
  label: string
  key: string
}

/** What one message after another leaves behind within one call. */
export interface Discourse {
  speaker: Speaker
  message: ExtractionMessage
  /** The last person or pet spoken of. */
  last?: Entity | undefined
  /** Lower-case names that were introduced, or that speak in this conversation. */
  known: Map<string, Entity>
  /** The last fact of this speaker, which "no, I meant…" corrects. */
  before?: Draft | undefined
}

export type Cardinality = FactSlot['cardinality']
