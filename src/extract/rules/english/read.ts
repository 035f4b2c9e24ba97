import { pattern } from '../../../language/pattern.js'
import type { Discourse, Draft } from '../draft.js'
import { readAdvice, withoutDoctor } from './advice.js'
import { clausesOf, type Clause } from './clauses.js'
import { isCorrective, readCorrection, readForget, statementMeant } from './corrections.js'
import { fragmentsOf, labelled } from './fragments.js'
import { isConditional, isDoubtful, isOwnQuestion, isQuestionClause, isStanding } from '../../text/english/guards.js'
import { readInstruction } from './instructions.js'
import { drivenInPassing, namedInPassing } from './mentions.js'
import { isPlausible } from './plausible.js'
import { readClause } from './read-clause.js'
import { corrected, merged, succeed } from './succession.js'

const ASKS_TO_REMEMBER = pattern('i')`
  ^(?:[\w']+,? ){0,4}?(?:can|could|would|will) you (?:please |also )?
  (?:remember|note|keep in mind|make a note|save|remind yourself)(?: that)?:? (?=(?:I|my|we|our)\b)
`
// "I told you I work in Leeds, but I got transferred": what was said before no longer holds.
const TOLD_BEFORE = pattern('i')`
  \b(?:I|we) (?:told you|said|mentioned)(?: (?:before|earlier|last time|that))* (?:I|we|my|our) [^,;.]{2,80}[,;]? but[ ]
  (?=(?:I|we|my|our|now|actually)\b)
`
const LASTED = /^(?:occupation|employer|home|working|education|skill)$/
const ASKS_TO_BEHAVE = /^(?:(?:hey|hi|ok|please|also|and),? )*(?:can|could|would|will) you (?:please |just )?/i
const SAYING = pattern('i')`
  \b(?:
    said|says
    |told (?:me|us|him|her|them|everyone)
    |tells (?:me|us)|wrote|claims?|claimed|asked|thinks?|replied|goes|(?:was|is) like|texted
  )[:,]?$
`

/** The facts of one normalised sentence of a statement. */
export function readSentence(sentence: string, isQuestion: boolean, discourse: Discourse): Draft[] {
  const { label, key } = discourse.speaker
  if (isQuestion && ASKS_TO_BEHAVE.test(sentence) && (isStanding(sentence) || /\bcall me \p{Lu}/u.test(sentence))) {
    const order = readInstruction(sentence.replace(ASKS_TO_BEHAVE, '').replace(/\?+$/, ''), label, key)
    return order ? [order] : []
  }
  const statement = labelled(
    statementMeant(sentence)
      .replace(TOLD_BEFORE, '')
      .replace(ASKS_TO_REMEMBER, '')
      .replace(/,? (?:remember|you know)\?(?=$| \w)/i, '.'),
  ).replace(/[\s.!?]+$/, '')
  const onlyAsks = isQuestion && statement.length === statementMeant(sentence).replace(/[\s.!?]+$/, '').length

  const all = clausesOf(statement)
  const clauses = onlyAsks ? beforeTheQuestion(all) : all
  const startsWithQuestion = isQuestion && isQuestionClause(all[0]?.text ?? '')
  if (clauses.length === 0) return startsWithQuestion ? namedInPassing(statement, discourse, []) : []
  const firstClause = (clauses[0] as Clause).text
  if (!onlyAsks) {
    const correction = readCorrection(statement, discourse.before)
    if (correction) return [correction]
    const forget = readForget(statement, label, key) ?? readForget(firstClause, label, key)
    if (forget?.draft) return [forget.draft]
    if (forget?.inner)
      return readSentence(forget.inner, false, discourse).map((draft) => ({
        ...draft,
        mode: 'retract',
        text: `${label} asked to forget: ${draft.text}`,
      }))
    // "No bullet points, I find them hard to read": a reason is no part of the order.
    const reasoned = /^(?:I|we|my|it|they|that)\b/i.test(all[1]?.text ?? '')
    const instruction = reasoned ? undefined : readInstruction(all.length === 1 ? firstClause : statement, label, key)
    if (instruction) return [instruction]
  }
  const corrective = isCorrective(statement)
  const drafts: Draft[] = []
  let formerly: Draft[] = []
  let blocked = false
  for (const clause of clauses.map(({ text }) => ({ text: withoutDoctor(text) })).flatMap(fragmentsOf)) {
    if (/^(?:if|unless|suppose|supposing|what if|imagine|assuming)\b/i.test(clause.text)) blocked = true
    if (blocked || isConditional(clause.text)) continue
    const advice = readAdvice(clause.text, label, key)
    if (advice) {
      drafts.push(advice)
      continue
    }
    if (isDoubtful(clause.text)) {
      if (SAYING.test(clause.text)) blocked = true
      continue
    }
    if (isQuestionClause(clause.text)) continue
    const order = readInstruction(clause.text, label, key)
    if (order) {
      drafts.push(order)
      continue
    }
    const found = readClause(clause, statement, discourse)
    formerly = [...formerly, ...found.formerly]
    for (const draft of found.drafts) drafts.push(succeed(corrective ? corrected(draft, clause.text) : draft, formerly))
  }
  // A former state that no present one replaces is kept as an event.
  for (const draft of formerly)
    if (LASTED.test(draft.attribute) && !drafts.some(({ previous }) => previous === draft.value))
      drafts.unshift({ ...draft, attribute: 'event', value: draft.text.replace(/^.*? used to (?:be )?/, '') })
  const facts = merged(drafts).filter(isPlausible)
  return [
    ...namedInPassing(statement, discourse, facts),
    ...facts,
    ...(isQuestion ? [] : drivenInPassing(statement, discourse, facts)),
  ]
}

/** Of a sentence that asks: what is stated before a question of its own. */
function beforeTheQuestion(clauses: readonly Clause[]): Clause[] {
  const last = clauses.at(-1)
  return last && clauses.length > 1 && isOwnQuestion(last.text)
    ? clauses.slice(0, -1).filter(({ text }) => !/^(?:is|are|do|does|did|can|could|would|should|will)\b/i.test(text))
    : []
}
