import type { ExtractionMessage } from '../extractor.js'
import type { Speaker } from '../rules/draft.js'

const NOT_HUMAN = new Set([
  'assistant',
  'system',
  'developer',
  'tool',
  'function',
  'model',
  'ai',
  'bot',
  'document',
  'web',
  'search',
])

/** Whether a person speaks: what an assistant, a tool or the application says is no fact about anybody, and nobody knows who the "I" of a document is. */
export function isHuman(message: ExtractionMessage): boolean {
  return !NOT_HUMAN.has(message.role.toLowerCase()) && (!message.trust || message.name !== undefined)
}

/** How the speaker is called in facts of the given language. */
export function speakerOf(message: ExtractionMessage, language: 'en' | 'zh'): Speaker {
  const name = message.name?.replace(/\s+/g, ' ').trim().slice(0, 64)
  if (name) return { label: name, key: name.toLowerCase(), attributedTo: name }
  return { label: language === 'zh' ? '用户' : 'User', key: 'user', attributedTo: 'user' }
}
