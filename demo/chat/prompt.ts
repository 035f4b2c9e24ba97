import type { ChatMessage } from 'locket-memory'
import type { Turn } from './transcript.js'

/** Turns before the last message that the model is shown, at most. */
const TURNS = 8
/** Of a turn that it is shown, in characters at most. */
const LENGTH = 600

/** What a language model is asked for a reply with: what it is, what is remembered, and the conversation so far. */
export function replyPrompt({
  instructions,
  recalled,
  turns,
  said,
}: {
  instructions: string
  recalled: string
  turns: readonly Turn[]
  said: string
}): ChatMessage[] {
  const system: ChatMessage = {
    role: 'system',
    content: recalled === '' ? instructions : `${instructions}\n\n${recalled}`,
  }
  return [system, ...turns.flatMap(messageOf).slice(-TURNS), { role: 'user', content: said }]
}

function messageOf(turn: Turn): ChatMessage[] {
  switch (turn.kind) {
    case 'message': {
      const { role, content } = turn.message
      return role === 'user' || role === 'assistant' ? [{ role, content: content.slice(0, LENGTH) }] : []
    }
    case 'unrecorded':
      return [{ role: 'user', content: turn.text.slice(0, LENGTH) }]
    case 'reply':
      return turn.reply.text === '' ? [] : [{ role: 'assistant', content: turn.reply.text.slice(0, LENGTH) }]
    case 'answer':
      return []
  }
}
