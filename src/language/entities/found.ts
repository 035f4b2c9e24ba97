import { entityKey } from './key.js'

export type FoundType =
  'person' | 'place' | 'organisation' | 'work' | 'product' | 'topic' | 'identifier' | 'quoted' | 'other'

/** Somebody or something that a text speaks of. */
export interface FoundEntity {
  /** As the text writes it, without titles' dots and possessives. */
  name: string
  type: FoundType
  /** Canonical: equal for spellings of one name. */
  key: string
}

export interface FindOptions {
  /** Who says it, by name: whose mother "my mom" is. Absent: the user. */
  speaker?: string | undefined
  /** Whether folded words are a name known already, so that it is found in lower case too. */
  isKnown?: (folded: string) => boolean
}

const LONGEST_NAME = 100

/** Gathers what is found, each key once: what found it first knew best. */
export class Findings {
  readonly found = new Map<string, FoundEntity>()

  add(name: string, type: FoundType, canonical = entityKey(name)): void {
    const key = canonical.slice(0, LONGEST_NAME)
    const written = name.trim().replace(/\s+/g, ' ').slice(0, LONGEST_NAME)
    if (key === '' || written === '') return
    const known = this.found.get(key)
    if (known === undefined) this.found.set(key, { name: written, type, key })
    else if (known.type === 'other' && type !== 'other') known.type = type
  }
}

/** The text with a stretch blanked out, so that what it held is not read again; positions stay. */
export function blank(text: string, stretches: readonly { start: number; end: number }[]): string {
  if (stretches.length === 0) return text
  const parts: string[] = []
  let at = 0
  for (const { start, end } of stretches) {
    if (start < at) continue
    parts.push(text.slice(at, start), '\uFFFC'.repeat(end - start))
    at = end
  }
  return parts.join('') + text.slice(at)
}
