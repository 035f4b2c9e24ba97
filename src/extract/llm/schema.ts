import type { JsonSchema } from '../../llm/language-model.js'
import { ATTRIBUTES } from '../text/attributes.js'
import { ENTITY_TYPES, KINDS, MODES } from './draft.js'

/** What a model may say a fact is of. `detail` says nothing without a part, which no model gives. */
export const ATTRIBUTE_NAMES: readonly string[] = [
  ...Object.keys(ATTRIBUTES).filter((name) => name !== 'detail'),
  'other',
]

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength })
const numbers = (maxItems: number): JsonSchema => ({ type: 'array', items: { type: 'integer' }, maxItems })
const list = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, maxItems })
const object = (properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

/**
 * Of an extraction's reply. Everything is bounded: under a grammar a weak model may otherwise never stop. The evidence
 * comes before the sentence, so that the sentence is written with its words in view.
 */
export function factsSchema(tier: 'local' | 'full', categories: readonly string[] | undefined): JsonSchema {
  const fact = {
    from: numbers(4),
    quote: text(200),
    text: text(200),
    by: text(40),
    about: text(40),
    attribute: { type: 'string', enum: ATTRIBUTE_NAMES },
    value: text(80),
    when: text(10),
    mode: { type: 'string', enum: MODES },
    ...(categories && { category: { type: 'string', enum: categories } }),
  }
  if (tier === 'local') return object({ facts: list(object(fact, ['mode', 'category']), 12) })
  return object({
    facts: list(
      object(
        {
          ...fact,
          was: text(80),
          kind: { type: 'string', enum: KINDS },
          links: numbers(6),
          entities: list(object({ name: text(60), type: { type: 'string', enum: ENTITY_TYPES } }), 6),
          relations: list(list(text(60), 3), 6),
        },
        ['mode', 'was', 'links', 'entities', 'relations'],
      ),
      40,
    ),
  })
}

export const UPDATE_SCHEMA: JsonSchema = object({
  event: { type: 'string', enum: ['ADD', 'UPDATE', 'DELETE', 'NONE'] },
  id: { type: 'integer' },
  text: text(300),
})

const step = object({ text: text(200), messages: numbers(6), result: text(300) })
export const RUN_SCHEMA: JsonSchema = object({
  goal: text(300),
  steps: list(step, 30),
  errors: list(step, 10),
  state: text(400),
})
