/** What the scripted server does with one request, as data. */
export interface ServerReply {
  /** Default 200. */
  status?: number
  headers?: Record<string, string>
  /** Sent at once. An object is sent as JSON. */
  body?: string | object
  /** Instead of `body`: sent one after another, each after its delay in ms. */
  pieces?: readonly (string | { text: string; afterMs: number })[]
  /** What comes after that, or, without a body, instead of everything: the connection is reset, or nothing ever comes. Default: the reply ends. */
  end?: 'close' | 'reset' | 'hang'
  /** ms before anything is sent. */
  afterMs?: number
  /** Whether the browser may show the reply to the page. Default true. */
  cors?: boolean
}

/** A request as the server saw it. */
export interface SeenRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Record<string, unknown> | undefined
}

interface ReplyOptions {
  finish?: string | null
  usage?: { prompt_tokens: number; completion_tokens: number }
}

const ID = { id: 'chatcmpl-1', created: 1, model: 'scripted' }

/** A completion in one piece, as from a server that does not stream. */
export function jsonReply(
  content: unknown,
  { finish = 'stop', usage = { prompt_tokens: 9, completion_tokens: 3 } }: ReplyOptions = {},
): ServerReply {
  return {
    body: {
      ...ID,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
      usage,
    },
  }
}

/** A completion in events, one for each piece. */
export function streamReply(
  pieces: string | readonly string[],
  { finish = 'stop', usage }: ReplyOptions = {},
): ServerReply {
  const contents = typeof pieces === 'string' ? [pieces] : pieces
  return {
    headers: EVENTS,
    pieces: [
      event(chunk({ role: 'assistant', content: '' })),
      ...contents.map((content) => event(chunk({ content }))),
      ...(finish === null ? [] : [event(chunk({}, finish))]),
      ...(usage ? [event({ ...ID, object: 'chat.completion.chunk', choices: [], usage })] : []),
      ...(finish === null ? [] : [event('[DONE]')]),
    ],
  }
}

export const EVENTS = { 'Content-Type': 'text/event-stream' }

/** A streamed piece of a reply. */
export const chunk = (delta: object, finish: string | null = null): object => ({
  ...ID,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

/** A server-sent event. */
export const event = (data: string | object): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

export const errorReply = (
  status: number,
  message: string,
  more: object = {},
  headers: Record<string, string> = {},
): ServerReply => ({
  status,
  headers,
  body: { error: { message, type: 'error', ...more } },
})
