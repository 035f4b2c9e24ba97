import { GUARDS } from './guard-table.js'
import { MASK } from '../passages.js'

/** What a sentence of a message means for those after it. */
export type Verdict =
  /** A statement of the speaker, as far as its clauses say so. */
  | 'statement'
  /** Not the speaker's statement. */
  | 'skip'
  /** Nothing until the message ends, or the speaker returns to reality. */
  | 'fiction'
  /** Nothing until the message ends. */
  | 'material'
  /** The whole message is material. */
  | 'all-material'

/** Judges a sentence as a whole, normalised. */
export function judge(sentence: string): Verdict {
  if (GUARDS.aboutAllAbove.pattern.test(sentence) || GUARDS.override.pattern.test(sentence)) return 'all-material'
  if (GUARDS.letterHead.pattern.test(sentence) || GUARDS.paste.pattern.test(sentence)) return 'material'
  if (GUARDS.joke.pattern.test(sentence) || GUARDS.irony.pattern.test(sentence) || GUARDS.code.pattern.test(sentence))
    return 'skip'
  if (GUARDS.chatLine.pattern.test(sentence) && !GUARDS.ownLabel.pattern.test(sentence)) return 'skip'
  const body = sentence.replace(GUARDS.opening.pattern, '')
  const standing = isStanding(body)
  if (
    !standing &&
    GUARDS.transformColon.pattern.test(body) &&
    !/^(?:my|I|we|our) /i.test(body) &&
    !/^(?:remember|note|please (?:note|remember))/i.test(body)
  )
    return 'material'
  if (!standing && GUARDS.transform.pattern.test(body) && isRequest(body)) return 'material'
  if (GUARDS.rolePlay.pattern.test(body) || GUARDS.fiction.pattern.test(body))
    return /\bI (?:am|have been) (?:writing|working on)\b/.test(body) && !/ where I | in which I /.test(body)
      ? 'statement'
      : 'fiction'
  if (!standing && GUARDS.creative.pattern.test(body) && isRequest(body))
    return GUARDS.story.pattern.test(body) ||
      /\b(?:where|in which|as if|about (?:me|how I)|from my|I|my|me being)\b/.test(
        body.replace(/^.*?\b(?:me|for me)\b/i, ''),
      ) ||
      /:\s*\S/.test(body)
      ? 'fiction'
      : 'skip'
  return 'statement'
}

/** Whether a sentence after fiction speaks of the real world again. */
export function endsFiction(sentence: string): boolean {
  return GUARDS.backToReality.pattern.test(sentence.replace(/^[-–—(*#>\s]+/, ''))
}

/** "translate …", "can you write …", "I need you to …". */
export function isRequest(body: string): boolean {
  return GUARDS.politeRequest.pattern.test(body) || GUARDS.imperativeRequest.pattern.test(body)
}

/** A standing instruction is no one-off request. */
export function isStanding(body: string): boolean {
  return GUARDS.standing.pattern.test(body)
}

/** A question without its mark, or a clause that only belongs to one. */
export function isQuestionClause(clause: string): boolean {
  return GUARDS.inverted.pattern.test(clause)
}

/** Whether the last clause of a question is a question by itself, so that the clauses before it may be statements. */
export function isOwnQuestion(clause: string): boolean {
  const words = clause.split(' ').length
  if (GUARDS.asksForIdeas.pattern.test(clause)) return true
  return GUARDS.interrogativeHead.pattern.test(clause) && words >= 3 && !GUARDS.questionTag.pattern.test(clause)
}

/** Uncertain, wished for, or said by somebody else. */
export function isDoubtful(clause: string): boolean {
  return GUARDS.uncertain.pattern.test(clause) || GUARDS.reported.pattern.test(clause) || clause.includes(MASK)
}

/** "if", "unless", "suppose": what follows holds in a case only. */
export function isConditional(clause: string): boolean {
  return GUARDS.conditional.pattern.test(clause)
}
