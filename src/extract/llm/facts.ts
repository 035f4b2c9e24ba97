import { fold } from '../../language/fold.js'
import { textTraits } from '../../language/traits.js'
import { plain } from '../../reconcile/content-words.js'
import type { ExtractionInput, ExtractionMessage, KnownText } from '../extractor.js'
import type { ExtractedFact } from '../fact.js'
import { attributeOf, categoryOf } from '../text/attributes.js'
import { echoDetector } from '../text/echo.js'
import type { Draft } from './draft.js'
import { labelOf } from './blocks.js'
import type { Piece } from './chunks.js'
import { attributedTo, inHouseWords, subjectKey } from './names.js'
import { modeOf, slotOf, valueOf } from './slot.js'
import { support, type Sources, type Supported } from './support.js'
import { factSubject } from './support/clauses.js'
import { datesOf, means, noonOf, readDate } from './support/dates.js'
import { sentencesOf } from './support/quote.js'
import { claims, evidenceOf, has } from './support/content-words.js'
import type { Tally } from './tally.js'

/** Turns what replies say into facts, as far as the messages bear them out, and counts what is dropped. */
export class Facts {
  readonly found: ExtractedFact[] = []
  readonly #bySense = new Map<string, ExtractedFact>()
  readonly #sources: Sources
  readonly #all: readonly ExtractionMessage[]
  readonly #isEcho: (text: string) => boolean

  constructor(
    private readonly input: ExtractionInput,
    /** As they were numbered for the model, from 1. */
    private readonly known: readonly KnownText[],
    private readonly tally: Tally,
  ) {
    this.#all = [...input.context, ...input.messages]
    this.#sources = { messages: input.messages, context: input.context, known: known.map(({ text }) => text) }
    this.#isEcho = echoDetector(input.recalled)
  }

  take(draft: Draft, pieces: readonly Piece[]): void {
    const cited = this.#cited(draft, pieces)
    const text = inHouseWords(draft.text, cited, this.#all, this.#sources.known)
    const found = support({ text, quote: draft.quote, cited }, this.#sources)
    if (typeof found === 'string') {
      this.tally.dropped[found]++
      return
    }
    const fact = this.#factOf({ ...draft, text }, found, cited)
    if (fact.mode !== 'correct' && (this.#isEcho(fact.text) || this.#isEcho(fact.quote))) this.tally.dropped.echo++
    else this.#keep(fact)
  }

  #cited(draft: Draft, pieces: readonly Piece[]): ExtractionMessage[] {
    const messages = draft.from.flatMap((number) => {
      const piece = pieces[number - 1]
      if (!piece) this.tally.unknownIds++
      return piece ? [piece.message] : []
    })
    const isBySpeaker = (message: ExtractionMessage): boolean => fold(labelOf(message)) === fold(draft.by)
    // Where two say the same, the one who is named is meant.
    return [...new Set(messages)].sort((a, b) => Number(isBySpeaker(b)) - Number(isBySpeaker(a)))
  }

  #factOf(draft: Draft, found: Supported, cited: readonly ExtractionMessage[]): ExtractedFact {
    const { message, sentence, quote } = found
    const { text } = draft
    const isOpen = found.subject.owner === '' && found.subject.names.length === 0
    const subject = isOpen ? factSubject(draft.about, this.#all.map(labelOf)) : found.subject
    const slot = slotOf(draft, text, subjectKey(subject, message), sentence)
    const mode = modeOf(draft, sentence)
    const validFrom = dayOf(draft, found)
    const previous = mode === 'assert' ? '' : valueOf(draft.was, sentence, message.text, ...this.#sources.known)
    const evidence = evidenceOf(text, sentence)
    const isNamed = (name: string): boolean =>
      claims(name).every((word) => has(evidence, word)) && claims(name).length > 0
    const entities = draft.entities.filter(({ name }) => isNamed(name))
    const relations = draft.relations.filter(
      ({ subject, object }) => isNamed(object) && (isNamed(subject) || evidence.folded.includes(fold(subject))),
    )
    const alsoFrom = cited.filter((other) => other !== message).flatMap((other) => otherQuote(text, other) ?? [])
    const linkedIds = this.#linked(draft)
    return {
      text,
      language: languageOf(text),
      kind:
        draft.kind ??
        (slot.attribute === 'other'
          ? validFrom === undefined
            ? 'semantic'
            : 'episodic'
          : attributeOf(slot.attribute).kind),
      category: this.#categoryOf(draft.category, slot.attribute, text),
      attributedTo: attributedTo(message),
      messageId: message.id,
      quote,
      mode,
      slot,
      ...(previous !== '' && { previous }),
      ...(validFrom !== undefined && { validFrom }),
      ...(alsoFrom.length > 0 && { alsoFrom }),
      ...(linkedIds.length > 0 && { linkedIds }),
      ...(entities.length > 0 && { entities }),
      ...(relations.length > 0 && { relations }),
    }
  }

  #linked({ links }: Draft): string[] {
    const ids = links.flatMap((number) => {
      const memory = this.known[number - 1]
      if (!memory) this.tally.unknownIds++
      return memory ? [memory.id] : []
    })
    return [...new Set(ids)]
  }

  #categoryOf(named: string, attribute: string, text: string): string {
    const { categories } = this.input
    const given = categories.find((category) => fold(category) === fold(named))
    if (given !== undefined) return given
    if (attribute !== 'other') return categoryOf(attribute, text, categories)
    return (
      categories.find((category) => /^(?:other|others|misc|miscellaneous|general)$/i.test(category)) ??
      categories.at(-1) ??
      'other'
    )
  }

  /** One that says what another one of this run said lends it its message. */
  #keep(fact: ExtractedFact): void {
    const sense = plain(fact.text)
    const same = this.#bySense.get(sense)
    if (!same) {
      this.#bySense.set(sense, fact)
      this.found.push(fact)
      return
    }
    this.tally.dropped.duplicate++
    const sources = [
      ...(same.alsoFrom ?? []),
      { messageId: fact.messageId, quote: fact.quote },
      ...(fact.alsoFrom ?? []),
    ]
    const more = sources.filter(
      ({ messageId }, i) =>
        messageId !== same.messageId && sources.findIndex((other) => other.messageId === messageId) === i,
    )
    if (more.length > 0) same.alsoFrom = more
  }
}

/** The day that the model gives, or that the fact's text names, where the message means it. */
function dayOf({ when, text }: Draft, { message, sentence }: Supported): number | undefined {
  const days = [
    readDate(when),
    ...datesOf(text).filter(({ year, month }) => year !== undefined && month !== undefined),
  ].filter((date) => date !== undefined)
  const day =
    days.find((date) => means(sentence, message.at, date)) ?? days.find((date) => means(message.text, message.at, date))
  return day && noonOf(day)
}

function otherQuote(text: string, message: ExtractionMessage): { messageId: string; quote: string } | undefined {
  const words = claims(text)
  const best = sentencesOf(message.text)
    .map(({ start, end }) => message.text.slice(start, end))
    .map((quote) => ({ quote, said: words.filter((word) => has(evidenceOf(quote), word)).length }))
    .sort((a, b) => b.said - a.said)[0]
  return best && best.said > 0 ? { messageId: message.id, quote: best.quote } : undefined
}

function languageOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return textTraits(text).cjk ? 'zh' : /\p{Script=Latin}/u.test(text) ? 'en' : 'und'
}
