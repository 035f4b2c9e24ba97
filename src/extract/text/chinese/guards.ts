import type { Verdict } from '../english/guards.js'
import { MASK } from '../passages.js'
import { GUARDS } from './guard-table.js'
import { simplify } from '../../../language/simplify.js'

/** Judges a sentence as a whole. */
export function judge(original: string): Verdict {
  const sentence = simplify(original)
  const body = sentence.replace(GUARDS.opening.pattern, '')
  const standing = isStanding(sentence)
  if (GUARDS.aboutAllAbove.pattern.test(sentence)) return 'all-material'
  if (GUARDS.override.pattern.test(sentence)) return 'all-material'
  if (GUARDS.paste.pattern.test(sentence)) return 'material'
  if (GUARDS.irony.pattern.test(sentence)) return 'skip'
  if (GUARDS.chatLine.pattern.test(sentence)) return 'skip'
  if (!standing && GUARDS.transform.pattern.test(sentence)) return 'material'
  if (GUARDS.fiction.pattern.test(sentence))
    return /我在写(?:一部|一本)?/u.test(sentence) && !/[里中]，?我/u.test(sentence) ? 'statement' : 'fiction'
  if (
    !standing &&
    GUARDS.creative.pattern.test(body) &&
    (GUARDS.request.pattern.test(body) || GUARDS.request.pattern.test(sentence))
  )
    return /故事|小说|剧本|童话|日记|对话|台词|脚本|作文/u.test(body) ||
      /[：:]\s*\S/.test(body) ||
      /我(?!们?[写要想])/u.test(body.replace(/(?:帮|给|替)我/gu, ''))
      ? 'fiction'
      : 'skip'
  return 'statement'
}

/** Whether a sentence after fiction speaks of the real world again. */
export function endsFiction(original: string): boolean {
  return GUARDS.backToReality.pattern.test(simplify(original))
}

/** A rule for the future rather than a request of the moment. */
export const isStanding = (sentence: string): boolean => GUARDS.standing.pattern.test(sentence)

/** Whether a clause asks, with or without its mark. */
export function isQuestionClause(clause: string): boolean {
  return GUARDS.questionWord.pattern.test(clause) || GUARDS.questionEnd.pattern.test(clause.replace(/不了$|没了$/u, ''))
}

/** Whether the end of a sentence with a question mark is a question of its own: "能吃什么", not "对吧". */
export function isOwnQuestion(clause: string): boolean {
  return (
    !GUARDS.questionTag.pattern.test(clause) &&
    Array.from(clause).length >= 3 &&
    (GUARDS.questionWord.pattern.test(clause) || /有|推荐|建议|能|可以|该|要|怎/u.test(clause))
  )
}

/** Uncertain, wished for, hypothetical, or said by somebody else. */
export function isDoubtful(clause: string): boolean {
  return (
    clause.includes(MASK) ||
    /^(?:请|麻烦|能否|快|再|顺便)?(?:你|您)?(?:帮我|替我|给我(?!们?家|爸|妈|老)|帮忙)/u.test(clause) ||
    GUARDS.doubt.pattern.test(clause) ||
    isHearsay(clause)
  )
}

/** Said, thought or wanted by somebody else, whom the next clauses may be about. */
export function isHearsay(clause: string): boolean {
  return GUARDS.hearsay.pattern.test(clause) && !GUARDS.adviceOrReminder.pattern.test(clause)
}

/** Holds in a case only; what follows in the sentence does too. */
export function isConditional(clause: string): boolean {
  return GUARDS.condition.pattern.test(clause)
}
