import type { FactSlot } from '../extract/fact.js'
import { fold } from '../language/fold.js'
import { withDigits } from './numbers.js'
import { contentWords, heavyWords, isChinese, plain, sameSet } from './content-words.js'

/** The relation of a new value to a known one. `unclear`: neither the same nor certainly different. */
export type ValueRelation = 'same' | 'narrower' | 'broader' | 'other' | 'unclear'

// Synonyms: diets are the only values that extractors name by several words.
const SYNONYMS: readonly (readonly string[])[] = [
  ['素', '素食', '吃素', '素食者', '素食主义', '素食主义者', 'vegetarian', 'vegetarians', 'a vegetarian'],
  ['纯素', '纯素食', '纯素者', '纯素食者', '纯素主义者', 'vegan', 'vegans', 'a vegan'],
]

function canonical(value: string): string {
  const folded = withDigits(plain(value)).replace(/^(?:the|a|an|一名|一个|一位|一只|一条|一辆|一台) ?/u, '')
  return SYNONYMS.find((names) => names.includes(folded))?.[0] ?? folded
}

/** Whether two values are equal up to case, articles, inflection and synonyms of diets. */
export function sameValue(a: string, b: string): boolean {
  const [one, other] = [canonical(a), canonical(b)]
  if (one === '' || other === '') return false
  if (one === other) return true
  const [words, others] = [contentWords(one), contentWords(other)]
  return words.length > 0 && words.length === others.length && words.every((word, i) => word === others[i])
}

const BOUNDARY = /^(?:, | (?:in|at|of|with|near|named|called|and|from|for|on|who|that|by|as)\b|，|（|叫)/u

export function relationOf(value: string, known: string): ValueRelation {
  if (sameValue(value, known)) return 'same'
  const [one, other] = [canonical(value), canonical(known)]
  if (one === '' || other === '' || isChinese(one) !== isChinese(other)) return 'unclear'
  if (isExtension(one, other)) return 'narrower'
  if (isExtension(other, one)) return 'broader'
  if (one.includes(other) || other.includes(one)) return 'unclear'
  if (one.includes('@') && other.includes('@')) return 'other'
  const words = heavyWords(one)
  return words.length > 0 && heavyWords(other).some((word) => words.includes(word)) ? 'unclear' : 'other'
}

/** "lisbon, portugal" extends "lisbon", "google deepmind" extends "google"; "new york" does not extend "york". */
function isExtension(longer: string, shorter: string): boolean {
  if (!longer.startsWith(shorter)) return false
  const rest = longer.slice(shorter.length)
  return isChinese(shorter) ? shorter.length >= 2 : BOUNDARY.test(rest) || /^ \p{L}+$/u.test(rest)
}

/** The meaningful words of a text besides the value of its slot. Facts with different qualifiers may both hold. */
export function qualifiers(text: string, slot: FactSlot): string[] {
  const value = plain(slot.value)
  const folded = fold(text)
  const at = value === '' ? -1 : folded.indexOf(value)
  if (at < 0) {
    const words = contentWords(value)
    return heavyWords(text).filter((word) => !words.includes(word))
  }
  return heavyWords(`${folded.slice(0, at)} ${folded.slice(at + value.length)}`)
}

export const sameQualifiers = (a: string, slotA: FactSlot, b: string, slotB: FactSlot): boolean =>
  sameSet(qualifiers(a, slotA), qualifiers(b, slotB))
