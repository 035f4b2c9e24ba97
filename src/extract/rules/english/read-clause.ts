import { pattern } from '../../../language/pattern.js'
import type { Discourse, Draft } from '../draft.js'
import { bareEvent } from './bare-event.js'
import { readInverse } from './naming.js'
import { conjoined, type Clause } from './clauses.js'
import { beginsPredicate, complements, objects } from './conjunctions.js'
import { isStanding } from '../../text/english/guards.js'
import { readDecision } from './decisions.js'
import { isFirstName, isPersonName } from './names.js'
import { readPredicate } from './predicate.js'
import { ofSpeaker, trimEnd, withoutAsides } from './render.js'
import { readStatement, type Stated } from './statement.js'
import { readSubject, type Subject } from './subject.js'
import { NOT_TAIL } from './succession.js'
import { readTaste } from './tastes.js'
import { resolveDates } from './when.js'
import { CONDITION, PET, RELATION } from '../../text/english/vocabulary.js'

const LEAD = pattern('i')`
  ^(?<lead>
    (?:
      (?:right )?now|nowadays|these days|currently|lately|recently|at the moment|today|tonight|tomorrow
      |yesterday|usually|sometimes|often|normally|typically|generally
      |(?:
        on|in|at|next|last|this|every|each|since|for|from|by|until|after|before|most|some|over|during
        |two|three|a few|a couple|\d+|the (?:day|week|month)|back in|earlier|later|as of|starting
        |early|late|once|twice|in the
        |(?:mon|tues|wednes|thurs|fri|satur|sun)days?
        |january|february|march|april|june|july|august|september|october|november|december
        |\w+ (?:years?|months?|weeks?|days?) ago
      )\b[^,]{0,40}?
    )(?<!\b(?:with|of|for|and|to|from|by)),?[ ]
  )(?=(?:I|we|my|our|he|she|it)\b)
`
// "The wife is a nurse", "mom is visiting".
const KIN_FIRST = pattern('i')`
  ^(?:
    (?:the )?(?:
      wife|hubby|husband|kids|kid|gf|bf|boyfriend|girlfriend|in-laws|son|daughter|twins|dog|cat|baby
      |parents|puppy|kitten
    )
    |baby|kids|wife|husband|sister|brother|mom|mum|mam|dad|grandma|grandpa|granny|grandad|granddad|nan
    |gran|abuel[ao]|oma|opa|nonn[ao]
  )(?=
    [ ](?:
      is|are|has|have|had|works?|lives?|loves?|hates?|was|just|turns?|turned|got|will|plays?|started
      |starts|moved|retired|passed|lost|broke|speaks|teaches|starts?|goes|go|can|passed|do
    )\b
  )
`
const ROLE_FIRST = /^as (?:an? )(?<what>[^,]{2,60}?),? (?=(?:I|my|we)\b)/i
const BARE_NAME = pattern('iu')`
  ^(?:my )?name'?s? is (?<name>\p{L}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?)
  |^(?:this is|it is) (?<this>\p{Lu}[\p{L}'-]+)(?: here)?$
  |^(?<here>\p{Lu}[\p{L}'-]+) here$
`

/** The facts of one clause. `sentence` is the whole sentence that it is part of. */
export function readClause(clause: Clause, sentence: string, discourse: Discourse): Stated {
  const { label, key } = discourse.speaker
  const text = trimEnd(clause.text)
  const nothing = { drafts: [], formerly: [] }
  const named = BARE_NAME.exec(text)
  const introduced = named?.groups?.['name'] ?? named?.groups?.['here']
  const shown = discourse.message.text.length < 200 ? named?.groups?.['this'] : undefined
  if ((introduced && isPersonName(introduced)) || (shown && isFirstName(shown)))
    return {
      drafts: [
        {
          text: `${label}'s name is ${(introduced ?? shown) as string}`,
          attribute: 'name',
          subject: key,
          value: (introduced ?? shown) as string,
        },
      ],
      formerly: [],
    }
  const inverse = readInverse(text, label, key) ?? readTaste(text, label, key)
  if (inverse) return { drafts: [inverse], formerly: [] }
  const found = FOUND_OUT.test(sentence) ? IT_IS.exec(text)?.groups?.['value'] : undefined
  if (found)
    return {
      drafts: [{ text: `${label} has ${found}`, attribute: 'condition', subject: key, value: found }],
      formerly: [],
    }
  const role = /^as (?:an? )(?<what>(?!.* (?:I|my|we) )[^,]{2,60})$/i.exec(text)?.groups?.['what']
  if (role)
    return readClause({ ...clause, text: `I am ${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}` }, sentence, discourse)
  const lets = /^let us\b/i.test(text) ? readDecision(text, sentence, label, key, text) : undefined
  if (lets) return { drafts: [lets], formerly: [] }
  const roleFirst = ROLE_FIRST.exec(text)
  if (roleFirst) {
    const role = readClause(
      { ...clause, text: `I am a ${roleFirst.groups?.['what'] as string}`.replace(/\ba (?=[aeiou])/i, 'an ') },
      sentence,
      discourse,
    )
    const rest = readClause({ ...clause, text: text.slice(roleFirst[0].length) }, sentence, discourse)
    return { drafts: [...role.drafts, ...rest.drafts], formerly: rest.formerly }
  }
  const lead = LEAD.exec(text)?.groups?.['lead'] ?? ''
  const body = text.slice(lead.length).replace(KIN_FIRST, (kin) => `my ${kin.replace(/^the /i, '').toLowerCase()}`)
  const subject = readSubject(body, discourse)
  if (!subject) {
    const event = bareEvent(text, discourse)
    return event ? { drafts: [event], formerly: [] } : nothing
  }
  if (subject.entity) discourse.last = subject.entity
  const decision = subject.kind === 'self' ? decisionOf(body, sentence, subject, discourse, lead) : undefined
  if (decision) return { drafts: [decision], formerly: [] }
  const predicates = conjoined(subject.predicate, (rest, joint) => beginsPredicate(rest, joint, subject))
  // "I always skip breakfast and eat at noon": always, too.
  const often = /^(?:always|usually|normally|typically)\b/i.exec(predicates[0] ?? '')?.[0]
  const drafts: Draft[] = []
  const formerly: Draft[] = []
  for (const [index, spoken] of predicates.entries()) {
    // "we sold the house, living on a boat now"
    const part =
      index > 0 && /^(?:(?:currently|now|still) )*(?:[a-z]+ing|based|married)\b/i.test(spoken)
        ? `${subject.kind === 'self' ? 'am' : 'is'} ${spoken}`
        : spoken
    const predicate = readPredicate(
      trimEnd(withoutAsides(trimEnd(index > 0 && often && DOES.test(part) ? `${often} ${part}` : part))).replace(
        NOT_TAIL,
        (tail) => (/any more$/.test(tail) || / (?:but|not only)/.test(tail) ? tail : ''),
      ),
      { first: subject.kind === 'self' && !subject.plural, plural: subject.plural },
    )
    if (!predicate) continue
    for (const simple of complements(predicate)) {
      const context = { subject, clause, discourse, lead }
      const each = objects(simple).map((one) => readStatement(one, context))
      // What is only half understood stays whole.
      const found = each.every((one) => one.drafts.length > 0) ? each : [readStatement(simple, context)]
      drafts.push(...found.flatMap((one) => one.drafts))
      formerly.push(...found.flatMap((one) => one.formerly))
    }
  }
  for (const draft of drafts) introduce(draft, subject, discourse)
  for (const draft of drafts)
    if (subject.entity && draft.attribute === 'name') discourse.known.set(draft.value.toLowerCase(), subject.entity)
  return { drafts, formerly }
}

const DOES = pattern()`
  ^(?:
    eat|drink|take|go|walk|run|sleep|wake|work|read|watch|listen|cook|play|swim|cycle|drive|get|buy|skip
    |use|leave|start|stay|write|train|do|make|bring|wear
  )\b
`
const FOUND_OUT = /\b(?:results?|tests?|scan|confirmed|diagnos\w+|doctor|gp|biopsy|after all)\b/i
const IT_IS = pattern('i')`^it is (?<value>${CONDITION})(?: after all)?$`

const MENTIONED = { pet: pattern('i')`\b(?:${PET})\b`, family: pattern('i')`\b(?:${RELATION})\b` }

/** "I have a cat. Her name is Luna": the cat is who is meant next. */
function introduce({ attribute, text }: Draft, { label, kind }: Subject, discourse: Discourse): void {
  if (kind !== 'self' || (attribute !== 'pet' && attribute !== 'family')) return
  const noun = MENTIONED[attribute].exec(text.slice(label.length))?.[0]
  if (noun)
    discourse.last = {
      kind: attribute === 'pet' ? 'pet' : 'person',
      label: `${discourse.speaker.label}'s ${noun}`,
      key: discourse.speaker.key === 'user' ? noun.toLowerCase() : `${discourse.speaker.key}'s ${noun.toLowerCase()}`,
    }
}

function decisionOf(
  body: string,
  sentence: string,
  subject: Subject,
  discourse: Discourse,
  lead: string,
): Draft | undefined {
  const { label, key } = discourse.speaker
  const predicate = readPredicate(subject.predicate, { first: true, plural: subject.plural })
  if (!predicate || predicate.negative || predicate.aspect === 'conditional') return undefined
  const standing = isStanding(lead) || isStanding(sentence) ? `${lead}${body}` : body
  return readDecision(
    body,
    standing,
    label,
    key,
    resolveDates(
      `${subject.label} ${ofSpeaker(withoutAsides(predicate.inThirdPerson))}`,
      discourse.message.at,
      predicate.aspect === 'past' || predicate.aspect === 'perfect',
    ).text,
  )
}
