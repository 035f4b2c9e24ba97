/**
 * A sentence and what a rule makes of it: the attribute and the text of one fact, or `nothing` where the rule keeps a
 * fact from being stored. The fact's mode may follow in brackets. For an answer, the assistant's question stands before
 * it, with `¦` between them. Tests run every example through the whole extractor, with and without its rule; the build
 * leaves them out of the bundle.
 *
 * @example
 * 'I live in Lisbon. → home: User lives in Lisbon'
 * 'If I lived in Lisbon, I would surf. → nothing'
 * 'Sorry, I live in Lisbon. → home: User lives in Lisbon [correct]'
 * 'Where do you live? ¦ Lisbon → home: User lives in Lisbon'
 */
export type Example = `${string} → ${string}: ${string}` | `${string} → nothing`

/** A pattern that decides how a sentence is read, and an example of what changes by it. */
export interface PatternRule {
  pattern: RegExp
  example: Example
}
