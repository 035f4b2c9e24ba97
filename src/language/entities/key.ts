import { fold } from '../fold.js'

/** Titles, which are not part of a name. */
const TITLES = new Set(
  `mr mrs ms miss mister dr doctor prof professor sir madam mme mlle herr frau señor señora senor senora sra aunt
  auntie uncle coach pastor father sister captain judge rev reverend president`.split(/\s+/),
)
const POSSESSIVE = /'s?$/
const DOTS = /\.(?=\s|$)|(?<=\b\p{L})\./gu

export const isTitle = (word: string): boolean => TITLES.has(fold(word).replace(/\.$/, ''))

/**
 * A name in normalised spelling: folded, without titles, articles, possessives and dots. "Dr. Ana Rivera's" → "ana
 * rivera".
 */
export function entityKey(name: string): string {
  const folded = fold(name).replace(DOTS, '').replace(/\s+/g, ' ').trim()
  const words = folded.split(' ')
  while (words.length > 1 && (TITLES.has(words[0] as string) || words[0] === 'the')) words.shift()
  return words.join(' ').replace(POSSESSIVE, '')
}
