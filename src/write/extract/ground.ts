import type { ExtractionMessage } from '../../extract/extractor.js'
import type { ExtractedFact } from '../../extract/fact.js'
import { isStorable } from '../../store/rows/fields.js'

export interface Grounded {
  supported: ExtractedFact[]
  /** How many were dropped, by reason. */
  rejected: Record<Rejection, number>
}

/**
 * `unsupported`: its quote is not in its message. `echo`: its quote repeats a memory that was given to the
 * conversation. `empty`: no text. `malformed`: a field has the wrong type or exceeds a limit of `values/limits.ts`.
 */
export type Rejection = 'unsupported' | 'echo' | 'empty' | 'malformed'

/**
 * Checks facts against their messages. An extractor may be third-party code or a small language model, so a fact is
 * accepted only when its quote occurs in a message of the batch.
 */
export function ground(
  facts: readonly ExtractedFact[],
  messages: readonly ExtractionMessage[],
  recalled: readonly string[],
): Grounded {
  const texts = new Map(messages.map(({ id, text }) => [id, text]))
  const recalledTexts = new Set(recalled.map(plain))
  const supported: ExtractedFact[] = []
  const rejected = { unsupported: 0, echo: 0, empty: 0, malformed: 0 }
  for (const fact of facts) {
    const text = texts.get(fact.messageId)
    if (typeof fact.text !== 'string' || fact.text.trim() === '') rejected.empty++
    else if (text === undefined || fact.quote === '' || !plain(text).includes(plain(fact.quote))) rejected.unsupported++
    else if (recalledTexts.has(plain(fact.quote))) rejected.echo++
    else if (!isStorable(fact)) rejected.malformed++
    else supported.push(fact)
  }
  return { supported, rejected }
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
