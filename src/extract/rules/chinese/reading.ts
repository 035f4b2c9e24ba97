import type { Discourse } from '../draft.js'
import { aboutSpeaker, ofSpeaker } from './render.js'
import type { Subject } from './subject.js'
import { resolveDates } from './when.js'

/** A clause whose subject is known. */
export interface Reading {
  subject: Subject
  /** The predicate, simplified, and as written. */
  plain: string
  original: string
  lead: string
  whole: string
  discourse: Discourse
}

/** What the clause says as a sentence that stands by itself, and the day it names. `past`: what it tells is over. */
export function rendered(
  { subject, original, lead, discourse }: Reading,
  past: boolean,
): { text: string; at?: number } {
  const rest =
    subject.kind === 'self' || subject.kind === 'none'
      ? ofSpeaker(original)
      : aboutSpeaker(original, discourse.speaker.label)
  const dated = resolveDates(`${lead}${rest}`, discourse.message.at, past)
  return { ...dated, text: `${subject.label}${dated.text.replace(/^[，,的]+/u, '')}` }
}
