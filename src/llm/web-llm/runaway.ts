import type { JsonSchema } from '../language-model.js'

/** How far a string may exceed the schema's longest: a little is for who reads the reply to judge. */
const PATIENCE = 2

/**
 * Whether a reply that grows, JSON of the schema, is in the middle of a string that will not end: the grammar does not
 * count characters, and a weak model may repeat itself until the reply is cut.
 */
export function runawayString(schema: JsonSchema): (text: string) => boolean {
  const limit = longestString(schema) * PATIENCE
  let read = 0
  let inside = false
  let length = 0
  return (text) => {
    for (; read < text.length; read++) {
      const character = text[read]
      if (character === '\\' && inside) {
        // An escape may be cut in two by the pieces of the reply.
        if (read + 1 === text.length) break
        read++
        length++
      } else if (character === '"') {
        inside = !inside
        length = 0
      } else if (inside) length++
    }
    return inside && length > limit
  }
}

/** The largest `maxLength`; no limit where a string has none. */
function longestString(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0
  const { type, enum: values, maxLength } = schema as JsonSchema
  if (values !== undefined) return 0
  const own = [type].flat().includes('string') ? (typeof maxLength === 'number' ? maxLength : Infinity) : 0
  return Math.max(own, ...Object.values(schema).map(longestString))
}
