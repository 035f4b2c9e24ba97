import { AMBIGUOUS, USUALLY_NAMES } from '../../language/entities/english-words.js'
import { fold } from '../../language/fold.js'

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
const HAN = /\p{Script=Han}/u
/** Words after which "will", "rose" or "may" is a name even in lower case: "did will come?" */
const BEFORE_NAME = new Set(
  'did didnt does doesnt do has hasnt had hadnt told tell asked ask met meet called named for from about by than'.split(
    ' ',
  ),
)
const BEFORE_VERBLIKE = new Set('is isnt was wasnt are were with and of'.split(' '))
/**
 * Ambiguous names that are otherwise verbs. After the words above, "is" or "with" among them, they can only be names.
 */
const VERBLIKE = new Set('will may drew chase grant wade skip'.split(' '))
/** Verbs that make a capitalised first word of a sentence the name of a person: "Rose said …". */
const VERB_OF_PERSON =
  /^(?:is|was|has|had|said|says|went|got|made|told|likes?|loves?|lives?|works?|wants?|and|[a-z]{2,}(?:ed|es))$/

/** The speakers whom the query mentions, by full name or its first word. "Will it rain?" mentions nobody. */
export function speakersNamed(query: string, names: Iterable<string>): Set<string> {
  const foldedQuery = fold(query)
  const words = Array.from(query.normalize('NFKC').matchAll(WORD), ([word]) => ({
    word,
    folded: fold(word).replace(/'s?$/, ''),
    possessive: /['’]s?$/.test(word),
  }))
  const queryWords = new Set(words.map(({ folded }) => folded))
  return new Set(
    [...names].filter((name) => {
      const [first = '', ...rest] = Array.from(name.normalize('NFKC').matchAll(WORD), ([word]) => fold(word))
      if (HAN.test(first)) return foldedQuery.includes([first, ...rest].join(''))
      if (!queryWords.has(first)) return false
      return (
        !AMBIGUOUS.has(first) ||
        words.some(
          ({ folded }, i) =>
            folded === first && (words[i + 1]?.folded === rest[0] && rest.length > 0 ? true : isName(words, i)),
        )
      )
    }),
  )
}

/** Whether a name that is also an ordinary word is a name here, judged by its capital letter and its neighbours. */
function isName(words: readonly { word: string; folded: string; possessive: boolean }[], at: number): boolean {
  const { word, folded, possessive } = words[at] as (typeof words)[number]
  if (possessive || words.length === 1) return true
  const shouting = words.every(({ word }) => word === word.toUpperCase())
  const capital = /^\p{Lu}/u.test(word) && !shouting
  if (capital && at > 0) return true
  const next = words[at + 1]?.folded ?? ''
  if (at === 0) return capital && VERB_OF_PERSON.test(next)
  if (USUALLY_NAMES.has(folded)) return true
  const before = (words[at - 1]?.folded ?? '').replaceAll("'", '')
  return BEFORE_NAME.has(before) || (VERBLIKE.has(folded) && BEFORE_VERBLIKE.has(before))
}
