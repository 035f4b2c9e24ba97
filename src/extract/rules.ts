import { fold } from '../language/fold.js'
import type { ExtractionInput, ExtractionMessage, Extractor } from './extractor.js'
import type { ExtractedFact } from './fact.js'
import { attributeFor, attributeOf, categoryOf } from './text/attributes.js'
import type { Discourse, Entity } from './rules/draft.js'
import { echoDetector } from './text/echo.js'
import { readMessage, type Found } from './rules/message.js'
import { isHuman, speakerOf } from './text/speaker.js'

/**
 * Finds facts without a model, in English and Chinese: who somebody is, likes, lives with and works for, what they own,
 * do and plan, and how they want to be answered. It keeps to what is stated plainly: questions, conditions, guesses,
 * hearsay, fiction, code, quotations and one-off requests yield nothing, and neither does what an assistant says.
 * Deterministic; time grows linearly with the text.
 */
export function rulesExtractor(): Extractor {
  return {
    name: 'rules',
    async extract(input, options = {}) {
      const facts: ExtractedFact[] = []
      const isEcho = echoDetector(input.recalled)
      const conversation = new Conversation(input)
      const wanted = new Set(input.messages)
      let started = Date.now()
      for (const [message, question] of conversation.toRead()) {
        options.signal?.throwIfAborted()
        const found = conversation.read(message, question)
        if (wanted.has(message))
          facts.push(
            ...distinct(
              found
                .map((one) => asFact(one, message, input.categories))
                .filter(({ text, quote, mode }) => mode === 'correct' || !(isEcho(text) || isEcho(quote))),
            ),
          )
        // Lets the page breathe between messages when there are many.
        if (Date.now() - started > 16) {
          await new Promise((resolve) => setTimeout(resolve))
          started = Date.now()
        }
      }
      return facts
    },
    async dispose() {},
  }
}

class Conversation {
  private readonly known = new Map<string, Entity>()
  private readonly states = new Map<string, Record<'en' | 'zh', Discourse>>()

  constructor(private readonly input: ExtractionInput) {
    for (const { name } of [...input.context, ...input.messages]) {
      const label = name?.trim()
      if (label) this.known.set(label.toLowerCase(), { kind: 'person', label, key: label.toLowerCase() })
    }
  }

  /** Every message of a person, those of the context first, with the question of an assistant right before it. */
  *toRead(): Generator<[ExtractionMessage, string | undefined]> {
    let before: ExtractionMessage | undefined
    for (const message of [...this.input.context, ...this.input.messages]) {
      if (isHuman(message)) yield [message, before && !isHuman(before) ? before.text.slice(-400) : undefined]
      before = message
    }
  }

  read(message: ExtractionMessage, question: string | undefined): Found[] {
    const { key } = speakerOf(message, 'en')
    const earlier = this.states.get(key)
    const discourse = (language: 'en' | 'zh'): Discourse => {
      const { last, before } = earlier?.[language] ?? {}
      return { speaker: speakerOf(message, language), message, known: this.known, last, before }
    }
    const state = { en: discourse('en'), zh: discourse('zh') }
    this.states.set(key, state)
    return readMessage(state, question)
  }
}

function asFact(
  { draft, language, start, end }: Found,
  message: ExtractionMessage,
  categories: readonly string[],
): ExtractedFact {
  const attribute = attributeFor(draft)
  const { kind, cardinality } = attributeOf(attribute)
  const text = draft.text.replace(/\s+/g, ' ').trim()
  return {
    text,
    language,
    kind,
    category: categoryOf(attribute, text, categories),
    attributedTo: speakerOf(message, language).attributedTo,
    messageId: message.id,
    quote: message.text.slice(start, end),
    mode: draft.mode ?? 'assert',
    slot: { subject: fold(draft.subject), attribute: fold(attribute), value: fold(draft.value).trim(), cardinality },
    ...(draft.previous !== undefined && { previous: fold(draft.previous).trim() }),
    ...(draft.validFrom !== undefined && { validFrom: draft.validFrom }),
    ...(draft.validTo !== undefined && { validTo: draft.validTo }),
  }
}

function distinct(facts: readonly ExtractedFact[]): ExtractedFact[] {
  const seen = new Set<string>()
  return facts.filter(({ text }) => !seen.has(text) && seen.add(text))
}
