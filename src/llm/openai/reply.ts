import { createParser } from 'eventsource-parser'
import type { Completion } from '../language-model.js'
import { Thinking } from '../thinking.js'

/** A fault that the server reports with status 200, in a stream or instead of a completion. */
export interface ReportedFault {
  fault: unknown
}

/** Why there is no completion although the server answered. */
export type Unreadable = 'page' | 'garbage' | 'broken off' | 'no choices'

export type Reading = Completion | ReportedFault | { refusal: string } | { unreadable: Unreadable; sample: string }

/** A token is never so long on average: a reply beyond comes from a server that does not know how to end. */
const CHARACTERS_PER_TOKEN = 32

/**
 * Reads what a server answered with status 200: a stream of events, or, from a server that does not stream, one JSON
 * text. Which of both its first character tells: content types are not to be relied on.
 */
export async function readReply(
  body: AsyncIterable<string>,
  maxTokens: number,
  tell: (piece: string) => void,
): Promise<Reading> {
  const collected = new Collected(maxTokens, tell)
  const parser = createParser({ onEvent: ({ event, data }) => collected.event(data, event === 'error') })
  let start = ''
  let kind: 'unknown' | 'json' | 'page' | 'events' = 'unknown'
  for await (const text of body) {
    if (kind === 'events') parser.feed(text)
    else start += text
    if (kind === 'unknown' && start.trim() !== '') {
      kind = start.trimStart().startsWith('{') ? 'json' : start.trimStart().startsWith('<') ? 'page' : 'events'
      if (kind === 'events') parser.feed(start)
      if (kind === 'page') return { unreadable: 'page', sample: start }
    }
    if (collected.over) break
  }
  // The last event lacks its empty line where a server ends carelessly.
  if (kind === 'events') parser.feed('\n\n')
  if (kind === 'json') collected.whole(start)
  return collected.reading(start)
}

class Collected {
  private readonly thinking = new Thinking()
  private text = ''
  private refusal = ''
  private finish: string | undefined
  private done = false
  private choices = false
  private usage: Completion['usage']
  private fault: ReportedFault | undefined
  private unreadable: string | undefined
  private length = 0

  constructor(
    private readonly maxTokens: number,
    private readonly tell: (piece: string) => void,
  ) {}

  /** Whether nothing that may follow matters. */
  get over(): boolean {
    return this.done || this.fault !== undefined || this.unreadable !== undefined
  }

  event(data: string, failed: boolean): void {
    if (this.over) return
    if (failed) this.fault = { fault: faultIn(parsed(data)) ?? parsed(data) ?? data }
    else if (data.trim() === '[DONE]') this.done = true
    else this.parse(data)
  }

  /** A reply in one piece. */
  whole(text: string): void {
    this.parse(text)
    this.done = true
  }

  private parse(text: string): void {
    const value = parsed(text)
    const fault = faultIn(value)
    if (!isObject(value)) this.unreadable = text
    else if (fault) this.fault = { fault }
    else this.take(value)
  }

  private take(value: Fields): void {
    const usage = value['usage']
    if (isObject(usage) && isCount(usage['prompt_tokens']) && isCount(usage['completion_tokens']))
      this.usage = { prompt: usage['prompt_tokens'], completion: usage['completion_tokens'] }
    const choice = Array.isArray(value['choices']) ? (value['choices'] as unknown[])[0] : undefined
    if (!isObject(choice)) return
    this.choices = true
    if (typeof choice['finish_reason'] === 'string') this.finish = choice['finish_reason']
    const message = choice['delta'] ?? choice['message']
    if (!isObject(message)) return
    if (typeof message['refusal'] === 'string') this.refusal += message['refusal']
    this.add(textOf(message['content']))
  }

  private add(content: string): void {
    this.length += content.length
    this.say(this.thinking.push(content))
    if (this.length <= this.maxTokens * CHARACTERS_PER_TOKEN) return
    this.finish = 'length'
    this.done = true
  }

  private say(piece: string): void {
    if (piece === '') return
    this.text += piece
    this.tell(piece)
  }

  reading(start: string): Reading {
    if (this.fault) return this.fault
    if (this.unreadable !== undefined) return { unreadable: 'garbage', sample: this.unreadable }
    if (this.refusal !== '') return { refusal: this.refusal }
    if (this.finish === 'content_filter') return { refusal: 'its content filter stopped the reply' }
    if (!this.done && this.finish === undefined) return { unreadable: 'broken off', sample: this.text || start }
    if (!this.choices) return { unreadable: 'no choices', sample: start }
    this.say(this.thinking.end())
    return {
      text: this.text,
      finish: LENGTH.includes(this.finish) ? 'length' : 'stop',
      ...(this.usage ? { usage: this.usage } : {}),
    }
  }
}

/** `model_length` is Mistral's word for a full context. */
const LENGTH: readonly (string | undefined)[] = ['length', 'max_tokens', 'model_length']

export type Fields = Record<string, unknown>

/** The fault that a body reports: OpenAI's `{ error }`, or the `{ object: 'error', … }` of others. */
export function faultIn(body: unknown): unknown {
  if (!isObject(body)) return undefined
  return body['error'] || (body['object'] === 'error' ? body : undefined)
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0

/** Content is a text, or a list of parts of which some are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) =>
      isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : '',
    )
    .join('')
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
