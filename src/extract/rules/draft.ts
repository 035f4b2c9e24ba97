import { pattern } from '../../language/pattern.js'
import type { ExtractionMessage } from '../extractor.js'
import type { ExtractedFact } from '../fact.js'
import type { Speaker } from '../text/speaker.js'

/** A fact as a rule states it, before its message, quote and category are added. */
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

/** A person or pet to whom a later "she" or 它 (it) may refer. */
export interface Entity {
  kind: 'person' | 'pet'
  /** "User's sister Ana", 用户的妹妹. */
  label: string
  key: string
}

/** What is carried from one message to the next within a call. */
export interface Discourse {
  speaker: Speaker
  message: ExtractionMessage
  /** The last person or pet mentioned. */
  last?: Entity | undefined
  /** By lower-case name: people and pets introduced in this conversation, and its speakers. */
  known: Map<string, Entity>
  /** The last fact of this speaker, which "no, I meant…" corrects. */
  before?: Draft | undefined
}

const NAMED = pattern()`
  ^(?:
    name|nickname|pet|home|employer|origin|birthplace|birthday|likes|dislikes|avoids|uses|owns|car|skill
    |favorite|religion|nationality|language|family|tool
  )(?::|$)
`

/** Whether a value of the attribute is what something is called: a weekday or a month within it is part of a name. */
export const isNamed = (attribute: string): boolean => NAMED.test(attribute)

const DENIABLE = /^(?:allergy|diet|condition|pet|home|employer|occupation|marital|car|religion|nationality|language)$/

/**
 * Whether a plain negation ("I'm not allergic to nuts", 我对花生不过敏) takes back an earlier statement of the attribute:
 * what one is or has. The negation of a taste, a plan or a habit tells something else.
 */
export const isDeniable = (attribute: string): boolean => DENIABLE.test(attribute)
