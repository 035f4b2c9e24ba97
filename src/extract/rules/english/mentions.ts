import { pattern, source } from '../../../language/pattern.js'
import type { Discourse, Draft } from '../draft.js'
import { isPersonName } from './names.js'
import { possessive } from './render.js'
import { PET, RELATION } from '../../text/english/vocabulary.js'

const ONE_NAME = "(?:(?:Mrs?|Ms|Dr|Miss|Mister)\\.? )?\\p{Lu}[\\p{L}'-]*\\p{L}(?: \\p{Lu}\\p{Ll}+)?"
const NAMES = `${ONE_NAME}(?:(?:, | and |, and | & )${ONE_NAME})*`
const HELPER = source`
  physio|accountant|dentist|doctor|gp|lawyer|vet|hairdresser|cleaner|babysitter|childminder|teacher
  |professor|trainer|lodger|assistant|intern|agent|editor|midwife
`
const ADJECTIVES = source`
  (?:
    (?:
      older|younger|elder|eldest|oldest|youngest|little|big|baby|twin|late|best|new|old|rescue|dear|ex
      |two|three|four|\d
    )[ ]
  ){0,2}
`
const NAMED = pattern('gu')`
  \b(?:[Mm]y|[Oo]ur) (?<noun>${ADJECTIVES}(?:${RELATION}|${PET}|${HELPER}))
  (?: (?:across|from|at|in|down|on|next) [a-z ]{2,20},)?,? (?<names>${NAMES})(?:'s)?(?=[\s,.!?;:)]|$)
`
// "three kids: Otto, Ida and Max", "two cats named Salt and Pepper".
const COUNTED = pattern('gu')`
  \b(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|\d|my|our) (?:[a-z-]+ ){0,2}?(?<noun>${RELATION}|${PET}|boys|girls)
  (?:,|:| -|,? (?:named|called))? (?<names>${ONE_NAME}(?:, ${ONE_NAME})*,? (?:and|&) ${ONE_NAME})(?=[\s,.!?;:)]|$)
`
// "a grumpy one called Pickle and a kitten named Saoirse".
const EACH = pattern('gu')`
  \b(?:an?|one|the) (?:[a-z-]+ ){0,2}?(?<noun>one|boy|girl|${RELATION}|${PET})(?: is)? (?:called|named)[ ]
  (?<names>${ONE_NAME})
`
const KIND = pattern('iu')`\b(?:${RELATION}|${PET})s?\b`
const IS_PET = pattern('i')`^(?:\w+ )*(?:${PET})$`

/** "My boss Vera just left": whatever the sentence says, somebody is named in passing. */
export function namedInPassing(sentence: string, { speaker, known }: Discourse, drafts: readonly Draft[]): Draft[] {
  const found: Draft[] = []
  const own = speaker.key === 'user' ? '' : `${speaker.key}'s `
  const isNew = (name: string, isPet: boolean): boolean =>
    (isPet || isPersonName(name.replace(/^(?:Mrs?|Ms|Dr|Miss|Mister)\.? /, ''))) &&
    !known.has(name.toLowerCase()) &&
    ![...drafts, ...found].some(
      ({ attribute, value, text }) =>
        (attribute === 'name' || text.includes(' named ')) && (value.includes(name) || text.includes(name)),
    )
  const oneOf = (noun: string, name: string): void => {
    const isPet = IS_PET.test(noun)
    if (!isNew(name, isPet)) return
    const label = `${possessive(speaker.label)} ${noun}`
    known.set(name.toLowerCase(), { kind: isPet ? 'pet' : 'person', label: name, key: `${own}${name.toLowerCase()}` })
    found.push({
      text: `${name} is one of ${label}`,
      attribute: isPet ? 'pet' : 'family',
      subject: speaker.key,
      value: name,
    })
  }
  for (const pattern of [COUNTED, NAMED])
    for (const match of sentence.matchAll(pattern)) {
      const { noun, names } = match.groups as { noun: string; names: string }
      const kin = noun.toLowerCase()
      const several = names.split(/,? (?:and|&) |, /)
      if (several.length > 1 && /(?:s|children|mice|fish)$/.test(kin)) {
        for (const name of several) oneOf(kin.replace(/^(?:two|three|four|\d) /, ''), name)
        continue
      }
      const bare = (several[0] as string).replace(/'s$/, '')
      const isPet = IS_PET.test(kin)
      if (!isNew(bare, isPet)) continue
      const label = `${possessive(speaker.label)} ${kin}`
      known.set(bare.toLowerCase(), { kind: isPet ? 'pet' : 'person', label: `${label} ${bare}`, key: own + kin })
      found.push({ text: `${label} is named ${bare}`, attribute: 'name', subject: own + kin, value: bare })
    }
  const each = [...sentence.matchAll(EACH)]
  const kind = KIND.exec(sentence)?.[0].toLowerCase()
  if (each.length > 1 && kind !== undefined) for (const match of each) oneOf(kind, match.groups?.['names'] as string)
  return found
}

const MAKES = source`
  Toyota|Honda|Ford|BMW|Audi|Volvo|Subaru|Mazda|Nissan|Hyundai|Kia|Volkswagen|VW|Mercedes|Porsche|Lexus
  |Jeep|Fiat|Renault|Peugeot|Citroen|Citroën|Skoda|Škoda|Seat|Opel|Vauxhall|Dacia|Chevy|Chevrolet|Dodge
  |Tesla|Polestar|Rivian|Saab|Suzuki|Mitsubishi|Prius|Civic|Corolla|Golf|Polo|Fiesta|Yaris|Camry|Passat
  |Vespa|Harley|Ducati|Yamaha|Kawasaki
`
const DRIVEN = pattern('u')`
  \b[Mm]y[ ]
  (?<value>(?:(?:old|new|trusty|beat-up|poor|ancient) )?(?:(?:19|20)\d{2} )?(?:${MAKES})(?: (?:[A-Z][\w-]*|\d+\w*))?)
  (?= (?!app\b|account|stock|dealer|keyboard|piano|guitar)|[,.!?]|$)
`

/** "My 2009 Corolla makes a noise": whose car it is, whatever it does. */
export function drivenInPassing(sentence: string, { speaker }: Discourse, drafts: readonly Draft[]): Draft[] {
  const value = DRIVEN.exec(sentence)?.groups?.['value']
  if (value === undefined || drafts.some(({ text }) => text.includes(value))) return []
  return [{ text: `${speaker.label} has a ${value}`, attribute: 'car', subject: speaker.key, value }]
}
