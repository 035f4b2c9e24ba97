/**
 * A sentence and what a rule makes of it: the attribute and the text of one fact, or `nothing` where the rule keeps a
 * fact from being stored. Tests run every example through the whole extractor; the build leaves them out of the
 * bundle.
 *
 * @example
 * 'I live in Lisbon. → home: User lives in Lisbon'
 * 'If I lived in Lisbon, I would surf. → nothing'
 */
export type Example = `${string} → ${string}: ${string}` | `${string} → nothing`

/** A pattern that decides how a sentence is read, and an example of what changes by it. */
export interface PatternRule {
  pattern: RegExp
  example: Example
}
