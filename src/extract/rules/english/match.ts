import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import { isToolish } from './decisions.js'
import { headOf, listOf, ofSpeaker, trimEnd, withoutDate } from './render.js'
import type { Reading, Rule } from './rule.js'

const HAPPENINGS = new Set(['plan', 'event'])
const ATTRIBUTES_OF_OTHERS = pattern()`
  ^(?:
    age|birthday|birthplace|origin|nationality|language|religion|marital|likes|dislikes|allergy
    |condition|diet|avoids|home|household|employer|occupation|working|education|family|pet|car|owns
    |skill|learning|habit|plan|event|name|goal|trait|uses|finance
  )(?::|$)
`

// A lasting state is not read from what holds on a single day: "working from home today".
const LASTING_ATTRIBUTES = /^(?:working|habit|avoids|diet|likes|dislikes|household|uses)$/
const ONE_DAY = pattern('i')`
  (?<!\b(?:since|from|starting|until|as of) )\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening))\b
`
const AT_PRESENT = /\b(?:right now|at the moment|for now|atm|for a while|this (?:week|weekend))\b/i

/** The facts that a rule draws from a clause: several when its value lists some. */
export function match(rule: Rule, reading: Reading): Draft[] {
  const { predicate, subject, sentence, discourse } = reading
  const aspects = rule.aspects ?? ['present', 'progressive', 'perfect', 'perfect-progressive']
  if (!aspects.includes(predicate.aspect)) return []
  const negative = rule.negative ?? 'no'
  if (negative === 'no' ? predicate.negative : negative === 'only' && !predicate.negative) return []
  if (rule.subject === 'self' && subject.kind !== 'self') return []
  if (rule.subject === 'people' && subject.kind === 'self') return []
  const rest = predicate.complement.trim()
  const found = (rule.complement ?? /^.*$/).exec(rest)
  if (!found || rule.reject?.test(rest)) return []
  if (rule.needsDate && sentence.at === undefined) return []
  const attribute = typeof rule.attribute === 'string' ? rule.attribute : rule.attribute(found, reading)
  if (attribute === undefined || (subject.kind !== 'self' && !ATTRIBUTES_OF_OTHERS.test(attribute))) return []
  if (reading.ended && HAPPENINGS.has(attribute)) return []
  if (
    rule.mode === undefined &&
    LASTING_ATTRIBUTES.test(attribute) &&
    (ONE_DAY.test(rest) || AT_PRESENT.test(reading.clause.text))
  )
    return []
  if (attribute === 'home' && rule.mode === 'change' && isToolish(found.groups?.['value'] ?? '')) return []
  if (attribute === 'plan' && sentence.at !== undefined && sentence.at < discourse.message.at - 36 * 3_600_000)
    return []
  if (
    attribute === 'event' &&
    rule.needsDate &&
    sentence.at !== undefined &&
    sentence.at > discourse.message.at + 36 * 3_600_000
  )
    return []
  const raw = rule.value ? rule.value(found, reading) : found.groups?.['value']
  if (raw === undefined) return []
  const value =
    HAPPENINGS.has(attribute) || attribute === 'habit' || attribute === 'goal' ? withoutDate(trimEnd(raw)) : headOf(raw)
  const previous = found.groups?.['previous'] ?? found.groups?.['from']
  const text = rule.text ? rule.text(found, reading) : sentence.text
  const from =
    sentence.at !== undefined &&
    (HAPPENINGS.has(attribute) ||
      rule.mode === 'change' ||
      predicate.aspect === 'past' ||
      (sentence.exact && !/^birth/.test(attribute)) ||
      /\bsince\b/.test(rest))
      ? sentence.at
      : undefined
  const base: Draft = {
    text,
    attribute,
    subject: subject.key,
    value,
    ...(rule.mode && { mode: rule.mode }),
    ...(previous && { previous: headOf(previous) }),
    ...(from !== undefined && (rule.mode === 'retract' ? { validTo: from } : { validFrom: from })),
  }
  const items = rule.list && !reading.ended ? listOf(found.groups?.['value'] ?? '') : []
  if (items.length < 2) return [base]
  const whole = found.groups?.['value'] as string
  const at = text.indexOf(ofSpeaker(whole))
  if (at < 0) return [base]
  return items.map((item) => ({
    ...base,
    text: text.slice(0, at) + ofSpeaker(trimEnd(item)) + text.slice(at + ofSpeaker(whole).length),
    value: headOf(item),
  }))
}
