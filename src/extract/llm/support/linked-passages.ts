import { fold } from '../../../language/fold.js'
import type { ExtractionMessage } from '../../extractor.js'
import { labelOf } from '../blocks.js'
import { clausesOf } from './clauses.js'
import { claims, evidenceOf, has } from './content-words.js'

/** What a fact may be drawn from, and what may explain it. */
export interface Sources {
  messages: readonly ExtractionMessage[]
  context: readonly ExtractionMessage[]
  known: readonly string[]
}

// What points at something said before; or hardly says anything by itself.
export const POINTS =
  /\b(?:he|she|it|they|him|her|them|his|hers|its|their|there|these|those|this|yes|yeah|yep|yup|nope|correct|exactly|right|indeed|same|both|too|that(?! i\b| my\b| we\b))\b|[她他它]|^[是对嗯好没]|那(?!么)|这|一样|也|都|没错|确实|同上/u

/**
 * What may explain a sentence: the rest of its message, and of the conversation and the memories what it points at or
 * shares a word with.
 */
export function linkedTo(
  sentence: string,
  message: ExtractionMessage,
  { messages, context, known }: Sources,
): string[] {
  // An answer, "In Lisbon", says of nobody.
  const isFragment = claims(sentence).length <= 2 && clausesOf(sentence).every(({ subject }) => subject === undefined)
  const points = isFragment || POINTS.test(fold(sentence))
  const own = claims(sentence)
  const shares = (text: string): boolean => {
    const evidence = evidenceOf(text)
    return own.some((word) => has(evidence, word, true))
  }
  const conversation = [...context, ...messages].filter((other) => other !== message)
  const passages = [...conversation.map((other) => `${labelOf(other)}: ${other.text}`), ...known]
  return [message.text, ...passages.filter((text) => points || shares(text))]
}
