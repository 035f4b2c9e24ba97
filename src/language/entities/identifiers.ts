import { pattern } from '../pattern.js'
import { fold } from '../fold.js'
import type { Findings } from './found.js'

interface Pattern {
  pattern: RegExp
  type: 'identifier' | 'topic'
}

// Each begins at a word boundary and consumes what it has matched, so that the time is linear in the text.
const PATTERNS: readonly Pattern[] = [
  { pattern: /\b(?:https?:\/\/|www\.)[^\s<>"'`，。！？；）」』】]{3,300}/giu, type: 'identifier' },
  { pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gu, type: 'identifier' },
  // "#1234" is a ticket, "#pottery" a topic; Chinese networks also write #旅行# (travel)
  { pattern: /(?<![\w#&/])#\d{1,9}\b/gu, type: 'identifier' },
  { pattern: /(?<![\p{L}\p{N}_#&/])#[\p{L}_][\p{L}\p{N}_]{1,49}/gu, type: 'topic' },
  { pattern: /(?<![\p{L}\p{N}_.@/])@[\p{L}_][\p{L}\p{N}_.-]{1,38}[\p{L}\p{N}_]/gu, type: 'identifier' },
  // LOC-123, INC0012345, BA2490, 12-345-X
  { pattern: /(?<![\p{L}\p{N}_-])[A-Z][A-Z0-9]{1,9}-\d{1,9}(?![\p{L}\p{N}_-])/gu, type: 'identifier' },
  { pattern: /(?<![\p{L}\p{N}_-])[A-Z]{2,6}\d{3,14}(?![\p{L}\p{N}_])/gu, type: 'identifier' },
  {
    pattern: /(?<![\p{L}\p{N}_.])v\d{1,5}(?:\.\d{1,5}){1,3}(?:-[a-z0-9.]{1,20})?(?![\p{L}\p{N}_])/giu,
    type: 'identifier',
  },
  {
    pattern: /(?<![\p{L}\p{N}_.])\d{1,4}\.\d{1,4}\.\d{1,5}(?:[.-][a-z0-9]{1,20})?(?![\p{L}\p{N}_]|\.\d)/giu,
    type: 'identifier',
  },
  {
    pattern: pattern('giu')`
      (?<![\p{L}\p{N}_-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}_-])
    `,
    type: 'identifier',
  },
  {
    pattern: pattern('giu')`
      (?<![\p{L}\p{N}_./\\-])[\w-]{1,60}\.
      (?:
        js|ts|tsx|jsx|mjs|py|rs|go|java|cpp|json|ya?ml|toml|md|txt|csv|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg
        |mp[34]|zip|html?|css|sql|sh
      )(?![\w-])
    `,
    type: 'identifier',
  },
]
const DATE = /^\d{1,4}\.\d{1,2}\.\d{1,4}$/

/** Finds addresses, handles, tags, ticket numbers, versions and file names. Returns their positions. */
export function findIdentifiers(text: string, findings: Findings): { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = []
  for (const { pattern, type } of PATTERNS)
    for (const { 0: match, index } of text.matchAll(pattern)) {
      if (DATE.test(match) && /(?:19|20)\d{2}/.test(match)) continue
      const name = match.replace(/[.,;:!?)\]]+$/, '')
      findings.add(type === 'topic' ? name.slice(1) : name, type, identifierKey(name))
      stretches.push({ start: index, end: index + match.length })
    }
  return stretches.sort((a, b) => a.start - b.start || b.end - a.end)
}

function identifierKey(name: string): string {
  return fold(name)
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
    .replace(/^#(?=\D)/, '')
}
