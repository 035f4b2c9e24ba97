import { pattern, source } from '../../../language/pattern.js'
import type { Discourse, Entity } from '../draft.js'
import { isFirstName } from './names.js'
import { possessive } from './render.js'
import { verbForm } from './verbs.js'
import { PET, RELATION } from '../../text/english/vocabulary.js'

export interface Subject {
  /** `thing`: something that the owner has one of, "my name", "my sister's birthday". */
  kind: 'self' | 'person' | 'pet' | 'thing'
  label: string
  /** `slot.subject`. For a thing, its owner. */
  key: string
  plural: boolean
  /** Who is meant when "she" follows. */
  entity?: Entity
  /** For a thing: its noun phrase, and its owner's label. */
  noun?: string
  owner?: string
  /** The clause after the subject. */
  predicate: string
}

const ADJECTIVES = source`
  (?:
    (?:
      older|younger|elder|eldest|oldest|youngest|little|big|baby|late|twin|identical|new|only|dear
      |lovely|beloved|first|second|old|other|middle|adult|teenage|newborn|beautiful|wonderful|amazing
      |current|former|own|two|three|four|five|six|2|3|4|5|rescue|black|white|orange|grey|gray|brown|pet
      |family|elderly|maternal|paternal|college|high[- ]school|childhood|work|close|good|dear|favorite
      |\d+[- ](?:year|month)[- ]old
    )[ ]
  ){0,3}
`
const PERSON = pattern('iu')`^(?:both )?(?:of )?(?:my|our) (?<noun>${ADJECTIVES}(?:${RELATION}))\b(?<s>'s?)?`
const ANIMAL = pattern('iu')`^(?:my|our) (?<noun>${ADJECTIVES}(?:${PET}))\b(?<s>'s?)?`
const SELF = pattern('u')`
  ^(?:
    I|[Ww]e
    |[Mm]y (?:family|partner|husband|wife|girlfriend|boyfriend|fianc[eé]e?) and I
    |(?:[Mm]e and )?[Mm]y (?<with>
      wife|husband|partner|girlfriend|boyfriend|bf|gf|fianc[eé]e?|family|sister|brother|best friend
      |roommate|mom|dad
    )(?: (?<name>[A-Z][\p{L}'-]+))? and I
    |[Mm]e and (?<name2>[A-Z][a-z]+)
    |[Mm]e and my (?<with2>wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|family|kids)
  )\b
`
const SELF_WITH_NAME = pattern('u')`
  ^(?:[Mm]y (?<relation>(?:[\w-]+ ){0,2}?(?:${RELATION})) )?(?<name>[A-Z][\p{L}'-]+)?,? and I\b
`
const NAME = pattern('u')`
  ^,? ?(?<name>
    (?:(?:Mrs?|Ms|Dr)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?(?:(?:, | and |, and | & )\p{Lu}[\p{L}'’-]+)*
  ),?(?<s>'s)?(?= )
`
const LOWER_NAME = pattern()`
  ^ (?!just|also|really|still|now|never|always|finally|recently|who|usually|actually|already|currently|both|only|even)
  (?<name>[a-z]{2,12})
  (?= (?:is|lives|works|has|loves|likes|hates|studies|was|just|speaks|plays|moved|got|started|turned)\b)
`
const POSTMODIFIER = pattern('u')`
  ^ (?:from|in|at|of) (?:[\p{L}'’.-]+ ){1,3}?
  (?=(?:is|lives|works|has|loves|likes|hates|studies|was|just|speaks|plays|moved|got|started|turned|also|really)\b)
`
const PLURAL = /(?:s|children|mice|fish|siamese|parents|in-laws|family)$/i
const SINGULAR = /^(?:.*\s)?(?:boss|sis|chess|family|sphynx)$/i
const AFTER_NAME = pattern()`
  ^ (?:
    covers|owns|handles|leads|runs|takes|hates|plays|bought|joined|left|quit|is|lives|works|has|loves
    |likes|hates|studies|was|just|also|really|and|will|can|got|does|speaks|plays|moved
  )\b
`

const key = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(?:both |of )*(?:my|our) /, '')
    .trim()

const OWN_THING = pattern('iu')`
  ^(?:my|our) (?<noun>[\p{L}'’ -]{2,40}?)(?:
    [ ](?:
      is|are|was|were|will be|has|have|needs?|gets?|expires?|runs out|ends?|starts?|begins?|renews?
      |opens?|closes?|costs?|leaves?|lands?|takes?
    )\b
  )
`

/** Reads who or what a clause is about; `undefined` when it is nobody that the speaker can speak for. */
export function readSubject(clause: string, discourse: Discourse): Subject | undefined {
  const { label, key: speaker } = discourse.speaker
  const own = speaker === 'user' ? '' : `${speaker}'s `
  const self = SELF.exec(clause)
  if (self) {
    const partner = self.groups?.['with'] ?? self.groups?.['with2'] ?? /^my (\w+) and I/i.exec(clause)?.[1]
    const name = self.groups?.['name']
    const second = self.groups?.['name2']
    if (second)
      return {
        kind: 'self',
        label: `${label} and ${second}`,
        key: speaker,
        plural: true,
        predicate: clause.slice(self[0].length).trim(),
      }
    return {
      kind: 'self',
      label: partner ? `${label} and their ${partner}${name ? ` ${name}` : ''}` : label,
      key: speaker,
      plural: partner !== undefined,
      predicate: clause.slice(self[0].length).trim(),
    }
  }
  const together = SELF_WITH_NAME.exec(clause)
  if (together && (together.groups?.['name'] || together.groups?.['relation'])) {
    const { relation, name } = together.groups as Record<string, string | undefined>
    const other = [relation && `their ${relation}`, name].filter(Boolean).join(' ')
    return {
      kind: 'self',
      label: `${label} and ${other}`,
      key: speaker,
      plural: true,
      predicate: clause.slice(together[0].length).trim(),
    }
  }
  const person = PERSON.exec(clause)
  const animal = person ? null : ANIMAL.exec(clause)
  const match = person ?? animal
  if (match) return readEntity(clause, match, person ? 'person' : 'pet', label, own)
  const thing = OWN_THING.exec(clause)
  if (thing) {
    const noun = thing.groups?.['noun'] as string
    return {
      kind: 'thing',
      label: `${possessive(label)} ${noun}`,
      key: speaker,
      plural: /^(?:are|were|have)\b/.test(clause.slice(3 + noun.length + 1)),
      noun,
      owner: label,
      predicate: clause.slice((/^(?:my|our) /i.exec(clause) as RegExpExecArray)[0].length + noun.length).trim(),
    }
  }
  return readPronoun(clause, discourse) ?? readKnown(clause, discourse)
}

const IS_RELATION = pattern('i')`^(?:${RELATION})$`

function readEntity(
  clause: string,
  match: RegExpExecArray,
  kind: 'person' | 'pet',
  label: string,
  own: string,
): Subject | undefined {
  const noun = (match.groups?.['noun'] as string).replace(/^(?:both )?(?:of )?/i, '')
  let rest = clause.slice(match[0].length)
  let name = ''
  let isPossessive = match.groups?.['s'] !== undefined
  if (!isPossessive) {
    const found = NAME.exec(rest) ?? (verbForm(rest.trim().split(' ')[0] ?? '') ? null : LOWER_NAME.exec(rest))
    if (found && !/^(?:is|and|I|who|which)$/i.test(found.groups?.['name'] as string)) {
      name = ` ${found.groups?.['name'] as string}`
      isPossessive = found.groups?.['s'] !== undefined
      rest = rest.slice(found[0].length)
    }
    const modifier = POSTMODIFIER.exec(rest)
    if (modifier) {
      name += modifier[0].trimEnd()
      rest = ` ${rest.slice(modifier[0].length)}`
    }
    rest = rest.replace(/^,? who(?= )/, '')
  }
  const entityLabel = `${possessive(label)} ${noun}${name}`
  const entityKey = own + key(noun)
  const entity: Entity = { kind, label: entityLabel, key: entityKey }
  if (!isPossessive)
    return {
      kind,
      label: entityLabel,
      key: entityKey,
      plural: PLURAL.test(noun) && !SINGULAR.test(noun),
      entity,
      predicate: rest.trim(),
    }
  // "my sister's birthday is", "my dog's name is", "my wife's parents live in"
  const belonging = /^ (?<noun>[\p{L} -]{2,30}?) (?=(?:is|are|was|lives?|works?|has|have|will|just)\b)/u.exec(rest)
  if (!belonging) return undefined
  const what = belonging.groups?.['noun'] as string
  const after = rest.slice(belonging[0].length).trim()
  if (IS_RELATION.test(what)) {
    const inner: Entity = { kind: 'person', label: `${possessive(entityLabel)} ${what}`, key: `${entityKey}'s ${what}` }
    return {
      kind: 'person',
      label: inner.label,
      key: inner.key,
      plural: PLURAL.test(what) && !SINGULAR.test(what),
      entity: inner,
      predicate: after,
    }
  }
  return {
    kind: 'thing',
    label: `${possessive(entityLabel)} ${what}`,
    key: entityKey,
    plural: false,
    noun: what,
    owner: entityLabel,
    entity,
    predicate: after,
  }
}

const PRONOUN = pattern('i')`
  ^(?:(?<who>he|she|it|they)|(?<whose>his|her|its|their) (?<noun>[a-z]+(?: [a-z]+)??)(?= (?:is|are|was)\b)) (?=\S)
`

function readPronoun(clause: string, { last }: Discourse): Subject | undefined {
  const match = last && PRONOUN.exec(clause)
  if (!match || !last) return undefined
  const { who, whose, noun } = match.groups as Record<string, string | undefined>
  if ((who ?? whose)?.match(/^it/i) && last.kind !== 'pet') return undefined
  const rest = clause.slice(match[0].length)
  if (who)
    return {
      kind: last.kind,
      label: last.label,
      key: last.key,
      plural: /^they$/i.test(who),
      entity: last,
      predicate: rest,
    }
  return /^(?:is|are|was) /.test(rest)
    ? {
        kind: 'thing',
        label: `${possessive(last.label)} ${noun}`,
        key: last.key,
        plural: false,
        noun: noun as string,
        owner: last.label,
        entity: last,
        predicate: rest,
      }
    : undefined
}

/** A person by name: one who was introduced or takes part in the conversation. Any other name may be anybody. */
function readKnown(clause: string, { known, speaker }: Discourse): Subject | undefined {
  const match = /^(?<name>\p{Lu}[\p{L}'-]+)(?= )/u.exec(clause)
  const name = match?.groups?.['name'] as string
  const entity =
    match &&
    (known.get(name.toLowerCase()) ??
      (speaker.key !== 'user' && isFirstName(name)
        ? { kind: 'person' as const, label: name, key: name.toLowerCase() }
        : undefined))
  if (!match || !entity || !AFTER_NAME.test(clause.slice(match[0].length))) return undefined
  return {
    kind: entity.kind,
    label: entity.label,
    key: entity.key,
    plural: false,
    entity,
    predicate: clause.slice(match[0].length).trim(),
  }
}
