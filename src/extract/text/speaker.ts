import type { ExtractionMessage } from '../extractor.js'

/** How facts name the speaker, in place of "I". */
export interface Speaker {
  /** As it stands in a fact's text: "User", 用户 or the name. */
  label: string
  /** As it stands in `slot.subject`. */
  key: string
  attributedTo: string
}

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

/**
 * Whether the message comes from a person. Messages of assistants, tools and the application state no facts about the
 * user, and the "I" of a document is unknown.
 */
export function isHuman(message: ExtractionMessage): boolean {
  return !NOT_HUMAN.has(message.role.toLowerCase()) && (!message.trust || message.name !== undefined)
}

/** The speaker's name in facts of the given language. */
export function speakerOf(message: ExtractionMessage, language: 'en' | 'zh'): Speaker {
  const name = message.name?.replace(/\s+/g, ' ').trim().slice(0, 64)
  if (name) return { label: name, key: name.toLowerCase(), attributedTo: name }
  return { label: language === 'zh' ? '用户' : 'User', key: 'user', attributedTo: 'user' }
}
