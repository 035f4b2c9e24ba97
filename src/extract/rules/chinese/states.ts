import { pattern } from '../../../language/pattern.js'
import { isDeniable, type Draft } from '../draft.js'
import { givenUp } from './given-up.js'
import { match } from './match.js'
import { isPersonName } from './names.js'
import { rendered, type Reading } from './reading.js'

export const ENDED = pattern('u')`
  ^(?:我)?(?:已经|早就|现在|早已|最近|也|都|目前|从.{1,6}){0,3}(?:不再|没有?再|不)(?:会|能|去|是)?
  (?<rest>.+?)(?:了)?$
`

/** 对花生不过敏, 不是老师, 没有糖尿病: a plain negation in the present. */
const DENIED = pattern('u')`
  ^(?<before>对[\p{Script=Han}A-Za-z]{1,8}?)?
  (?:并|根本|其实)?(?:不|没)(?<what>(?!再|能|会|要|想|太|怎么|敢|该|肯|愿|准|到|过了).{1,12}?)$
`

/** What is said of somebody: that it holds, or that it does no longer. `formerly`: that it once did. */
export function readState(reading: Reading, formerly: boolean): Draft[] {
  const { plain, subject } = reading
  const person = /^(?:其实|就|本来)?是(?<name>[\p{Script=Han}]{2,3})$/u.exec(plain)?.groups?.['name']
  if (person && subject.length > 0 && isPersonName(person) && (subject.kind === 'self' || subject.kind === 'person'))
    return [
      {
        text: subject.kind === 'self' ? `${subject.label}叫${person}` : rendered(reading, false).text,
        attribute: 'name',
        subject: subject.key,
        value: person,
      },
    ]
  const noMore = /不再|没有?再|^(?:已经|现在)*不(?:喜欢|爱).+了$/u.test(plain)
  const positive = noMore ? [] : match(reading, plain, false)
  if (positive.length > 0) return positive
  const ended = formerly ? undefined : ENDED.exec(plain)?.groups?.['rest']
  if (ended && (noMore || /了$/u.test(plain)) && !/^(?:太|怎么|大|很)/u.test(ended)) {
    const state = match(reading, ended, true)
    if (state.length > 0) return state.map((draft) => ({ ...draft, mode: 'retract' }))
  }
  if (noMore) return match(reading, plain, false)
  const denied = DENIED.exec(plain)?.groups
  if (denied && subject.kind === 'self') {
    const state = match(reading, `${denied['before'] ?? ''}${denied['what'] as string}`, true)
    const { text } = rendered(reading, false)
    const drafts = state.filter(({ attribute }) => isDeniable(attribute))
    if (drafts.length > 0) return drafts.map((draft) => ({ ...draft, mode: 'retract', text }))
  }
  const gave = givenUp(plain)
  if (!gave) return []
  const { text, at } = rendered(reading, true)
  return [{ text, ...gave, subject: subject.key, mode: 'retract', ...(at !== undefined && { validTo: at }) }]
}
