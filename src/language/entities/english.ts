import { isEnglishStopWord } from '../english.js'
import { isCommonNoun, isGivenName, isVerbal, tagsOf, typeInLexicon } from './english-lexicon.js'
import { ACRONYMS, typeOf } from './english-name-type.js'
import { isContraction, isPossessive, stemOf, tokenise, type Token } from './english-tokens.js'
import * as words from './english-words.js'
import type { Findings, FoundType } from './found.js'
import { isTitle } from './key.js'

/** The longest name, and the longest lexicon entry that is looked up, in words. */
const LONGEST_RUN = 7
const LONGEST_ENTRY = 4

/** Names in English text: sequences of capitalised words, and lower-case words that are unambiguous names. */
export function findEnglish(text: string, isKnown: (folded: string) => boolean, findings: Findings): void {
  const tokens = tokenise(text)
  // A text without capitals may still contain names; in a text of capitals only, capitals say nothing.
  const casual = !tokens.some(
    ({ capital, text, initial }) => capital && !initial && text !== 'I' && !/^I['’]/.test(text),
  )
  const shouting =
    tokens.length > 3 &&
    tokens.filter(({ text }) => text.length > 1 && text === text.toUpperCase() && /\p{Lu}/u.test(text)).length >
      tokens.length * 0.6
  for (let i = 0; i < tokens.length;)
    i += shouting
      ? lowerCase(tokens, i, true, isKnown, findings)
      : (capitalised(tokens, i, isKnown, findings) ?? lowerCase(tokens, i, casual, isKnown, findings))
}

/** Adds the capitalised name that begins here; returns its number of tokens, or undefined if there is none. */
function capitalised(
  tokens: readonly Token[],
  from: number,
  isKnown: (folded: string) => boolean,
  findings: Findings,
): number | undefined {
  const first = tokens[from] as Token
  if (!first.capital) return undefined
  const listed = entryAt(tokens, from, isKnown)
  if (!canBegin(tokens, from) && !(listed && listed.length > 1)) return undefined
  if (listed && listed.length > 1 && !goesOn(tokens, from + listed.length - 1)) {
    addNamed(findings, tokens, from, listed.length, listed.type)
    return listed.length
  }
  let length = 1
  while (length < LONGEST_RUN && (!isPossessive(tokens[from + length - 1] as Token) || isTail(tokens[from + length]))) {
    const step = extension(tokens, from + length)
    if (step === 0) break
    length += step
  }
  if (length === 1 && first.initial && !standsAlone(tokens, from, isKnown)) return undefined
  // Capitalised ordinary words: "Nature", "Art", "Got".
  if (
    length === 1 &&
    !isKnown(stemOf(first)) &&
    !words.AMBIGUOUS.has(stemOf(first)) &&
    !words.PRODUCTS.has(first.folded) &&
    (isVerbal(first.folded) || isCommonNoun(first.folded)) &&
    typeInLexicon(first.folded) === undefined
  )
    return undefined
  addNamed(findings, tokens, from, length, listed?.length === length ? listed.type : undefined)
  return length
}

/** Whether a name goes on after a possessive with this token: "St. Mary's Hospital". */
const isTail = (token: Token | undefined): boolean =>
  token !== undefined &&
  token.capital &&
  (words.ORGANISATION_TAIL.has(token.folded) || words.PLACE_TAIL.has(token.folded))

/** Whether the name continues after the token. */
const goesOn = (tokens: readonly Token[], last: number): boolean =>
  !isPossessive(tokens[last] as Token) && extension(tokens, last + 1) > 0

/**
 * By how many tokens the name continues here: a capitalised word, one after a small word ("of"), or a product's number.
 */
function extension(tokens: readonly Token[], at: number): number {
  const token = tokens[at]
  if (
    !token ||
    !/^(?: |\. |-| & )$/.test(token.gap) ||
    (token.gap === '. ' &&
      !isTitle(tokens[at - 1]?.text ?? '') &&
      !/^(?:\p{Lu}|St|Mt|Ft)$/u.test(tokens[at - 1]?.text ?? ''))
  )
    return 0
  // "Happy Birthday Caroline": a greeting and a name.
  if (
    token.gap === ' ' &&
    isGivenName(stemOf(token)) &&
    !words.AMBIGUOUS.has(stemOf(token)) &&
    isCommonNoun(stemOf(tokens[at - 1] as Token)) &&
    !isTitle(tokens[at - 1]?.text ?? '')
  )
    return 0
  if (token.capital && !isContraction(token) && !words.NO_NAME.has(stemOf(token)) && !isEnglishStopWord(stemOf(token)))
    return 1
  if (/^\d{1,4}\p{L}{0,2}$/u.test(token.text)) return words.PRODUCTS.has(tokens[at - 1]?.folded ?? '') ? 1 : 0
  if (!words.JOINTS.has(token.folded)) return 0
  const second = tokens[at + 1]
  if (second?.gap !== ' ') return 0
  if (second.capital && !words.NO_NAME.has(stemOf(second)) && !isEnglishStopWord(stemOf(second))) return 2
  const third = tokens[at + 2]
  return (second.folded === 'the' || second.folded === 'la') &&
    third?.gap === ' ' &&
    third.capital &&
    !words.NO_NAME.has(stemOf(third))
    ? 3
    : 0
}

/**
 * Whether a capitalised token can begin a name. Within a sentence nearly always; at its beginning any word has a
 * capital.
 */
function canBegin(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token
  const word = stemOf(token)
  if (ACRONYMS.has(token.text) || (isTitle(word) && tokens[at + 1]?.capital)) return true
  if (words.NO_NAME.has(word) || word.length < 2 || isEnglishStopWord(word) || isContraction(token)) return false
  if (
    tagsOf(word).some(
      (tag) =>
        tag === 'Expression' ||
        tag === 'Pronoun' ||
        tag === 'Determiner' ||
        tag === 'Conjunction' ||
        tag === 'QuestionWord',
    )
  )
    return false
  if (!token.initial || !isVerbal(word)) return true
  const next = tokens[at + 1]
  // "Visiting Lisbon" at the beginning of a sentence is a verb and a name; "Grand Canyon" is a name.
  if (!next?.capital || next.gap !== ' ') return words.AMBIGUOUS.has(word)
  return tagsOf(word).includes('Adjective') && typeInLexicon(stemOf(next)) === undefined && !isPossessive(next)
}

/** Whether a single capitalised word at the beginning of a sentence is a name. */
function standsAlone(tokens: readonly Token[], at: number, isKnown: (folded: string) => boolean): boolean {
  const token = tokens[at] as Token
  const word = stemOf(token)
  if (isKnown(word) || isPossessive(token)) return !isVerbal(word) || isKnown(word)
  if (
    words.HOLIDAYS.has(word) ||
    words.PRODUCTS.has(word) ||
    /^\p{Ll}{1,2}\p{Lu}|^\p{Lu}\p{L}*\p{Ll}\p{Lu}/u.test(token.text)
  )
    return true
  const next = tokens[at + 1]
  const acts = next?.gap === ' ' && words.AFTER_PERSON.has(next.folded)
  if (words.AMBIGUOUS.has(word)) return acts && next.folded !== 'will' && !isEnglishStopWord(word)
  if (typeInLexicon(word) !== undefined || words.LANGUAGES.has(word)) return true
  if (isVerbal(word) || isCommonNoun(word)) return false
  // An acronym; or a word in no list that is followed by a verb: a name that is not English.
  return (
    (/^\p{Lu}{2,6}$/u.test(token.text) && tokens.length > 1) ||
    (acts &&
      !['is', 'was', 'has', 'had', 'and', 'made', 'will', 'would', 'got'].includes(next.folded) &&
      !/(?:ing|ness|tion|ment|ity|s)$/.test(word))
  )
}

/** The longest lexicon entry or known name that begins here. */
function entryAt(
  tokens: readonly Token[],
  from: number,
  isKnown: (folded: string) => boolean,
): { length: number; type: FoundType } | undefined {
  let phrase = ''
  let best: { length: number; type: FoundType } | undefined
  for (let length = 1; length <= LONGEST_ENTRY; length++) {
    const token = tokens[from + length - 1]
    if (!token || (length > 1 && token.gap !== ' ')) break
    const whole = length === 1 ? token.folded : `${phrase} ${token.folded}`
    const ending = length === 1 ? stemOf(token) : `${phrase} ${stemOf(token)}`
    const type = typeInLexicon(whole) ?? typeInLexicon(ending) ?? (isKnown(ending) ? 'other' : undefined)
    if (type !== undefined) best = { length, type }
    if (isPossessive(token) && typeInLexicon(whole) === undefined && length > 1) break
    phrase = whole
  }
  return best
}

/** Adds the name without capitals that begins here, if any; returns how many tokens were read. */
function lowerCase(
  tokens: readonly Token[],
  from: number,
  casual: boolean,
  isKnown: (folded: string) => boolean,
  findings: Findings,
): number {
  const token = tokens[from] as Token
  const entry = entryAt(tokens, from, isKnown)
  const word = stemOf(token)
  const whole =
    entry &&
    tokens
      .slice(from, from + entry.length)
      .map((one, i) => (i === entry.length - 1 ? stemOf(one) : one.folded))
      .join(' ')
  if (
    entry &&
    whole !== undefined &&
    isKnown(whole) &&
    !words.NO_NAME.has(whole) &&
    !isEnglishStopWord(whole) &&
    (casual || !words.AMBIGUOUS.has(whole) || token.capital)
  ) {
    addNamed(findings, tokens, from, entry.length, entry.type)
    return entry.length
  }
  if (
    words.PRODUCTS.has(word) &&
    ![
      'switch',
      'windows',
      'excel',
      'react',
      'rust',
      'java',
      'pixel',
      'ford',
      'canon',
      'python',
      'raspberry',
      'civic',
      'gemini',
    ].includes(word)
  ) {
    findings.add(word, 'product')
    return 1
  }
  if (words.HOLIDAYS.has(word)) {
    findings.add(word, 'topic')
    return 1
  }
  if (!casual || !entry || entry.type === 'topic') return 1
  if (
    entry.length === 1 &&
    (word.length < 3 ||
      words.NO_NAME.has(word) ||
      isEnglishStopWord(word) ||
      (words.AMBIGUOUS.has(word) && !words.USUALLY_NAMES.has(word)))
  )
    return 1
  let { length } = entry
  // "ana rivera", "dr. chen"
  const next = tokens[from + length]
  if (
    entry.type === 'person' &&
    length === 1 &&
    next?.gap === ' ' &&
    tagsOf(stemOf(next)).includes('LastName') &&
    isGivenName(word) &&
    !isPossessive(token) &&
    !words.AMBIGUOUS.has(stemOf(next)) &&
    !isEnglishStopWord(stemOf(next))
  )
    length++
  // A surname alone is usually an ordinary word.
  if (entry.type === 'person' && length === 1 && !isGivenName(word) && !isTitle(tokens[from - 1]?.text ?? '')) return 1
  addNamed(findings, tokens, from, length, entry.type)
  return length
}

/** Adds tokens as one name, without a possessive ending unless the lexicon has it ("McDonald's"). */
function addNamed(
  findings: Findings,
  tokens: readonly Token[],
  from: number,
  length: number,
  listed: FoundType | undefined,
): void {
  const run = tokens.slice(from, from + length)
  const first = run[0] as Token
  const last = run.at(-1) as Token
  const lexical = listed === undefined || listed === 'other' ? undefined : listed
  const keep = lexical !== undefined && typeInLexicon(run.map(({ folded }) => folded).join(' ')) !== undefined
  const name = run
    .map(
      ({ text, gap }, i) =>
        (i === 0 ? '' : gap) + (i === run.length - 1 && !keep ? text.replace(/['’]s?$/u, '') : text),
    )
    .join('')
  findings.add(name, typeOf(run, tokens[from - 1], lexical, first, stemOf(last)))
}
