import type { ExtractionInput, ExtractionMessage } from '../../../src/extract/extractor.js'
import { DEFAULT_CATEGORIES } from '../../../src/extract/categories.js'

/** Monday. */
export const MONDAY = new Date(2026, 4, 11, 12).getTime()

/** "User: …", "Ana: …", "assistant: …", "tool: …"; the id is `m1`, `m2`, …, of context `c1`, …. */
export function said(line: string, id: string, at = MONDAY): ExtractionMessage {
  const [, who = 'User', text = line] = /^([\p{L} ]{1,20}): ([\s\S]*)$/u.exec(line) ?? []
  if (who === 'User') return { id, role: 'user', text, at }
  if (/^[a-z]+$/.test(who)) return { id, role: who, text, at }
  return { id, role: 'user', name: who, text, at }
}

export function input(
  messages: readonly string[],
  more: Partial<Omit<ExtractionInput, 'context'>> & { context?: readonly string[] } = {},
): ExtractionInput {
  const { context = [], ...rest } = more
  return {
    messages: messages.map((line, i) => said(line, `m${i + 1}`)),
    context: context.map((line, i) => said(line, `c${i + 1}`)),
    recalled: [],
    categories: DEFAULT_CATEGORIES,
    scope: { userId: 'ana' },
    ...rest,
  }
}

/** A fact as a model writes it. */
export const fact = (text: string, quote: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  from: [1],
  quote,
  text,
  by: 'User',
  about: 'User',
  attribute: 'other',
  value: '',
  when: '',
  ...more,
})
export const reply = (...facts: unknown[]): string => JSON.stringify({ facts })
