import { wellFormed } from '../../values/well-formed.js'
import type { ChatMessage, CompletionRequest } from '../language-model.js'

/** How the server is asked for JSON, the strictest first. */
export const FORMATS = ['json_schema', 'json_object', 'none'] as const
export type Format = (typeof FORMATS)[number]

/** What the server is known, or hoped, to understand. */
export interface Dialect {
  format: Format
  /** Whether it is asked for the tokens of a streamed reply. */
  usage: boolean
  limit: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
}

/** The body of a request for a completion; `extra` overrides all but what the adapter relies on. */
export function bodyOf(
  request: CompletionRequest,
  model: string,
  dialect: Dialect,
  extra: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { schema, maxTokens, temperature = 0 } = request
  const format = schema ? dialect.format : 'none'
  return {
    [dialect.limit]: maxTokens,
    ...(dialect.temperature ? { temperature } : {}),
    ...(format === 'json_schema'
      ? { response_format: { type: format, json_schema: { name: 'reply', strict: true, schema } } }
      : {}),
    ...(format === 'json_object' ? { response_format: { type: format } } : {}),
    ...(dialect.usage ? { stream_options: { include_usage: true } } : {}),
    ...extra,
    model,
    messages: messagesOf(request, format),
    stream: true,
  }
}

function messagesOf({ messages, schema }: CompletionRequest, format: Format): ChatMessage[] {
  const clean = messages.map(({ role, content }) => ({ role, content: wellFormed(content) }))
  const last = clean.at(-1)
  // Some servers refuse `json_object` unless the conversation speaks of JSON, and without a format nothing else asks
  // for it.
  if (last && schema && format !== 'json_schema' && !clean.some(({ content }) => /json/i.test(content)))
    last.content += `\n\nReply with JSON only, of this schema: ${JSON.stringify(schema)}`
  return clean
}

/**
 * The dialect to try next when a server refused a request, by what it says; undefined when there is nothing left to
 * give up. What it does not explain is laid to the format: the fields that servers most often lack.
 */
export function concede(dialect: Dialect, refusal: string, schema: boolean, pinned: boolean): Dialect | undefined {
  if (dialect.usage && /stream_options|include_usage/i.test(refusal)) return { ...dialect, usage: false }
  if (dialect.limit === 'max_tokens' && /max_completion_tokens/.test(refusal))
    return { ...dialect, limit: 'max_completion_tokens' }
  if (dialect.temperature && /temperature/i.test(refusal)) return { ...dialect, temperature: false }
  const format = FORMATS[FORMATS.indexOf(dialect.format) + 1]
  return schema && !pinned && format ? { ...dialect, format } : undefined
}
