import { pattern } from '../../../language/pattern.js'
import { verbForm, baseOfIng } from './verbs.js'
import type { Predicate } from './predicate.js'
import type { Subject } from './subject.js'

const JOINED_BY_COMMA = pattern('i')`
  ^(?:
    (?:currently |now |originally |also |but )?(?:
      living?|works?|working|lives|have|has|love|loves|study|studies|studying|speaks?|plays?|based|born
      |married|retired|saving|training|learning|teaching|raising|recovering|expecting
    )
  )\b
`

const FOLLOWED = / (?:to|in|at|my|as|for|with|the|a|an|every|on|up|back|last)\b| \d/
// After a comma these ask for something.
const ASKS_FOR_SOMETHING = pattern('i')`
  ^(?:
    send|help|give|save|wish|pray|ask|tell|let|recommend|suggest|make|keep|show|check|look|see|find|add
    |use|write|put|take|be|call|think|guess|hope|note|remember|mean|say|read|set|cut|design|plan|draft
    |explain|need|want|name|go|get|come|do|book|order|host|turn|face|land|support|study|rest
  )$
`

const STARTS_WITH_STATE = pattern('i')`
  ^(?:living|working|based|born|studying|married|saving|training|learning|teaching|raising|recovering|expecting)\b
`

// Nouns that look like verbs: "I love running and dance", "rice and fish".
const NOUN_LIKE_VERB = pattern('i')`
  ^(?:
    fish|dance|water|game|bike|cook|design|code|paint|yoga|drinks?|plans?|works?|land|sign|book
    |house|name|ski|surf|box|name|dates?|turn|rest|head|type|show|face|root|support|view|care|dream
    |focus|start|finish|play|study|walks?|runs?|hikes?|travel|feed|train|coach|host|drop|snack|cut
    |set|read|fast
  )$
`

/** Whether what follows "and" or a comma is another predicate of the same subject. */
export function beginsPredicate(rest: string, joint: string, subject: Subject): boolean {
  const first = (
    /^(?:really|also|now|just|currently|usually|recently|am|was|no longer)\s+(?=\S)/i.exec(rest)
      ? rest.replace(/^(?:really|also|now|just|currently|usually|recently|no longer)\s+/i, '')
      : rest
  ).split(' ')[0] as string
  // "training starts in May" has a subject of its own.
  if (/^born\b/.test(rest) && /\b(?:boy|girl|baby|son|daughter|twins)\b/.test(subject.predicate)) return false
  if (/^raised\b|^[a-z]+ing (?:starts?|begins?|ends?|is|was|has|costs?|takes?|goes|went)\b/i.test(rest)) return false
  if (
    joint === ', ' &&
    !JOINED_BY_COMMA.test(rest) &&
    !(
      subject.kind === 'self' &&
      !subject.plural &&
      verbForm(first, 'past', 'base') &&
      !ASKS_FOR_SOMETHING.test(first) &&
      FOLLOWED.test(rest.split(' ').slice(0, 4).join(' '))
    )
  )
    return false
  const third = subject.kind !== 'self' && !subject.plural
  if (/^[a-z]+ing$/.test(first))
    return (
      joint !== ', ' &&
      /^(?:am|are|is) (?:\w+ly )?\w+ing\b/.test(subject.predicate) &&
      verbForm(first, 'ing') !== undefined &&
      FOLLOWED.test(rest.split(' ').slice(0, 3).join(' '))
    )
  if (/^(?:can|will) (?:not )?[a-z]/.test(rest)) return joint !== ', '
  const form = third
    ? (verbForm(first, 's') ?? verbForm(first, 'past'))
    : (verbForm(first, 'base') ?? verbForm(first, 'past'))
  if (!form) return joint === ', ' && STARTS_WITH_STATE.test(rest)
  // Nouns that look like verbs: "I love running and dance", "rice and fish".
  return !NOUN_LIKE_VERB.test(first) || FOLLOWED.test(rest.split(' ').slice(0, 3).join(' '))
}

const PIECE = pattern('i')`
  ^(?:(?:currently|now|originally|also|a?n?|also a) )*(?:
    from|an?|based|living|working|studying|learning|married|single|divorced|engaged|allergic|vegan
    |vegetarian|pescatarian|diabetic|\d{1,2}(?: years? old)?$|born|in my|retired|originally|left-handed
    |lactose|celiac|gluten|half|fluent|into|interested|passionate
    |the (?:mother|father|oldest|youngest)
    |mother|father|mom|dad|training|planning|hoping|not|obsessed with|addicted to|interested in|into
    |new to|here for
  )\b
`
const WITH_ORIGIN = pattern('u')`
  ^(?<who>an? .+?),? (?<where>
    (?:originally |living |based |currently living |currently based |who lives |residing )*(?:from|in) (?:the )?
      \p{Lu}.*
  )$
`

const WITH_HOME = /^(?<who>an? (?:family|household|couple) .+?),? (?<where>in an? .+ (?:in|near) \p{Lu}.*)$/u

/** "am 34, a nurse and from Porto" says three things. */
export function complements(predicate: Predicate): Predicate[] {
  if (predicate.lemma !== 'be' || predicate.negative || predicate.aspect !== 'present') return [predicate]
  // "4, 7 and 11": the ages of several.
  if (/^\d{1,2}(?:, \d{1,2})*,? (?:and|&) \d{1,2}$/.test(predicate.complement)) return [predicate]
  const ages = /^\d{1,2}(?:, \d{1,2})*,? (?:and|&) \d{1,2}(?=, )/.exec(predicate.complement)?.[0]
  const pieces: string[] = ages ? [ages] : []
  for (const piece of predicate.complement.slice(ages ? ages.length + 2 : 0).split(/,? and |, /)) {
    const first = pieces[0]
    // After an age, what is long is an aside.
    if (first !== undefined && !PIECE.test(piece) && /^\d{1,2}(?:$|, | and )/.test(first)) {
      if (piece.split(' ').length > 4) break
    } else if (first !== undefined && !PIECE.test(piece)) return split(predicate, [predicate.complement])
    pieces.push(piece.replace(/^both /, ''))
  }
  return split(predicate, pieces)
}

function split(predicate: Predicate, pieces: readonly string[]): Predicate[] {
  const parts = pieces.flatMap((piece) => {
    const housed = WITH_HOME.exec(piece)?.groups
    if (housed) return [housed['who'] as string, `living ${housed['where'] as string}`]
    const origin = WITH_ORIGIN.exec(piece)
    const where = origin?.groups?.['where']
    // "a student in Lisbon" is one thing; "a nurse from Porto", "living in Porto", are two.
    if (!origin || where === undefined || /^in /.test(where)) return [piece]
    return [origin.groups?.['who'] as string, where.replace(/^who lives/, 'living')]
  })
  const age = parts.flatMap((piece) => {
    const aged = /^an? (?<age>\d{1,2})[- ]years?[- ]old (?<who>\p{L}.+)$/u.exec(piece)
    return aged && !/^(?:man|woman|guy|girl|male|female|boy|person)$/.test(aged.groups?.['who'] ?? '')
      ? [
          `${aged.groups?.['age'] as string} years old`,
          `${/^[aeiou]/i.test(aged.groups?.['who'] as string) ? 'an' : 'a'} ${aged.groups?.['who'] as string}`,
        ]
      : [piece]
  })
  if (age.length === 1 && age[0] === predicate.complement) return [predicate]
  const head = predicate.inThirdPerson.slice(0, predicate.inThirdPerson.length - predicate.complement.length)
  return age.map((rest) => {
    const bare = rest.replace(/^(?:also|currently|now) /, '')
    const moving =
      /^(?<ing>living|working|studying|learning|training|planning|teaching|raising|renting|saving) (?<rest>.+)$/.exec(
        bare,
      )
    if (moving)
      return {
        ...predicate,
        aspect: 'progressive',
        lemma: baseOfIng(moving.groups?.['ing'] as string),
        complement: moving.groups?.['rest'] as string,
        inThirdPerson: head + bare,
      }
    return { ...predicate, complement: bare, inThirdPerson: head + bare }
  })
}

const DETERMINER = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+|several|some|zero|no|my|our|the)'
const NEXT_OBJECT = pattern()`,? (?:and|&|plus) (?=${DETERMINER} )|, (?=${DETERMINER} )`
const OBJECT = pattern()`
  ^${DETERMINER} (?!one |few )(?!.*\b(?:is|are|was|were|who|which|that|I|we|he|she|they|it|between)\b)\S+(?: \S+){0,7}$
`
const TAKES_OBJECTS = /^(?:have|own|get|buy|adopt|keep|play|raise|drive|grow|wear|take|hold|run|use|collect)$/

/** "own a Leica and two lenses" says two things. */
export function objects(predicate: Predicate): Predicate[] {
  const items =
    TAKES_OBJECTS.test(predicate.lemma) && !predicate.negative ? predicate.complement.split(NEXT_OBJECT) : []
  if (items.length < 2 || !items.every((item) => OBJECT.test(item))) return [predicate]
  const head = predicate.inThirdPerson.slice(0, predicate.inThirdPerson.length - predicate.complement.length)
  return items.map((rest) => ({ ...predicate, complement: rest, inThirdPerson: head + rest }))
}
