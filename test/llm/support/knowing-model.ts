import { streamReply } from './replies.js'
import type { SeenRequest, ServerReply } from './replies.js'

/** A fact, without the number of its message, and the words by which that message is known. */
export interface Knowledge {
  said: string
  fact: Record<string, unknown>
}

/** Tokens of each of its replies. */
export const KNOWING_USAGE = { prompt_tokens: 700, completion_tokens: 90 }

/** What a model that does its work well would answer to a prompt for facts: those of the new messages that it is shown, whichever these are. */
export function knowingModel(knowledge: readonly Knowledge[], { body }: SeenRequest): ServerReply {
  const messages = (body?.['messages'] ?? []) as { content: string }[]
  const shown =
    messages.map(({ content }) => content.split('<messages>\n')[1]).find((block) => block !== undefined) ?? ''
  const facts = [...shown.matchAll(/^\[(\d+)\] (.*)$/gm)].flatMap(([, number, line]) =>
    knowledge.filter(({ said }) => line?.includes(said)).map(({ fact }) => ({ from: [Number(number)], ...fact })),
  )
  return streamReply(JSON.stringify({ facts }), { usage: KNOWING_USAGE })
}
