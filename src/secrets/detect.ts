import { keyBlocks } from './key-blocks.js'
import { MASKS } from './masks.js'
import { CODE_RULES } from './rules/codes.js'
import { KEY_RULES } from './rules/keys.js'
import { NUMBER_RULES } from './rules/numbers.js'
import { PASSWORD_RULES } from './rules/passwords.js'
import type { SecretRule } from './rules/rule.js'
import type { SecretKind, SecretSpan } from './span.js'

/** Where two rules find the same characters, the first one says what they are. */
export const SECRET_RULES: readonly SecretRule[] = [...KEY_RULES, ...CODE_RULES, ...PASSWORD_RULES, ...NUMBER_RULES]

/** How many characters before and after a secret tell the language of its mask. */
const AROUND = 30
const HAS_HAN = /\p{Script=Han}/u

interface Found {
  kind: SecretKind
  start: number
  end: number
}

/**
 * The secrets of a text in the order in which they stand, none overlapping another: keys and tokens by their published
 * forms or beside a word that says what they are, passwords, PINs and one-time codes beside such a word, recovery
 * phrases, and the numbers of cards, bank accounts and identity documents. Pure; the time grows linearly with the
 * text.
 */
export function findSecrets(given: string): SecretSpan[] {
  const text = normalized(given)
  const found: Found[] = Array.from(keyBlocks(text), (block) => ({ kind: 'private-key', ...block }))
  for (const rule of SECRET_RULES) found.push(...foundBy(rule, text))
  return withoutOverlaps(found).map((one) => ({ ...one, mask: MASKS[one.kind][isChineseAround(text, one) ? 1 : 0] }))
}

function* foundBy({ kind, pattern, accept }: SecretRule, text: string): Generator<Found> {
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices?.findLast((range) => range !== undefined) ?? [0, 0]
    const candidate = text.slice(start, end)
    const length = accept ? accept(candidate, { text, start, match }) : candidate.length
    if (length > 0) yield { kind, start, end: start + length }
  }
}

/** Characters that are written for others, each replaced by one UTF-16 unit, so that offsets stay as they are. */
function normalized(text: string): string {
  return text
    .replace(/[０-９Ａ-Ｚａ-ｚ－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2010-\u2012]|(?<=\d)\u2013(?=\d)/g, '-')
}

/** Where two overlap, the one that begins first, or else the longer one, stands for both. */
function withoutOverlaps(found: Found[]): Found[] {
  const kept: Found[] = []
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const before = kept.at(-1)
    if (!before || one.start >= before.end) kept.push(one)
    else before.end = Math.max(before.end, one.end)
  }
  return kept
}

const isChineseAround = (text: string, { start, end }: Found): boolean =>
  HAS_HAN.test(text.slice(Math.max(0, start - AROUND), start) + text.slice(end, end + AROUND))
