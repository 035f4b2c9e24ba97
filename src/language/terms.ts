import { bigrams, chineseWords, isChineseStopWord } from './chinese.js'
import { isEnglishStopWord, latinPieces, stem } from './english.js'
import { fold } from './fold.js'
import { runs } from './script.js'
import { simplify } from './simplify.js'

/**
 * Increased whenever `terms`, the date terms or the words of attributes change for any text: an index that was saved under another version is
 * rebuilt.
 */
export const TERMS_VERSION = 2

// In characters. A longer "word" is a key or a hash, and its beginning identifies it.
const LONGEST_TERM = 64
const SKIN_TONES_AND_VARIATIONS = /[\p{EMod}\uFE0E\uFE0F]/gu

/**
 * The index terms of a document or a query, in order and with repetitions.
 * - English: stemmed words without stop words. Chinese, traditional or simplified: dictionary words and bigrams in
 *   simplified characters. Japanese, Korean, Thai: bigrams.
 * - Other alphabets: whole words. Emoji: one term each.
 *
 * The script is decided run by run, so languages may be mixed. If a text consists of stop words only, they are kept,
 * so that every text with words has at least one term.
 */
export function terms(text: string): string[] {
  const folded = simplify(fold(text))
  const kept = collect(folded, true)
  return kept.length > 0 ? kept : collect(folded, false)
}

function collect(folded: string, dropStopWords: boolean): string[] {
  const found: string[] = []
  const keep = (term: string, isStopWord: boolean): void => {
    if (!(dropStopWords && isStopWord)) found.push(shorten(term))
  }
  for (const { kind, text } of runs(folded)) {
    if (kind === 'latin') for (const word of latinPieces(text)) keep(stem(word), isEnglishStopWord(word))
    if (kind === 'chinese') for (const word of chineseWords(text)) keep(word, isChineseStopWord(word))
    if (kind === 'chinese' || kind === 'unspaced') for (const pair of bigrams(text)) keep(pair, isChineseStopWord(pair))
    if (kind === 'letters') keep(text, false)
    if (kind === 'emoji') keep(text.replace(SKIN_TONES_AND_VARIATIONS, ''), false)
  }
  return found
}

function shorten(term: string): string {
  return term.length <= LONGEST_TERM
    ? term
    : Array.from(term.slice(0, LONGEST_TERM * 2))
        .slice(0, LONGEST_TERM)
        .join('')
}
