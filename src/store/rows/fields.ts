import { LocketError } from '../../values/errors.js'
import { checkMetadata } from '../../values/metadata.js'
import type { Scope } from '../../values/scope.js'
import type { EntityType, Evidence, FactMode, FactSlot, MemoryKind, NamedEntity, Relation } from '../records.js'
import type { Metadata } from '../../values/metadata.js'
import { isId, isTime, MAX_CATEGORIES, MAX_ENTITIES, MAX_ID_LENGTH, MAX_PHRASE_LENGTH } from '../../values/limits.js'
import { textHash } from './hash.js'
import { droppedByRepair, listOf, Malformed, oneOf, optional, objectOf, text, textUpTo, type Check } from './shape.js'

// Checks of the fields of rows, within the limits of `values/limits.ts`.

/**
 * The id of a row, user, agent, app or run. A repair replaces an id that is too long by its hash, so that all
 * references to it still agree.
 */
export const id: Check<string> = (value, path) => {
  if (isId(value)) return value
  const given = text(value, path)
  throw new Malformed(
    path,
    given.length > MAX_ID_LENGTH ? `is longer than ${MAX_ID_LENGTH} characters` : 'is blank',
    () => textHash(given),
  )
}

/** The role or name of a speaker. */
export const name: Check<string> = (value, path) => {
  if (isId(value)) return value
  const given = text(value, path)
  if (given.length > MAX_ID_LENGTH) throw tooLong(path, given, MAX_ID_LENGTH)
  // An unknown role is not trusted.
  throw new Malformed(path, 'is blank', () => 'unknown')
}

/** The text of a message or memory. */
export const nonBlankText: Check<string> = (value, path) => {
  if (text(value, path).trim() === '') throw new Malformed(path, 'is blank')
  return value as string
}

/** A time in milliseconds since the epoch. A repair replaces it by another time of the same row. */
export const time: Check<number> = (value, path) => {
  if (isTime(value)) return value
  if (typeof value !== 'number') throw new Malformed(path, 'is not a number')
  throw new Malformed(path, 'is not a time that a date can hold', (row, now) => otherTime(row) ?? now)
}

const TIMES = ['createdAt', 'updatedAt', 'observedAt', 'validFrom', 'at'] as const

function otherTime(row: object): number | undefined {
  return TIMES.map((field) => (row as Record<string, unknown>)[field]).find(isTime)
}

/** A short text from an extractor. */
export const phrase: Check<string> = textUpTo(MAX_PHRASE_LENGTH)
/** The name of a category or speaker; may be blank. */
export const label: Check<string> = textUpTo(MAX_ID_LENGTH)

export const scopeRow: Check<Scope> = objectOf<Scope>({
  userId: optional(id),
  agentId: optional(id),
  appId: optional(id),
  runId: optional(id),
})

export const metadata: Check<Metadata> = (value, path) => {
  try {
    const checked = checkMetadata(value, path)
    if (checked !== undefined) return checked
  } catch (cause) {
    if (!(cause instanceof LocketError)) throw cause
    throw new Malformed(path, cause.message.slice(path.length).trim(), () => undefined)
  }
  throw new Malformed(path, 'is not an object')
}

export const categories: Check<string[]> = (value, path) => {
  const checked = listOf(text)(value, path)
  if (checked.length <= MAX_CATEGORIES && checked.every((one) => one.length <= MAX_ID_LENGTH)) return checked
  throw new Malformed(path, `are more than ${MAX_CATEGORIES}, or one is longer than ${MAX_ID_LENGTH} characters`, () =>
    checked.filter((one) => one.length <= MAX_ID_LENGTH).slice(0, MAX_CATEGORIES),
  )
}

const TYPES: readonly EntityType[] = [
  'person',
  'place',
  'organisation',
  'work',
  'product',
  'topic',
  'identifier',
  'quoted',
  'other',
]
export const entityType: Check<EntityType> = oneOf(...TYPES)
export const mode = oneOf('assert', 'change', 'retract', 'correct')
export const kind = oneOf('semantic', 'episodic', 'procedural')
export const evidence: Check<Evidence> = objectOf<Evidence>({ messageId: id, quote: text, runId: optional(id) })
export const slot: Check<FactSlot> = objectOf<FactSlot>({
  subject: phrase,
  attribute: phrase,
  value: phrase,
  cardinality: oneOf('one', 'many'),
})
const entity = objectOf<NamedEntity>({ name: phrase, type: entityType })
const relation = objectOf<Relation>({ subject: phrase, predicate: phrase, object: phrase })
export const entities: Check<NamedEntity[]> = listOf(entity, MAX_ENTITIES)
export const relations: Check<Relation[]> = listOf(relation, MAX_ENTITIES)
/** The time at which something ends. A repair removes it if it is out of range. */
export const endTime: Check<number> = droppedByRepair(time)

/** The fields that an extractor fills besides text and quote. */
export interface FactParts {
  kind: MemoryKind
  language: string
  category: string
  attributedTo: string
  mode: FactMode
  slot: FactSlot
  previous?: string
  validFrom?: number
  validTo?: number
  alsoFrom?: readonly Evidence[]
  linkedIds?: readonly string[]
  entities?: readonly NamedEntity[]
  relations?: readonly Relation[]
}

const factParts = objectOf<FactParts>({
  kind,
  language: label,
  category: label,
  attributedTo: label,
  mode,
  slot,
  previous: optional(phrase),
  validFrom: optional(time),
  validTo: optional(time),
  alsoFrom: optional(listOf(evidence)),
  linkedIds: optional(listOf(id)),
  entities: optional(listOf(entity)),
  relations: optional(listOf(relation)),
})

/** Whether all fields of an extracted fact are within the limits of a memory row. */
export function isStorable(fact: FactParts): boolean {
  const { kind, language, category, attributedTo, mode, slot, previous, validFrom, validTo } = fact
  const { alsoFrom, linkedIds, entities, relations } = fact
  try {
    factParts(
      {
        ...{ kind, language, category, attributedTo, mode, slot, previous, validFrom, validTo },
        ...{ alsoFrom, linkedIds, entities, relations },
      },
      'fact',
    )
    return true
  } catch (cause) {
    if (cause instanceof Malformed) return false
    throw cause
  }
}

const tooLong = (path: string, given: string, longest: number): Malformed =>
  new Malformed(path, `is longer than ${longest} characters`, () => given.slice(0, longest))
