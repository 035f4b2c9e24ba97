import { entityKey } from './key.js'

export type FoundType =
  'person' | 'place' | 'organisation' | 'work' | 'product' | 'topic' | 'identifier' | 'quoted' | 'other'

/** A person, place or thing that a text mentions. */
export interface FoundEntity {
  /** As written in the text, without a possessive ending. */
  name: string
  type: FoundType
  /** Normalised: equal for all spellings of a name. */
  key: string
}

export interface FindOptions {
  /** The name of the speaker, to whom "my mom" refers. Default: the user. */
  speaker?: string | undefined
  /** Whether folded words are a name that is already known, so that it is also found in lower case. */
  isKnown?: (folded: string) => boolean
}

const LONGEST_NAME = 100

/** Collects the entities found, one for each key. The first finder of a key decides name and type. */
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

/** The text with the given ranges blanked out, so that they are not read again. Positions stay the same. */
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
