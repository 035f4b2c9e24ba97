import { pattern } from '../../../language/pattern.js'
import type { Discourse, Draft, Entity } from '../draft.js'
import type { Subject } from './subject.js'
import { PET, RELATION } from '../../text/chinese/vocabulary.js'

const NAMES_IT = pattern('u')`
  ^(?:名字|小名|大名)?(?:叫|是)
  |^.{0,6}(?:只|条|个|头|匹)叫
  |^(?:今年|刚|快|都)?[\d一二三四五六七八九十]+(?:个月|岁)
  |^品种
`
const SCHOOLED = pattern('u')`
  ^(?:现在|今年|刚|马上|已经|都)*(?:在)?(?:上|读|念)
  (?:幼儿园|小学|初中|高中|大学|[一二三四五六]年级|[高初大研][一二三四])
`
// After "a cat" an elided subject may be the cat or the speaker.
const OF_EITHER = /^(?:likes|dislikes|avoids|diet|condition|trait|habit|age|allergy|favorite)(?::|$)/u

/** Somebody or an animal that a clause mentions for the first time: 我有个女儿 (I have a daughter). */
export interface Introduced {
  entity: Entity
  /** The subject of the next clause, when that says who it is: 叫朵朵. */
  next?: Subject
}

export function introduced(
  drafts: readonly Draft[],
  subject: Subject | undefined,
  next: string | undefined,
  { speaker }: Discourse,
): Introduced | undefined {
  const draft = drafts.find(({ attribute }) => attribute === 'family' || attribute === 'pet')
  if (!draft || !subject || (subject.kind !== 'self' && subject.kind !== 'none')) return undefined
  const noun = (draft.attribute === 'pet' ? PET : RELATION).exec(draft.value)?.[0]
  if (!noun) return undefined
  // 斗鱼 (fighting fish) says more than 鱼 (fish).
  const shown = draft.value.endsWith(noun) && Array.from(draft.value).length <= 4 ? draft.value : noun
  const kind = draft.attribute === 'pet' ? 'pet' : 'person'
  const entity: Entity = {
    kind,
    label: `${speaker.label}的${shown}`,
    key: speaker.key === 'user' ? noun : `${speaker.key}'s ${noun}`,
  }
  return {
    entity,
    ...(next &&
      (NAMES_IT.test(next) || (kind === 'person' && SCHOOLED.test(next))) && {
        next: { ...entity, entity, length: 0 },
      }),
  }
}

/** Whether a fact without a subject, right after somebody was mentioned, may be about either of them. */
export const isAmbiguous = (draft: Draft, subject: Subject | undefined): boolean =>
  subject?.length === 0 && (subject.kind === 'self' || subject.kind === 'none') && OF_EITHER.test(draft.attribute)
