import nlp from 'compromise/two'

/** Whether a few words are a noun phrase: "root canal" is one, "wish me luck" and "so excited" are not. */
export function isNounPhrase(words: string): boolean {
  if (!/^[\p{L}'-]+(?: [\p{L}'-]+){0,2}$/u.test(words)) return false
  const tagged = nlp(words)
  return tagged.has('#Noun') && !tagged.has('(#Verb|#Pronoun|#Expression|#QuestionWord|#Conjunction)')
}

/** The singular of an English plural in -s. */
export const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
