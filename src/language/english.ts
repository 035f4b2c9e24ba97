import { stemmer } from 'stemmer'

// Contractions have no apostrophe here, as in the output of `latinPieces`. "may" is missing because it is also a month.
const STOP_WORDS = new Set(
  `a about also am an and any are arent as at be because been being but by can cant could couldnt did didnt do does
  doesnt doing dont for from had hadnt has hasnt have havent having he her here hers herself hes him himself his
  how i if im in into is isnt it itd itll its itself ive just lets me my myself no nor not of on or our ours
  ourselves she shes should shouldnt so some such than that thatll thats the their theirs them themselves then
  there theres these they theyd theyll theyre theyve this those to too was wasnt we were weve werent what whats
  when whens where wheres which while who whom whos whose why will with wont would wouldnt you youd youll your
  youre yours yourself yourselves youve http https www`.split(/\s+/),
)

/** Whether a folded word is a stop word. */
export function isEnglishStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

const SHORTEST_STEM = 3
// In characters. Longer "words" are hashes and keys.
const LONGEST_STEM = 32
const LETTERS_ONLY = /^[a-z]+$/

/** Porter's stem of a folded English word; anything else unchanged. */
export function stem(word: string): string {
  return word.length < SHORTEST_STEM || word.length > LONGEST_STEM || !LETTERS_ONLY.test(word) ? word : stemmer(word)
}

const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const DECIMAL = /^\d+(?:\.\d+)+$/
const ACRONYM = /^[a-z](?:\.[a-z])+$/
const SIGNED_LETTER = /^[a-z][+#]{1,2}$/
const HYPHENATED = /^[a-z]+(?:-[a-z]+)+$/
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/
const JOINTS = /[._@:/&+#,-]+/
const LETTERS_OR_DIGITS = /[a-z]{2,}|\d+/g
// In characters. Longer mixtures of letters and digits are hashes, whose parts mean nothing.
const LONGEST_MIXED = 24

/**
 * The words of a Latin run without spaces, unstemmed:
 * - "ana's" → ana; "don't" → dont; "u.s." → us; "4th" → 4; "1,000" → 1000; "3.14" and "c++" unchanged
 * - "e-mail" → e, mail, email, because people write both; "iphone15" → iphone15, iphone, 15
 * - addresses, paths and identifiers → their parts
 */
export function latinPieces(run: string): string[] {
  if (LETTERS_ONLY.test(run) || DECIMAL.test(run) || SIGNED_LETTER.test(run)) return [run]
  if (THOUSANDS.test(run)) return [run.replaceAll(',', '')]
  if (ACRONYM.test(run)) return [run.replaceAll('.', '')]
  const words = run.split(JOINTS).flatMap(wordsOf)
  if (HYPHENATED.test(run)) words.push(run.replaceAll('-', ''))
  return words
}

function wordsOf(piece: string): string[] {
  const word = piece.replace(/'s$/, '').replaceAll("'", '')
  if (word === '') return []
  const ordinal = ORDINAL.exec(word)
  if (ordinal) return [ordinal[1] as string]
  const parts = word.length > LONGEST_MIXED ? [] : (word.match(LETTERS_OR_DIGITS) ?? [])
  return parts.length === 0 || parts[0] === word ? [word] : [word, ...parts]
}
