import nlp from 'compromise/two'
import type { FoundType } from './found.js'

/** The entity type that each tag of the lexicon stands for. */
const TYPES: Record<string, FoundType> = {
  FirstName: 'person',
  MaleName: 'person',
  FemaleName: 'person',
  LastName: 'person',
  Person: 'person',
  City: 'place',
  Country: 'place',
  Region: 'place',
  Place: 'place',
  Organization: 'organisation',
  SportsTeam: 'organisation',
  Company: 'organisation',
  School: 'organisation',
  Demonym: 'topic',
}
/** Tags of words that are neither names nor nouns. */
const PLAIN = new Set(
  `Verb PastTense PresentTense Gerund Infinitive Participle PhrasalVerb Copula Modal Imperative Adjective
  Comparative Superlative Adverb Expression Pronoun Determiner Preposition Conjunction Negative QuestionWord
  Possessive Reflexive Condition Auxiliary`.split(/\s+/),
)
const NOUNS = new Set(
  `Noun Singular Plural Uncountable Actor Unit Duration Date Value Cardinal Ordinal TextValue Multiple Currency
  Fraction Month WeekDay Honorific Abbreviation`.split(/\s+/),
)

/**
 * The lexicon of compromise, with each word's most likely tags: thousands of first names, cities, countries, companies,
 * verbs.
 */
let lexicon: Record<string, string | string[]> | undefined

/** The most likely tags of a folded word in the lexicon, such as `FirstName` or `Verb`; none if it is not listed. */
export function tagsOf(folded: string): readonly string[] {
  lexicon ??= (nlp.model() as { one: { lexicon: Record<string, string | string[]> } }).one.lexicon
  const tags = Object.hasOwn(lexicon, folded) ? lexicon[folded] : undefined
  return tags === undefined ? [] : typeof tags === 'string' ? [tags] : tags
}

export const typeInLexicon = (folded: string): FoundType | undefined =>
  tagsOf(folded)
    .map((tag) => TYPES[tag])
    .find((type) => type !== undefined)
export const isGivenName = (folded: string): boolean =>
  (folded.includes('-') ? folded.split('-').flatMap(tagsOf) : tagsOf(folded)).some(
    (tag) => tag === 'FirstName' || tag === 'MaleName' || tag === 'FemaleName',
  )
export const isVerbal = (folded: string): boolean => tagsOf(folded).some((tag) => PLAIN.has(tag))
export const isCommonNoun = (folded: string): boolean => tagsOf(folded).some((tag) => NOUNS.has(tag))
