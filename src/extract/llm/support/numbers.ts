import { fold } from '../../../language/fold.js'
import { numbersOf, withDigits } from '../../../reconcile/numbers.js'
import type { ExtractionMessage } from '../../extractor.js'
import { simplify } from '../../../language/simplify.js'
import type { Clause } from './clauses.js'
import { claims } from './content-words.js'
import { datesOf, means, tokensOf } from './dates.js'
import { linkedTo, type Sources } from './linked-passages.js'

/** Whether every number of a fact is in the text that supports it, and counts the same things there. */
export function areNumbersSaid(
  text: string,
  used: readonly Clause[],
  message: ExtractionMessage,
  sentence: string,
  sources: Sources,
): boolean {
  const allowed: string[] = []
  for (const date of datesOf(text)) {
    const isMeant = [sentence, message.text].some((said) => means(said, message.at, date))
    if (isMeant) allowed.push(...tokensOf(date, text))
  }
  const numbers = numbersOf(text).filter((number) => !allowed.includes(number))
  if (numbers.length === 0) return true
  const pools = [
    used.map((clause) => clause.text).join(' ; '),
    sentence,
    [message.text, ...linkedTo(sentence, message, sources)].join('\n'),
  ]
  // The nearest words that name numbers name the right ones.
  const pool = pools.map((said) => numbersOf(said)).find((said) => said.length > 0) ?? []
  return numbers.every((number) => pool.includes(number)) && !isCountSwapped(text, sentence)
}

const NUMBER_WORDS: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
}

/** What each number counts: "2 dogs and 3 cats" → dog 2, cat 3. */
function counts(text: string): Map<string, Set<string>> {
  const folded = withDigits(fold(simplify(text))).replace(/\b[a-z]+\b/g, (word) => NUMBER_WORDS[word] ?? word)
  const found = new Map<string, Set<string>>()
  for (const [, number, counted] of folded.matchAll(
    /(?<![\d.:/-])(\d+)\s?(?:[a-z]+ )??(?:个|只|条|名|位|辆|台|岁的?)?\s?([a-z]{3,}|\p{Script=Han}{1,2})/gu,
  )) {
    const [word] = claims(counted as string)
    if (word) found.set(word, (found.get(word) ?? new Set()).add(number as string))
  }
  return found
}

function isCountSwapped(text: string, sentence: string): boolean {
  const said = counts(sentence)
  return [...counts(text)].some(
    ([word, numbers]) => said.has(word) && [...numbers].every((number) => !said.get(word)?.has(number)),
  )
}
