import { bigrams, chineseWords, isChineseStopWord } from './chinese.js'
import { isEnglishStopWord, latinPieces, stem } from './english.js'
import { fold } from './fold.js'
import { runs } from './script.js'

/** Bumped whenever `terms` or the date terms change their answer for any text: an index saved under another version is worthless. */
export const TERMS_VERSION = 1

// In characters. Past this a "word" is a key, a hash or noise, and its beginning names it.
const LONGEST_TERM = 64
const SKIN_TONES_AND_VARIATIONS = /[\p{EMod}\uFE0E\uFE0F]/gu

/**
 * The terms of a text, in order and with repetitions; documents and queries go through it alike.
 * English: words without stop words, stemmed. Chinese: dictionary words and bigrams. Japanese, Korean and Thai: bigrams.
 * Other alphabets: whole words. Emoji: one term each. The script decides, token by token, so languages may mix.
 * Any string is accepted; a text with anything to say in it has at least one term: stop words stay when there is nothing else.
 */
export function terms(text: string): string[] {
  const folded = fold(text)
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
