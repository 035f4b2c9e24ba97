import type { EntityType, FactMode, MemoryKind, NamedEntity, Relation } from '../../store/records.js'
import { field, isObject, listIn, numbersIn, textIn } from './values.js'

/** A fact as a reply has it, with nothing checked but its form. */
export interface Draft {
  text: string
  by: string
  from: number[]
  quote: string
  about: string
  attribute: string
  value: string
  was: string
  when: string
  category: string
  kind: MemoryKind | undefined
  mode: FactMode
  links: number[]
  entities: NamedEntity[]
  relations: Relation[]
}

export interface Drafts {
  drafts: Draft[]
  malformed: number
}

// In characters. A longer "sentence" is a paragraph, and no fact.
const LONGEST_TEXT = 400
const LONGEST_QUOTE = 600
const LONGEST_WORD = 160
/** No batch has more; a reply that does is in a loop. */
const MOST_FACTS = 64

export const KINDS: readonly MemoryKind[] = ['semantic', 'episodic', 'procedural']
export const MODES: readonly FactMode[] = ['assert', 'change', 'retract', 'correct']
export const ENTITY_TYPES: readonly EntityType[] = [
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

/** The facts of a reply; undefined when it has not the form at all. */
export function readDrafts(value: unknown): Drafts | undefined {
  const items = itemsOf(value)
  if (items === undefined) return undefined
  const drafts = items.slice(0, MOST_FACTS).flatMap((item) => readDraft(item) ?? [])
  if (items.length > 0 && drafts.length === 0) return undefined
  return { drafts, malformed: items.length - drafts.length }
}

/** `{ facts: […] }`, `{ facts: {…} }`, a bare list, a bare fact, or an object with one list under another name. */
function itemsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  const facts = field(value, 'facts', 'memories', 'memory', 'results')
  if (Array.isArray(facts)) return facts
  if (isObject(facts)) return [facts]
  if (typeof facts === 'string' && facts.trim() !== '' && field(value, 'text', 'quote') === undefined) return [facts]
  if (typeof field(value, 'text', 'fact') === 'string') return [value]
  const lists = Object.keys(value)
    .map((name) => field(value, name))
    .filter(Array.isArray)
  return lists.length === 1 ? lists[0] : undefined
}

function readDraft(item: unknown): Draft | undefined {
  const value = isObject(item) ? item : typeof item === 'string' ? { text: item } : undefined
  if (!value) return undefined
  const text = textIn(field(value, 'text', 'fact', 'memory'), LONGEST_TEXT + 1)
  if (text === '' || text.length > LONGEST_TEXT || !/[\p{L}\p{N}]/u.test(text)) return undefined
  const word = (...names: string[]): string => textIn(field(value, ...names), LONGEST_WORD)
  return {
    text,
    by: word('by', 'speaker', 'attributedTo'),
    from: numbersIn(field(value, 'from', 'messages', 'source')),
    quote: textIn(field(value, 'quote', 'evidence'), LONGEST_QUOTE),
    about: word('about', 'subject'),
    attribute: word('attribute'),
    value: word('value'),
    was: word('was', 'previous'),
    when: word('when', 'date'),
    category: word('category'),
    kind: KINDS.find((kind) => kind === word('kind')),
    mode: MODES.find((mode) => mode === word('mode')) ?? 'assert',
    links: numbersIn(field(value, 'links')),
    entities: listIn(field(value, 'entities')).slice(0, 8).flatMap(readEntity),
    relations: listIn(field(value, 'relations')).slice(0, 8).flatMap(readRelation),
  }
}

function readEntity(item: unknown): NamedEntity[] {
  const name = isObject(item) ? textIn(field(item, 'name'), LONGEST_WORD) : textIn(item, LONGEST_WORD)
  const type = isObject(item) ? ENTITY_TYPES.find((known) => known === field(item, 'type')) : undefined
  return name === '' ? [] : [{ name, type: type ?? 'other' }]
}

function readRelation(item: unknown): Relation[] {
  const parts = Array.isArray(item)
    ? item
    : isObject(item)
      ? [field(item, 'subject', 's'), field(item, 'predicate', 'p'), field(item, 'object', 'o')]
      : []
  const [subject = '', predicate = '', object = ''] = parts.map((part) => textIn(part, LONGEST_WORD))
  return parts.length === 3 && subject !== '' && predicate !== '' && object !== ''
    ? [{ subject, predicate, object }]
    : []
}
