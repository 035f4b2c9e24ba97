import type { ExtractionMessage } from '../../extract/extractor.js'
import type { ExtractedFact } from '../../extract/fact.js'
import { isStorable } from '../../store/rows/fields.js'

export interface Grounded {
  kept: ExtractedFact[]
  /** How many were dropped, by reason. */
  rejected: Record<Rejection, number>
}

/**
 * `unsupported`: its message does not say it. `echo`: it repeats what was recalled into the conversation. `empty`: it
 * says nothing. `malformed`: a part of it is of the wrong type, or more than a row may hold (`values/limits.ts`).
 */
export type Rejection = 'unsupported' | 'echo' | 'empty' | 'malformed'

/** An extractor is a plug, and may be a small model: a fact counts only when it quotes a message that it was given. */
export function ground(
  facts: readonly ExtractedFact[],
  messages: readonly ExtractionMessage[],
  recalled: readonly string[],
): Grounded {
  const texts = new Map(messages.map(({ id, text }) => [id, text]))
  const known = new Set(recalled.map(plain))
  const kept: ExtractedFact[] = []
  const rejected = { unsupported: 0, echo: 0, empty: 0, malformed: 0 }
  for (const fact of facts) {
    const text = texts.get(fact.messageId)
    if (typeof fact.text !== 'string' || fact.text.trim() === '') rejected.empty++
    else if (text === undefined || fact.quote === '' || !plain(text).includes(plain(fact.quote))) rejected.unsupported++
    else if (known.has(plain(fact.quote))) rejected.echo++
    else if (!isStorable(fact)) rejected.malformed++
    else kept.push(fact)
  }
  return { kept, rejected }
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
