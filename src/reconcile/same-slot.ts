import { fold } from '../language/fold.js'
import { baseOf, EMPLOYMENT, excludedByScale, mayChange, sameFamily } from './attributes.js'
import type { KnownFact, NewFact } from './decision.js'
import { withDigits } from './numbers.js'
import { placeLevel } from './places.js'
import { isNegative } from './polarity.js'
import { qualifiers, relationOf, sameQualifiers, sameValue } from './value.js'
import { isChinese, plain, sameSet, withoutReason } from './content-words.js'

type Slotted = KnownFact & { slot: NonNullable<KnownFact['slot']> }

// Words for part of the time, in addition, or temporarily: both values may hold.
const PARTLY =
  /\b(?:weekends?|weekdays?|during the week|part[- ]time|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|in (?:the )?(?:summers?|winters?|spring|autumn|evenings?|mornings?)|half (?:of )?the|sometimes|also|too|as well|besides|another|second|side|temporar\w*|for (?:a|the|two|three|\d+) (?:\w+ )?(?:days?|weeks?|months?|summer|winter)|for now|staying|visiting|when(?:ever)?|if|unless)\b|周末|平时|兼职|有时|副业|夏天|冬天|暑假|寒假|暂时|临时|短期|放假|工作日|另外|同时|还(?:是|在|会|用|有|兼)|也(?:是|在|会|用|有)|如果|的时候|时(?=[，,用])/u
const NOW =
  /\b(?:now|no longer|any ?more|these days|nowadays|instead|new|from now on|just (?:moved|started|became|switched))\b|现在|如今|目前|改|换|不再|今后|以后|以後|新/u
// In ms. A fact may claim to hold since at most this long before the known one was said; a longer overlap contradicts
// the known fact rather than ending it.
const MAX_OVERLAP = 60 * 86_400_000

/** Whether the previous value that the fact names is the known one. */
export const namesPrevious = (fact: NewFact, known: KnownFact): boolean =>
  fact.previous !== undefined &&
  known.slot !== undefined &&
  sameFamily(fact.slot.attribute, known.slot.attribute) &&
  sameValue(fact.previous, known.slot.value)

/** Whether both are values of one slot that cannot hold at the same time, whichever is newer. */
export function excludes(fact: NewFact, known: KnownFact): known is Slotted {
  if (!known.slot) return false
  if (fact.mode === 'change' && namesPrevious(fact, known)) return true
  const { attribute, cardinality, value } = fact.slot
  if (cardinality !== 'one' || attribute !== known.slot.attribute || known.slot.cardinality !== 'one') return false
  const relation = relationOf(value, known.slot.value)
  const isPlace = attribute === 'home' || attribute === 'address'
  if (isPlace && placeLevel(value) !== placeLevel(known.slot.value)) return false
  if (relation === 'same')
    return (
      fact.mode !== 'change' &&
      isInstruction(attribute) &&
      isNegative(fact.text) !== isNegative(known.text) &&
      sameQualifiers(fact.text, fact.slot, known.text, known.slot)
    )
  if (relation === 'narrower' || relation === 'broader') return false
  if (PARTLY.test(fold(fact.text)) || PARTLY.test(fold(known.text))) return false
  const explicit = fact.mode === 'change'
  if (!mayChange(attribute, explicit)) return false
  // An explicit change ends any earlier value; one that names its previous value ends only clearly different ones.
  if (explicit) return fact.previous === undefined ? value !== '' : relation === 'other'
  if (PARTLY.test(fold(fact.quote)) || isNegative(fact.text) !== isNegative(known.text)) return false
  const scale = excludedByScale(attribute, value, known.slot.value)
  if (scale !== undefined) return scale
  if (relation !== 'other' && attribute !== 'age' && !isMeasure(value)) return false
  if (attribute === 'age') return isOlder(fact, known as Slotted)
  if (attribute === 'occupation' && (EMPLOYMENT.test(fold(value)) || EMPLOYMENT.test(fold(known.slot.value))))
    return false
  if (!isPlace && measureOf(value) !== measureOf(known.slot.value) && (isMeasure(value) || isMeasure(known.slot.value)))
    return false
  if (isPlace || attribute === 'employer') return areNamed(fact, known as Slotted) && sameLead(fact, known as Slotted)
  if (isInstruction(attribute) && value.split(' ').length > 4) return false
  if ((attribute === 'phone' || attribute === 'email') && contactKind(fact.text) !== contactKind(known.text))
    return false
  return sameQualifiers(withoutReason(fact.text), fact.slot, withoutReason(known.text), known.slot)
}

// Kinds of phone numbers and e-mail addresses; a person has one of each.
const CONTACT_KIND =
  /\b(?:work|office|business|private|personal|home|mobile|cell|landline|school|university)(?= (?:phone|number|mobile|cell|e-?mail|address))|(?:工作|公司|办公|私人|个人|家庭|家里|学校)的?(?=电话|手机|号码|邮箱|邮件)/u
const contactKind = (text: string): string | undefined => CONTACT_KIND.exec(fold(text))?.[0]

const isInstruction = (attribute: string): boolean => baseOf(attribute) === 'instruction'
const isMeasure = (value: string): boolean => /\d/.test(value)
/** A value with its digits replaced: equal for "70 kg" and "72 kg", not for "34" and "thirties". */
const measureOf = (value: string): string =>
  withDigits(plain(value))
    .replace(/[\d.,]+/g, '#')
    .replace(/\s+/g, '')

// Length of a year, in ms.
const YEAR = 365.25 * 86_400_000

/** Whether the time between the two messages explains the difference in age; else they are of two persons, or wrong. */
function isOlder(fact: NewFact, known: Slotted): boolean {
  const [age, before] = [fact.slot.value, known.slot.value].map((value) =>
    Number(withDigits(fold(value)).match(/\d+/)?.[0] ?? Number.NaN),
  ) as [number, number]
  const years = (fact.observedAt - known.observedAt) / YEAR
  return measureOf(fact.slot.value) === measureOf(known.slot.value) && Math.abs(age - before - years) <= 1.1
}

// Descriptions of a home or an employer rather than its name: "a flat near the river", "a bank".
const VAGUE_PLACE =
  /公寓|房子|海边|附近|郊区|市中心|宿舍|家里|旁边|对面|楼上|乡下|农村|城里|一家|某|公司$|医院$|学校$|银行$|工厂$/u
const ANY_EMPLOYER = /^(?:公司|医院|学校|银行|工厂|一家.*|.{0,4}公司)$/u

function areNamed(fact: NewFact, known: Slotted): boolean {
  return isNamed(fact.text, fact.slot.value) && isNamed(known.text, known.slot.value)
}

function isNamed(text: string, value: string): boolean {
  if (isChinese(value))
    return !(ANY_EMPLOYER.test(value) || (VAGUE_PLACE.test(value) && value.length <= 4 && !/[大协同]/.test(value)))
  const at = fold(text).indexOf(plain(value))
  // Folding rarely changes the length of a text; then indexes differ and the answer is no.
  return at >= 0 && fold(text).length === text.length && /^[\p{Lu}\d]/u.test(text.slice(at))
}

/**
 * Whether the words before the value agree ("lives in", but not "has a flat in" or "grew up in"). Companions and
 * reasons are ignored. In Chinese, where the verb may follow the value, all other words are compared.
 */
function sameLead(fact: NewFact, known: Slotted): boolean {
  const lead = ({ text, slot }: { text: string; slot: Slotted['slot'] }): string[] => {
    const bare = withoutReason(text).replace(/(?:和|跟|与)[^，。]{1,8}?一起/u, '')
    const at = bare.indexOf(plain(slot.value))
    return qualifiers(at < 0 || isChinese(bare) ? bare : bare.slice(0, at), slot)
  }
  return sameSet(lead(fact), lead(known))
}

/** Whether the fact was said after the known one and may have ended it. */
export function follows(fact: NewFact, known: KnownFact): boolean {
  if (fact.observedAt < known.observedAt) return false
  const explicit = fact.mode === 'change'
  // Two values in one message both hold.
  if (!explicit && known.messageIds.includes(fact.messageId)) return false
  return (
    namesPrevious(fact, known) ||
    (fact.validFrom ?? fact.observedAt) >= known.observedAt - MAX_OVERLAP ||
    (explicit && NOW.test(fold(fact.quote)))
  )
}
