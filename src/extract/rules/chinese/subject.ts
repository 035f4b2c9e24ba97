import type { Discourse, Entity } from '../draft.js'
import { PREDICATE_FIRST, SUBJECTS } from './subject-table.js'

export interface Subject {
  /** `none`: the clause has no subject; the rules decide whether the speaker can be meant. */
  kind: 'self' | 'person' | 'pet' | 'thing' | 'none'
  label: string
  key: string
  entity?: Entity
  /** The name that stood with the relation: 豆豆 in 我女儿豆豆 (my daughter Doudou). */
  name?: string
  /** For a thing, "名字", and its owner's label. */
  noun?: string
  owner?: string
  /** Where the predicate begins in the clause, in UTF-16 code units. */
  length: number
}

/** Whether a clause is about somebody of whom nothing is kept. */
export const isStranger = (clause: string): boolean => SUBJECTS.stranger.pattern.test(clause)

/**
 * Reads the subject at the beginning of a clause in simplified characters. The label is taken from `original`, the
 * clause as written. `inherited` is the subject of the clause before it.
 */
export function readSubject(
  clause: string,
  original: string,
  discourse: Discourse,
  inherited: Subject | undefined,
): Subject | undefined {
  const { label, key } = discourse.speaker
  const own = key === 'user' ? '' : `${key}'s `
  const together =
    SUBJECTS.withRelative.pattern.exec(clause) ??
    SUBJECTS.withNamed.pattern.exec(clause) ??
    SUBJECTS.withMe.pattern.exec(clause)
  if (together)
    return { kind: 'self', label: `${label}和${together.groups?.['who'] as string}`, key, length: together[0].length }
  const advised = SUBJECTS.advised.pattern.exec(clause)
  if (advised)
    return { kind: 'self', label: `${advised.groups?.['who'] as string}${label}`, key, length: advised[0].length }
  for (const [pattern, kind] of [
    [SUBJECTS.relative.pattern, 'person'],
    [SUBJECTS.relativeAlone.pattern, 'person'],
    [SUBJECTS.animal.pattern, 'pet'],
  ] as const) {
    const match = pattern.exec(clause)
    if (!match) continue
    const { noun, name, of } = match.groups as { noun: string; name?: string; of?: string }
    if (of === '家' && !/^[有住在养]/.test(clause.slice(match[0].length))) continue
    const nounStart = match[0].indexOf(noun)
    const entityLabel = `${label}的${original.slice(nounStart, nounStart + noun.length)}${name ?? ''}`
    const entity: Entity = { kind, label: entityLabel, key: own + noun }
    if (of === undefined || of === '家')
      return { kind, label: entityLabel, key: own + noun, entity, length: match[0].length, ...(name && { name }) }
    const what = SUBJECTS.ownThing.pattern.exec(clause.slice(match[0].length))?.groups?.['what']
    if (what === undefined) return undefined
    return {
      kind: 'thing',
      label: `${entityLabel}的${what}`,
      key: own + noun,
      entity,
      noun: what,
      owner: entityLabel,
      length: match[0].length + what.length,
    }
  }
  const member = SUBJECTS.member.pattern.exec(clause)
  if (member) {
    const name = member.groups?.['name'] as string
    const entity: Entity = { kind: 'person', label: `${label}家的${name}`, key: own + name }
    return { kind: 'person', label: entity.label, key: entity.key, entity, length: member[0].length }
  }
  const thing = SUBJECTS.thing.pattern.exec(clause)
  if (thing) {
    const noun = thing.groups?.['noun'] as string
    return { kind: 'thing', label: `${label}的${noun}`, key, noun, owner: label, length: thing[0].length }
  }
  const thingAlone = SUBJECTS.thingAlone.pattern.exec(clause)
  if (thingAlone) {
    const noun = thingAlone.groups?.['noun'] as string
    const owner = inherited?.entity ?? { label, key }
    return {
      kind: 'thing',
      label: `${owner.label}的${noun}`,
      key: owner.key,
      noun,
      owner: owner.label,
      length: thingAlone[0].length,
      ...(inherited?.entity && { entity: inherited.entity }),
    }
  }
  const self = SUBJECTS.self.pattern.exec(clause)
  if (self) return { kind: 'self', label, key, length: self[0].length }
  const { last, known } = discourse
  const pronoun = SUBJECTS.pronoun.pattern.exec(clause)
  if (pronoun) {
    if (!last) return undefined
    const noun = pronoun.groups?.['of']?.slice(1)
    return noun
      ? {
          kind: 'thing',
          label: `${last.label}的${noun}`,
          key: last.key,
          entity: last,
          noun,
          owner: last.label,
          length: pronoun[0].length,
        }
      : { kind: last.kind, label: last.label, key: last.key, entity: last, length: 1 }
  }
  for (const [name, entity] of known)
    if (name.length > 1 && clause.toLowerCase().startsWith(name) && PREDICATE_FIRST.test(clause.slice(name.length)))
      return { kind: entity.kind, label: entity.label, key: entity.key, entity, length: name.length }
  if (SUBJECTS.other.pattern.test(clause)) return undefined
  if (inherited && inherited.kind !== 'thing') return { ...inherited, length: 0 }
  if (inherited?.entity)
    return {
      kind: inherited.entity.kind,
      label: inherited.entity.label,
      key: inherited.entity.key,
      entity: inherited.entity,
      length: 0,
    }
  return { kind: 'none', label, key, length: 0 }
}
