import { isEnglishStopWord } from '../../language/english.js'
import { AMBIGUOUS, USUALLY_NAMES } from '../../language/entities/english-words.js'
import { fold } from '../../language/fold.js'

/** The most words of a name, and the most characters of a Chinese one. */
const LONGEST_NAME = 6
const LONGEST_HAN = 12
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&.-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const HAN_RUN = /\p{Script=Han}{2,}/gu

/**
 * Looks up the names in the words of a text, the longest first.
 * @param named whether the folded words are a known name; notes it
 * @param called looks up a single word that may be a shorter form of a name
 */
export function readWords(text: string, named: (key: string) => boolean, called: (word: string) => boolean): void {
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
    folded: fold(word).replace(/'s?$/, '').replace(/\.$/, ''),
  }))
  for (let i = 0; i < words.length; i++) {
    const { word, folded, start } = words[i] as (typeof words)[number]
    let length = Math.min(LONGEST_NAME, words.length - i)
    for (; length > 1; length--) {
      const last = words[i + length - 1] as (typeof words)[number]
      // As a name is written, with its small words and signs, and its last word without a possessive.
      const whole = fold(text.slice(start, last.end)).replace(/\s+/g, ' ').replace(/'s?$/, '')
      if (whole.length <= 100 && named(whole)) break
    }
    if (length > 1) {
      i += length - 1
      continue
    }
    const capital = /^\p{Lu}/u.test(word) && (i > 0 || word === word.toUpperCase())
    // A name that is also a word is one only where it is written as a name.
    if (!capital && (isEnglishStopWord(folded) || (AMBIGUOUS.has(folded) && !USUALLY_NAMES.has(folded)))) continue
    if (!named(folded)) called(capital ? word : folded)
  }
}

/** Names that stand within a run of Chinese characters, the longest first. */
export function readHan(text: string, named: (key: string) => boolean): void {
  for (const [run] of fold(text).matchAll(HAN_RUN))
    for (let i = 0; i < run.length;) {
      let length = Math.min(LONGEST_HAN, run.length - i)
      while (length > 1 && !named(run.slice(i, i + length))) length--
      i += length
    }
}
