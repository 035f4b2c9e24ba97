import { fold } from '../fold.js'
import { pattern } from '../pattern.js'
import type { Unit } from './calendar.js'
import { ENGLISH_NUMBER, type Groups } from './rules.js'
import { numberIn } from './words.js'

/**
 * A question's limit in time, given by an event or a date: "before I moved", "two weeks before 11 August 2023",
 * 搬家之前 (before moving).
 */
export interface Bound {
  side: 'before' | 'after'
  /** The event or the date, in the question's words. */
  event: string
  /** The folded question without the limit. */
  remaining: string
  /** "the week before" is at most this far from the event; `about`: "two weeks before" is roughly this far. */
  distance?: { unit: Unit; count: number; about: boolean }
}

const SIDES: Record<string, Bound['side']> = {
  before: 'before',
  'prior to': 'before',
  until: 'before',
  till: 'before',
  after: 'after',
  since: 'after',
  following: 'after',
}
const EVENT = '(?<event>(?:[^?.!,;。？！，；]|,(?= (?:19|20)\\d{2})){3,120})'
const ENGLISH_BOUND = pattern('u')`
  \b(?:(?:the (?<one>day|week|weekend|month|year)|${ENGLISH_NUMBER} (?<unit>day|week|month|year)s?) )?
  (?:right |just |shortly |soon )?(?<side>before|prior to|until|till|after|since|following) ${EVENT}
`
// Not 前面 (in front), 后来 (afterwards) and the like, where 前 and 后 are part of another word.
const CHINESE_BOUND = pattern('u')`
  (?<event>[^?.!,;。？！，；]{2,40}?)
  (?:(?:以|之)(?<side>[前后後])|(?<![最然今以背落先午事之目从眼面提生当跟])(?<suffix>[前后後]))
  (?![面来來天年日悔果台臺])
`
const NO_EVENT = pattern()`
  ^(?:
    that|this|it|then|all|now|long|work|school|dinner|lunch|breakfast|bed|bedtime|sleep|meals?|noon|midnight
  )$
`

/** The event or date before or after which a question asks; undefined if there is none. */
export function boundIn(text: string): Bound | undefined {
  const folded = fold(text)
  const english = ENGLISH_BOUND.exec(folded)
  if (english) {
    const { one, n, unit, side = '', event = '' } = english.groups as Groups
    const words = event.trim().replace(/^(?:the|my|our|a|an) (?=\S+$)/, '')
    if (NO_EVENT.test(words)) return undefined
    const distance =
      one !== undefined
        ? { unit: one === 'weekend' ? ('week' as const) : (one as Unit), count: 1, about: false }
        : unit === undefined
          ? undefined
          : { unit: unit as Unit, count: numberIn(n) ?? 3, about: true }
    return {
      side: SIDES[side] as Bound['side'],
      event: event.trim(),
      remaining: folded.replace(english[0], ' '),
      ...(distance && { distance }),
    }
  }
  const han = CHINESE_BOUND.exec(folded)
  if (!han) return undefined
  const { event = '', side, suffix } = han.groups as Groups
  const words = event.replace(/^.*?(?:自从|自從|从|從|在|自)(?=.{2})/u, '')
  // 前 or 后 without 以 or 之 is often part of another word.
  if (
    words.length < 2 ||
    (suffix !== undefined && words.length > 10) ||
    /^(?:很久|不久|多久|好久|在此|此)$/u.test(words)
  )
    return undefined
  return { side: (side ?? suffix) === '前' ? 'before' : 'after', event: words, remaining: folded.replace(han[0], ' ') }
}
