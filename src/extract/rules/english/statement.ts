import { isDeniable, type Discourse, type Draft } from '../draft.js'
import { readBelonging } from './belongings.js'
import { readNaming } from './naming.js'
import type { Clause } from './clauses.js'
import { match } from './match.js'
import { isPersonName } from './names.js'
import { readPredicate, type Predicate } from './predicate.js'
import { aboutSpeaker, headOf, ofSpeaker, trimEnd } from './render.js'
import { rulesFor } from './rulebook.js'
import type { Reading } from './rule.js'
import type { Subject } from './subject.js'
import { baseOfIng } from './verbs.js'
import { resolveDates, withName } from './when.js'

/** What a clause states: facts that hold, and those that it says held formerly. */
export interface Stated {
  drafts: Draft[]
  formerly: Draft[]
}

/** The facts of one predicate of a subject. */
export function readStatement(
  predicate: Predicate,
  { subject, clause, discourse, lead }: { subject: Subject; clause: Clause; discourse: Discourse; lead: string },
): Stated {
  const nothing = { drafts: [], formerly: [] }
  if (predicate.aspect === 'conditional') return nothing
  if (predicate.lemma === 'use' && predicate.aspect === 'past' && /^to \S/.test(predicate.complement)) {
    const inner = readPredicate(predicate.complement.slice(3), { first: true, plural: false })
    return inner
      ? { drafts: [], formerly: apply({ ...inner, adverbs: [] }, predicate, subject, clause, discourse, lead, false) }
      : nothing
  }
  const noLonger =
    predicate.negative && (predicate.adverbs.includes('no longer') || /\bany more\b/.test(predicate.complement))
  const stopped =
    /^(?:stop|quit)$/.test(predicate.lemma) && !predicate.negative
      ? /^(?<ing>[a-z]+ing)\b ?(?<rest>.*)$/.exec(predicate.complement)
      : null
  if (noLonger) {
    const state = {
      ...predicate,
      negative: false,
      aspect: predicate.aspect === 'can' ? ('present' as const) : predicate.aspect,
      complement: predicate.complement.replace(/,? ?\bany more\b/, ''),
      adverbs: predicate.adverbs.filter((adverb) => adverb !== 'no longer'),
    }
    const drafts = apply(state, predicate, subject, clause, discourse, lead, true)
    if (drafts.length === 0)
      return {
        drafts: apply(
          { ...predicate, complement: state.complement },
          predicate,
          subject,
          clause,
          discourse,
          lead,
          false,
        ),
        formerly: [],
      }
    return {
      drafts: drafts.map((draft) => ({ ...draft, mode: 'retract', text: ended(subject, predicate, discourse) })),
      formerly: [],
    }
  }
  if (stopped && (predicate.aspect === 'past' || predicate.aspect === 'perfect')) {
    const lemma = baseOfIng(stopped.groups?.['ing'] as string)
    const state: Predicate = { ...predicate, aspect: 'present', lemma, complement: stopped.groups?.['rest'] as string }
    const drafts = apply(state, predicate, subject, clause, discourse, lead, true)
    if (drafts.length > 0) return { drafts: drafts.map((draft) => ({ ...draft, mode: 'retract' })), formerly: [] }
    if (
      /^(?:eat|drink|smok|vap|us|tak|play|wear|go|work|buy|watch|bit)/.test(lemma) &&
      !/^(?:this|that|it|the)\b/.test(state.complement)
    ) {
      const sentence = dated(subject, predicate, discourse, lead)
      const value =
        /^(?:eat|drink)/.test(lemma) && state.complement !== ''
          ? headOf(state.complement)
          : `${stopped.groups?.['ing'] as string} ${state.complement}`.trim()
      return {
        drafts: [
          {
            text: sentence.text,
            subject: subject.key,
            attribute: 'habit',
            mode: 'retract',
            value,
            ...(sentence.at !== undefined && { validTo: sentence.at }),
          },
        ],
        formerly: [],
      }
    }
  }
  const drafts = apply(predicate, predicate, subject, clause, discourse, lead, false)
  if (drafts.length > 0 || !predicate.negative || predicate.aspect !== 'present') return { drafts, formerly: [] }
  // "I'm not allergic to nuts", "I don't live in Berlin": whoever told otherwise before is corrected.
  const denied = apply({ ...predicate, negative: false }, predicate, subject, clause, discourse, lead, true)
  return {
    drafts: denied
      .filter(({ attribute }) => isDeniable(attribute))
      .map((draft) => ({ ...draft, mode: 'retract', text: ended(subject, predicate, discourse) })),
    formerly: [],
  }
}

/** The whole predicate as a sentence, its dates resolved. */
function dated(
  subject: Subject,
  predicate: Predicate,
  { speaker, message }: Discourse,
  lead: string,
): ReturnType<typeof resolveDates> {
  const rest =
    subject.kind === 'self' || (subject.kind === 'thing' && subject.key === speaker.key)
      ? ofSpeaker(predicate.inThirdPerson)
      : aboutSpeaker(predicate.inThirdPerson, speaker.label)
  const opening = lead.trim().replace(/,$/, '')
  const tail =
    opening === '' || /^(?:now|nowadays|these days|currently|right now|lately|at the moment)$/i.test(opening)
      ? ''
      : ` ${opening.charAt(0).toLowerCase()}${opening.slice(1)}`
  const past = predicate.aspect === 'past' || predicate.aspect === 'perfect' || predicate.aspect === 'past-progressive'
  return resolveDates(trimEnd(`${subject.label} ${rest}${tail}`), message.at, past)
}

function ended(subject: Subject, predicate: Predicate, discourse: Discourse): string {
  return dated(subject, predicate, discourse, '').text.replace(/,? any more\b/, ' any more')
}

function apply(
  state: Predicate,
  spoken: Predicate,
  subject: Subject,
  clause: Clause,
  discourse: Discourse,
  lead: string,
  isEnded: boolean,
): Draft[] {
  const sentence = dated(subject, spoken, discourse, lead)
  const reading: Reading = { subject, predicate: state, clause, discourse, sentence, ended: isEnded }
  const belonging = readBelonging(reading) ?? (isEnded ? undefined : readNaming(reading))
  if (belonging) return [withName(belonging, sentence)]
  if (subject.kind === 'thing') return []
  if (
    subject.kind === 'self' &&
    !isEnded &&
    state.lemma === 'be' &&
    state.aspect === 'present' &&
    !state.negative &&
    !/^(?:an?|the) /i.test(state.complement)
  ) {
    const name = /^(?<name>[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)$/u.exec(headOf(state.complement).replace(/ by$/, ''))
      ?.groups?.['name']
    if (name && isPersonName(name))
      return [{ text: `${subject.label}'s name is ${name}`, subject: subject.key, attribute: 'name', value: name }]
  }
  for (const rule of rulesFor(state.lemma)) {
    const drafts = match(rule, reading)
    if (drafts.length > 0) return drafts.map((draft) => withName(draft, sentence))
  }
  return []
}
