import { fold } from '../language/fold.js'
import { baseOf, EMPLOYMENT, excludedByScale, mayChange, sameFamily } from './attributes.js'
import type { KnownFact, NewFact } from './decision.js'
import { withDigits } from './numbers.js'
import { placeLevel } from './places.js'
import { isNegative } from './polarity.js'
import { qualifiers, relationOf, sameQualifiers, sameValue } from './value.js'
import { isChinese, plain, sameSet, withoutReason } from './content-words.js'

type Slotted = KnownFact & { slot: NonNullable<KnownFact['slot']> }

// Both may hold: part of the time, besides, for a while.
const PARTLY =
  /\b(?:weekends?|weekdays?|during the week|part[- ]time|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|in (?:the )?(?:summers?|winters?|spring|autumn|evenings?|mornings?)|half (?:of )?the|sometimes|also|too|as well|besides|another|second|side|temporar\w*|for (?:a|the|two|three|\d+) (?:\w+ )?(?:days?|weeks?|months?|summer|winter)|for now|staying|visiting|when(?:ever)?|if|unless)\b|周末|平时|兼职|有时|副业|夏天|冬天|暑假|寒假|暂时|临时|短期|放假|工作日|另外|同时|还(?:是|在|会|用|有|兼)|也(?:是|在|会|用|有)|如果|的时候|时(?=[，,用])/u
const NOW =
  /\b(?:now|no longer|any ?more|these days|nowadays|instead|new|from now on|just (?:moved|started|became|switched))\b|现在|如今|目前|改|换|不再|今后|以后|以後|新/u
// Longer ago than this, what is said to hold since then contradicts what was said meanwhile rather than following it.
// In ms.
const LOOSE_DATES = 60 * 86_400_000

/** Whether the previous value, where it was said, is the known one. */
export const namesPrevious = (fact: NewFact, known: KnownFact): boolean =>
  fact.previous !== undefined &&
  known.slot !== undefined &&
  sameFamily(fact.slot.attribute, known.slot.attribute) &&
  sameValue(fact.previous, known.slot.value)

/**
 * Whether the fact and what is known cannot hold at the same time, as values of one slot; which of the two is newer is
 * not asked.
 */
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
  const told = fact.mode === 'change'
  if (!mayChange(attribute, told)) return false
  // A change of the world said outright: what came before is over, whatever it was called, unless another thing was
  // named.
  if (told) return fact.previous === undefined ? value !== '' : relation === 'other'
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
  if ((attribute === 'phone' || attribute === 'email') && useOf(fact.text) !== useOf(known.text)) return false
  return sameQualifiers(withoutReason(fact.text), fact.slot, withoutReason(known.text), known.slot)
}

// Somebody has one number, and one address of mail, for each of these.
const USE =
  /\b(?:work|office|business|private|personal|home|mobile|cell|landline|school|university)(?= (?:phone|number|mobile|cell|e-?mail|address))|(?:工作|公司|办公|私人|个人|家庭|家里|学校)的?(?=电话|手机|号码|邮箱|邮件)/u
const useOf = (text: string): string | undefined => USE.exec(fold(text))?.[0]

const isInstruction = (attribute: string): boolean => baseOf(attribute) === 'instruction'
const isMeasure = (value: string): boolean => /\d/.test(value)
/** A value without its digits: "70 kg" and "72 kg" are measures of one kind, "34" and "thirties" are not. */
const measureOf = (value: string): string =>
  withDigits(plain(value))
    .replace(/[\d.,]+/g, '#')
    .replace(/\s+/g, '')

// In ms.
const YEAR = 365.25 * 86_400_000

/** Whether the time between accounts for the ages: else they are those of two, or one was misspoken. */
function isOlder(fact: NewFact, known: Slotted): boolean {
  const [age, before] = [fact.slot.value, known.slot.value].map((value) =>
    Number(withDigits(fold(value)).match(/\d+/)?.[0] ?? Number.NaN),
  ) as [number, number]
  const years = (fact.observedAt - known.observedAt) / YEAR
  return measureOf(fact.slot.value) === measureOf(known.slot.value) && Math.abs(age - before - years) <= 1.1
}

// "a flat near the river" and "a bank" say where and whom, but not which one.
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
  // A text whose folding changes its length is rare: then nothing is said.
  return at >= 0 && fold(text).length === text.length && /^[\p{Lu}\d]/u.test(text.slice(at))
}

/**
 * What stands before the value frames both alike: "lives in", but not "has a flat in" or "grew up in". Company and
 * reasons come after it. In Chinese the verb may come after it too.
 */
function sameLead(fact: NewFact, known: Slotted): boolean {
  const lead = ({ text, slot }: { text: string; slot: Slotted['slot'] }): string[] => {
    const bare = withoutReason(text).replace(/(?:和|跟|与)[^，。]{1,8}?一起/u, '')
    const at = bare.indexOf(plain(slot.value))
    return qualifiers(at < 0 || isChinese(bare) ? bare : bare.slice(0, at), slot)
  }
  return sameSet(lead(fact), lead(known))
}

/** Whether the fact, said after what is known, may be what ended it. */
export function follows(fact: NewFact, known: KnownFact): boolean {
  if (fact.observedAt < known.observedAt) return false
  const said = fact.mode === 'change'
  // Two values told in one breath both hold.
  if (!said && known.messageIds.includes(fact.messageId)) return false
  return (
    namesPrevious(fact, known) ||
    (fact.validFrom ?? fact.observedAt) >= known.observedAt - LOOSE_DATES ||
    (said && NOW.test(fold(fact.quote)))
  )
}
