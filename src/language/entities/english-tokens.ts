import { fold } from '../fold.js'
import { pattern } from '../pattern.js'

/** A word of an English text. */
export interface Token {
  text: string
  /** In lower case and without diacritics. */
  folded: string
  /** Where it begins in the text, in UTF-16 code units. */
  start: number
  /** The characters between the previous token and this one. */
  gap: string
  /** Whether it begins a sentence, a line or a quotation. */
  initial: boolean
  /** Whether it is capitalised, or begins like "iPhone" and "eBay". */
  capital: boolean
}

const TOKEN = pattern('gu')`
  \p{Lu}(?:\.\p{Lu})+\.?
  |[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{M}\p{N}]*
   (?:['’&-][\p{Script=Latin}\p{N}][\p{Script=Latin}\p{M}\p{N}]*)*
`
const SENTENCE_BREAK = /[.!?…:;"“”(\n\uFF01\uFF1F\u3002]|^\s*[-*•]|\s[-–—]{1,3}\s|[–—]|\p{Extended_Pictographic}/u

/** Splits a text into words. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    const gap = text.slice(end, index)
    tokens.push({
      text: word,
      folded: fold(word),
      start: index,
      gap,
      initial: tokens.length === 0 || SENTENCE_BREAK.test(gap),
      capital: /^\p{Lu}|^\p{Ll}{1,2}\p{Lu}/u.test(word),
    })
    end = index + word.length
  }
  return tokens
}

/** Whether the word has a possessive ending: "Ana's", "Jess'". */
export const isPossessive = ({ text }: Token): boolean => /['’]s?$/u.test(text)
/** The folded word without a possessive ending or a final full stop. */
export const stemOf = ({ folded }: Token): string => folded.replace(/'s$/, '').replace(/\.$/, '')
/** Contractions such as "I'm" and "They've", which are never names. */
export const isContraction = ({ folded }: Token): boolean => /^i'|'(?:m|ve|ll|d|re|t)$/.test(folded)
