import { errorReply, streamReply } from './replies.js'
import type { SeenRequest, ServerReply } from './replies.js'

/** Words that the counting model takes for its context. */
export const COUNTING_CONTEXT = 120

/** What the smallest model that keeps to the protocol would answer: it counts, in words, which are its tokens; asked by a schema it says yes. */
export function countingModel({ body }: SeenRequest): ServerReply {
  const messages = (body?.['messages'] ?? []) as { content: string }[]
  const prompt = messages.reduce((sum, { content }) => sum + content.split(/\s+/).length, 0)
  if (prompt > COUNTING_CONTEXT)
    return errorReply(
      400,
      `This model's maximum context length is ${COUNTING_CONTEXT} tokens. However, your messages resulted in ${prompt} tokens.`,
    )
  const limit = body?.['max_tokens'] as number
  const words = body?.['response_format']
    ? ['{"answer":', ' "yes"}']
    : Array.from({ length: 50 }, (_, i) => `number${i} `)
  const said = words.slice(0, limit)
  const { pieces = [], ...reply } = streamReply(said, {
    finish: said.length < words.length ? 'length' : 'stop',
    usage: { prompt_tokens: prompt, completion_tokens: said.length },
  })
  // Slow enough that a request can be aborted in the middle.
  return {
    ...reply,
    pieces: pieces.map((piece, i) => (i % 10 === 5 && typeof piece === 'string' ? { text: piece, afterMs: 2 } : piece)),
  }
}
