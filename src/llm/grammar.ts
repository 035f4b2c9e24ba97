import type { JsonSchema } from './language-model.js'

/**
 * A string is a chain of rules, and its length is not counted: with a vocabulary of 51,000, counting to 300 took 6 s to
 * set up and up to 1 s for a token, and this 0.04 s and 0.1 ms. Digits are counted, which costs nothing, so that no
 * number goes on for ever.
 */
const BASICS = String.raw`string ::= "\"" rest
rest ::= "\"" | [^"\\\x00-\x1F] rest | "\\" escape rest
escape ::= ["\\/bfnrt] | "u" hex hex hex hex
hex ::= [0-9a-fA-F]
integer ::= "-"? ("0" | [1-9] [0-9]{0,20})
number ::= integer ("." [0-9]{1,25})? ([eE] [+-]? [0-9]{1,3})?
boolean ::= "true" | "false"
null ::= "null"
`

/** Keywords that describe and do not constrain. */
const ANNOTATIONS = ['title', 'description', 'default', 'examples', '$schema', '$id', '$comment']

/** The types, with the keywords that constrain them. */
const TYPES = new Map<unknown, readonly string[]>([
  ['object', ['properties', 'required', 'additionalProperties']],
  ['array', ['items', 'maxItems']],
  ['string', ['maxLength']],
  ['integer', []],
  ['number', []],
  ['boolean', []],
  ['null', []],
])

/**
 * A grammar (EBNF, root rule `root`) of the JSON texts that a schema allows, without white space between them and with
 * the properties of an object in the schema's order and no others: a weak model that may write white space does so
 * until its reply is cut. `maxLength` is not enforced; `maxTokens` ends a string that does not.
 *
 * Undefined where the schema uses a keyword beyond `type`, `properties`, `required`, `additionalProperties`, `items`,
 * `maxItems`, `maxLength`, `enum` and those that only describe.
 */
export function grammarOf(schema: JsonSchema): string | undefined {
  const items: string[] = []
  try {
    const root = expression(schema, items)
    return [`root ::= ${root}`, ...items.map((item, i) => `item${i} ::= ${item}`), BASICS].join('\n')
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

class Unsupported extends Error {}

/** The items of arrays become rules of their own, `items`, since an array mentions them twice. */
function expression(schema: unknown, items: string[]): string {
  if (!isRecord(schema)) throw new Unsupported()
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const keywords = Object.keys(schema).filter((key) => key !== 'type' && !ANNOTATIONS.includes(key))
  if (keywords.includes('enum')) {
    if (keywords.length > 1) throw new Unsupported()
    return alternatives(list(schema.enum).map(literal))
  }
  const known = types.flatMap((type) => TYPES.get(type) ?? [])
  if (types.some((type) => !TYPES.has(type)) || keywords.some((key) => !known.includes(key))) throw new Unsupported()
  return alternatives(
    types.map((type) =>
      type === 'object' ? objectOf(schema, items) : type === 'array' ? arrayOf(schema, items) : String(type),
    ),
  )
}

function objectOf({ properties, required = [] }: JsonSchema, items: string[]): string {
  if (!isRecord(properties)) throw new Unsupported()
  const needed = list(required)
  if (needed.some((name) => typeof name !== 'string' || !Object.hasOwn(properties, name))) throw new Unsupported()
  const pairs = Object.entries(properties).map(([name, schema]) => ({
    text: `${literal(name)} ":" ${expression(schema, items)}`,
    required: needed.includes(name),
  }))
  const after = (from: number): string =>
    pairs
      .slice(from)
      .map((pair) => (pair.required ? ` "," ${pair.text}` : ` ("," ${pair.text})?`))
      .join('')
  // Only the first property has no comma, and any of the optional ones at the head may be it.
  const first = (at: number): string => {
    const pair = pairs[at]
    if (!pair) return '""'
    const here = `${pair.text}${after(at + 1)}`
    return pair.required ? here : `(${here} | ${first(at + 1)})`
  }
  return `"{" ${first(0)} "}"`
}

function arrayOf({ items: schema, maxItems }: JsonSchema, items: string[]): string {
  if (maxItems !== undefined && !(Number.isInteger(maxItems) && (maxItems as number) >= 0)) throw new Unsupported()
  if (maxItems === 0) return '"[]"'
  const item = `item${items.push(expression(schema, items)) - 1}`
  return `"[" (${item} ("," ${item})${maxItems === undefined ? '*' : `{0,${(maxItems as number) - 1}}`})? "]"`
}

/** JSON's escapes within a text are the grammar's too. */
function literal(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new Unsupported()
  return JSON.stringify(text)
}

function alternatives(choices: string[]): string {
  if (choices.length === 0) throw new Unsupported()
  return choices.length === 1 ? (choices[0] as string) : `(${choices.join(' | ')})`
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Unsupported()
  return value
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
