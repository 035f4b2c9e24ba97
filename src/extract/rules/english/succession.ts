import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'

/** "…, not Lyon". */
export const NOT_TAIL = pattern('iu')`
  (?:, (?:and )?not|(?<=\d) not) (?:in |at |a |an |from |for |as )?(?<previous>
    (?!only|just|really|sure|very|any|to\b|because|that|if|too|yet|so|even|the best|always)[\p{L}\d'-]+
      (?: [\p{L}\d'-]+)?
  )(?: any more)?$
`

/** Part of a correction: what the clause denies is what was wrong. */
export const corrected = (draft: Draft, clause: string): Draft => {
  if (draft.mode !== undefined && draft.mode !== 'assert') return draft
  const previous = NOT_TAIL.exec(clause)?.groups?.['previous']
  return { ...draft, mode: 'correct', ...(previous && { previous }) }
}

/** "I used to live in Lyon but now I live in Lisbon": the one follows the other. */
export function succeed(draft: Draft, formerly: readonly Draft[]): Draft {
  const before = formerly.find(
    ({ attribute, subject, value }) =>
      attribute === draft.attribute && subject === draft.subject && value !== draft.value,
  )
  return before && (draft.mode ?? 'assert') === 'assert' ? { ...draft, mode: 'change', previous: before.value } : draft
}

// Of these one has a single one: the end of one and the start of another are one change.
const SINGLE = /^(?:employer|occupation|home|diet)$/

/** "I no longer work at Zalando, I am at Fernwind now": what ended and what took its place. */
export function merged(drafts: readonly Draft[]): Draft[] {
  return drafts.flatMap((draft) => {
    const isSame = (other: Draft): boolean =>
      SINGLE.test(draft.attribute) &&
      other.attribute === draft.attribute &&
      other.subject === draft.subject &&
      other.value !== draft.value
    if (draft.mode === 'retract')
      return drafts.some((other) => isSame(other) && other.mode !== 'retract') ? [] : [draft]
    const ended = drafts.find((other) => isSame(other) && other.mode === 'retract')
    return [ended ? { ...draft, mode: 'change' as const, previous: draft.previous ?? ended.value } : draft]
  })
}
