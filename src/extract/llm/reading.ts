import { LanguageModelError } from '../../values/errors.js'
import type { ChatMessage, Completion, JsonSchema } from '../../llm/language-model.js'
import type { ExtractionMessage } from '../extractor.js'
import { ask, type Asking } from './ask.js'
import { halve, pack, wholeMessage, type Piece } from './chunks.js'
import { parseReply } from './parse.js'
import { retryPrompt } from './prompts/retry.js'
import { countTokens } from './tokens.js'

/** What is to be read out of messages, as JSON. */
export interface Task<T> {
  schema: JsonSchema
  /** How a reply begins, for asking again. */
  shape: string
  /**
   * The pieces are numbered from 1. `bare`: without what only helps to understand them, where there is no room for it.
   */
  prompt(pieces: readonly Piece[], bare: boolean): ChatMessage[]
  /** Undefined when it has not the form asked for. */
  accept(value: unknown): T | undefined
  /** The numbers of the pieces that each element of a reply cites, in its order. */
  cited(value: T): readonly (readonly number[])[]
  take(value: T, pieces: readonly Piece[]): void
}

/** Tokens left free for what a chat template puts around the messages. */
const MARGIN = 48
/** In characters. What is shown of a reply that could not be read. */
const SHOWN_REPLY = 400
/**
 * Calls in a row of which nothing could be read, after which the model is not asked any more; one bad message among
 * good ones takes 7.
 */
const MOST_FRUITLESS = 12
/**
 * Calls in all, for each message and each chunk: a model that says too much every time would be asked about ever
 * smaller parts.
 */
const MOST_CALLS = 3

/**
 * Reads all messages, in as few calls as the context allows and with nothing skipped. An invalid reply is asked for once
 * more (`again`), then its messages are read in halves, down to one (`smaller`). A reply that was cut off at the token
 * limit is continued from the message that it cited last (`goOn`), or, if it cited none, read in halves. All of that
 * within `MOST_CALLS`. Returns the ids of the messages that could not be read.
 * @throws LanguageModelError `CONTEXT_EXCEEDED` when the instructions leave no room for any message; else what the
 *   model throws.
 */
export async function readMessages<T>(
  asking: Asking,
  task: Task<T>,
  messages: readonly ExtractionMessage[],
): Promise<string[]> {
  const unread = new Set<string>()
  if (messages.length === 0) return []
  // Only then is its context known for sure.
  await asking.llm.load(asking.signal ? { signal: asking.signal } : {})
  const count = (text: string): Promise<number> => countTokens(asking.llm, text)
  const room = async (bare: boolean): Promise<number> => {
    const prompt = task
      .prompt([], bare)
      .map(({ content }) => content)
      .join('\n')
    return asking.llm.capabilities.contextTokens - asking.maxTokens - MARGIN - (await count(prompt))
  }
  const full = await room(false)
  const bare = full < asking.llm.capabilities.contextTokens / 8
  const budget = bare ? await room(true) : full
  // Where the model does not count tokens itself, it may be less than was estimated.
  if (budget <= 0 && asking.llm.countTokens) throw noRoom(asking)
  const chunks = await pack(messages.map(wholeMessage), Math.max(64, budget), count)
  const most = MOST_CALLS * (messages.length + chunks.length)
  const calls = { all: 0, fruitless: 0, answered: 0 }
  for (const chunk of chunks) await read(chunk, bare, true)
  return [...unread]

  async function asked(prompt: readonly ChatMessage[]): Promise<Completion | undefined> {
    calls.all++
    calls.fruitless++
    const reply = await ask(asking, prompt, task.schema)
    if (reply) calls.answered++
    return reply
  }

  function take(value: T, pieces: readonly Piece[]): void {
    calls.fruitless = 0
    task.take(value, pieces)
  }

  function giveUp(pieces: readonly Piece[]): void {
    if (calls.answered === 0) throw noRoom(asking)
    for (const { message } of pieces) unread.add(message.id)
  }

  /** `first`: an invalid reply is asked for again; not so for halves and continuations. */
  async function read(pieces: readonly Piece[], bare: boolean, first: boolean): Promise<void> {
    if (calls.all >= most || calls.fruitless >= MOST_FRUITLESS) return giveUp(pieces)
    const prompt = task.prompt(pieces, bare)
    const reply = await asked(prompt)
    if (!reply) return smaller(pieces, bare, true)
    const parsed = await parseReply(reply.text, task.accept)
    if (parsed?.mended) asking.tally.repaired++
    const isCut = reply.finish === 'length' || parsed?.cut === true
    if (!parsed) return isCut || !first ? smaller(pieces, bare, isCut) : again(pieces, bare, prompt, reply.text)
    const cited = task.cited(parsed.value)
    if (isCut && cited.length === 0) return smaller(pieces, bare, true)
    take(parsed.value, pieces)
    if (isCut) await goOn(pieces, bare, cited)
  }

  /** Asks once more after an invalid reply, showing the model what it said. */
  async function again(
    pieces: readonly Piece[],
    bare: boolean,
    prompt: readonly ChatMessage[],
    said: string,
  ): Promise<void> {
    asking.tally.retried++
    const reply = await asked([
      ...prompt,
      { role: 'assistant', content: said.slice(0, SHOWN_REPLY) || '{}' },
      { role: 'user', content: retryPrompt(task.shape) },
    ])
    const parsed = reply && (await parseReply(reply.text, task.accept))
    const isCut = reply?.finish === 'length' || parsed?.cut === true
    // One that was cut again is not trusted to be all there is.
    if (!parsed || (isCut && task.cited(parsed.value).length === 0)) return smaller(pieces, bare, isCut)
    if (parsed.mended) asking.tally.repaired++
    take(parsed.value, pieces)
    if (isCut) await goOn(pieces, bare, task.cited(parsed.value))
  }

  /**
   * Reads the pieces in halves. A single message is split only where it was too long: what makes no sense whole makes
   * none in parts.
   */
  async function smaller(pieces: readonly Piece[], bare: boolean, tooLong: boolean): Promise<void> {
    const parts = pieces.length > 1 || tooLong ? split(pieces) : undefined
    if (parts) {
      asking.tally.split++
      for (const part of parts) await read(part, bare, false)
    } else if (tooLong && !bare) await read(pieces, true, false)
    else giveUp(pieces)
  }

  /**
   * Reads what is left after a reply that was cut off: from the piece cited last on, since the element that was cut off
   * may be about that piece too.
   */
  async function goOn(pieces: readonly Piece[], bare: boolean, cited: readonly (readonly number[])[]): Promise<void> {
    const numbers = cited.map((list) => Math.max(0, ...list.filter((number) => number <= pieces.length)))
    const last = numbers.at(-1) as number
    const inOrder = numbers.every((number, i) => i === 0 || number >= (numbers[i - 1] as number))
    // Out of order, a message that was not cited may not have been read either.
    const rest = pieces.filter((_, i) => (inOrder ? i + 1 >= last : i + 1 === last || !numbers.includes(i + 1)))
    asking.tally.split++
    if (rest.length < pieces.length) return read(rest, bare, false)
    const parts = split(rest)
    if (parts) for (const part of parts) await read(part, bare, false)
  }
}

function noRoom({ llm }: Asking): LanguageModelError {
  const { contextTokens } = llm.capabilities
  return new LanguageModelError(
    'CONTEXT_EXCEEDED',
    `The instructions leave no room for a message in the ${contextTokens} tokens of ${llm.name}.`,
    {
      value: contextTokens,
      hint: 'Shorten customInstructions, includes and excludes of extraction, or choose a model with a longer context.',
    },
  )
}

function split(pieces: readonly Piece[]): Piece[][] | undefined {
  if (pieces.length > 1) {
    const middle = Math.ceil(pieces.length / 2)
    return [pieces.slice(0, middle), pieces.slice(middle)]
  }
  return halve(pieces[0] as Piece)?.map((piece) => [piece])
}
