import type { Draft } from '../draft.js'
import { BELONGINGS } from './belonging-table.js'
import { singular } from './noun.js'
import { headOf, possessive } from './render.js'
import type { Reading } from './rule.js'

/** "My sister is Ana", "our dog is called Max", "my boss is Tom Reed": an entity that is given its name or kind. */
export function readNaming({ subject, predicate, sentence }: Reading): Draft | undefined {
  if (
    (subject.kind !== 'person' && subject.kind !== 'pet') ||
    predicate.lemma !== 'be' ||
    predicate.aspect !== 'present' ||
    predicate.negative
  )
    return undefined
  const named =
    /^(?:(?:called|named) )?(?<name>\p{Lu}[\p{L}'-]+(?:(?: |, | and |, and )\p{Lu}[\p{L}'-]+){0,3})$/u.exec(
      predicate.complement,
    ) ?? /^(?:called|named) (?<name>\p{L}[\p{L}' -]{1,40}?)(?: and .*|,.*)?$/u.exec(predicate.complement)
  if (named)
    return { text: sentence.text, subject: subject.key, attribute: 'name', value: named.groups?.['name'] as string }
  if (subject.kind === 'pet' && BELONGINGS.animal.pattern.test(predicate.complement))
    return { text: sentence.text, subject: subject.key, attribute: 'pet', value: headOf(predicate.complement) }
  return undefined
}

/** "Ana is my sister", "Dune is my favorite book": the name comes first. */
export function readInverse(clause: string, label: string, key: string): Draft | undefined {
  const relation = BELONGINGS.isMy.pattern.exec(clause)
  if (relation) {
    const { name, noun } = relation.groups as { name: string; noun: string }
    return {
      text: `${name} is ${label}'s ${noun}`,
      attribute: 'name',
      subject: (key === 'user' ? '' : `${key}'s `) + noun.toLowerCase(),
      value: name,
    }
  }
  const harm = BELONGINGS.harms.pattern.exec(clause)
  if (harm && harm.groups?.['value']) {
    const [value] = harm
    return {
      text: `${value.replace(/\bme\b/i, label).replace(/\bmy\b/i, possessive(label))}`.replace(/^\p{L}/u, (first) =>
        first.toUpperCase(),
      ),
      attribute: 'allergy',
      subject: key,
      value: headOf(harm.groups['value']),
    }
  }
  const acting = BELONGINGS.actsUp.pattern.exec(clause)?.groups?.['value']
  if (acting)
    return {
      text: `${label} has ${acting.toLowerCase()}`,
      attribute: 'condition',
      subject: key,
      value: acting.toLowerCase(),
    }
  const failing = BELONGINGS.failing.pattern.exec(clause)?.groups
  if (failing)
    return {
      text: `${possessive(label)} ${clause.slice(3)}`,
      attribute: 'condition',
      subject: key,
      value: `${failing['value'] as string} ${failing['how'] as string}`,
    }
  const off = BELONGINGS.dayOff.pattern.exec(clause)?.groups?.['value']
  if (off) return { text: `${label} has ${off} off`, attribute: 'working', subject: key, value: `${off} off` }
  const favorite = BELONGINGS.isMyFavorite.pattern.exec(clause)
  if (!favorite) return undefined
  const { value, what } = favorite.groups as { value: string; what: string }
  return {
    text: `${label}'s favorite ${what} is ${value.replace(/^The /, 'the ')}`,
    attribute: `favorite:${singular(what.toLowerCase())}`,
    subject: key,
    value: headOf(value),
  }
}
