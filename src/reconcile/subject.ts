import { fold } from '../language/fold.js'
import type { KnownFact, NewFact } from './decision.js'
import { isSubset, plain, sameSet } from './content-words.js'

// One pattern per kind of person or animal; synonyms share one.
const ENTITIES: readonly RegExp[] = [
  /\b(?:mothers?|mom|mum|mama|mommy)\b|妈妈|母亲|妈(?!妈)/u,
  /\b(?:fathers?|dad|papa|daddy)\b|爸爸|父亲|爸(?!爸)/u,
  /\bparents?\b|父母|爸妈/u,
  /\bsisters?\b|姐姐|妹妹|姐妹/u,
  /\bbrothers?\b|哥哥|弟弟|兄弟/u,
  /\bsons?\b|儿子/u,
  /\bdaughters?\b|女儿/u,
  /\b(?:wife|wives)\b|妻子|老婆|太太|媳妇/u,
  /\b(?:husbands?)\b|丈夫|老公|先生/u,
  /\bgirlfriends?\b|女朋友|女友/u,
  /\bboyfriends?\b|男朋友|男友/u,
  /\b(?:partners?|fianc\w+)\b|伴侣|未婚/u,
  /\b(?:grandmothers?|grandma|granny)\b|奶奶|外婆|姥姥|祖母/u,
  /\b(?:grandfathers?|grandpa|grandad)\b|爷爷|外公|姥爷|祖父/u,
  /\buncles?\b|叔叔|舅舅|伯伯/u,
  /\baunts?\b|阿姨|姑姑|姨妈/u,
  /\bcousins?\b|表[哥姐弟妹]|堂[哥姐弟妹]/u,
  /\bnephews?\b|侄子|外甥(?!女)/u,
  /\bnieces?\b|侄女|外甥女/u,
  /\bfriends?\b|(?<![男女])朋友/u,
  /\b(?:colleagues?|co-?workers?)\b|同事/u,
  /\b(?:boss|manager)\b|老板|上司|领导/u,
  /\b(?:neighbou?rs?)\b|邻居/u,
  /\b(?:roommates?|flatmates?)\b|室友/u,
  /\b(?:dogs?|pupp(?:y|ies))\b|狗/u,
  /\b(?:cats?|kittens?)\b|猫(?!头鹰)/u,
]
// Relations of which a person usually has several: two facts about "a friend" may be about different ones.
const SEVERAL =
  /\b(?:friends?|colleagues?|co-?workers?|neighbou?rs?|cousins?|uncles?|aunts?|nephews?|nieces?|classmates?|roommates?|flatmates?|students?|clients?|customers?|teachers?|kids?|child(?:ren)?|people)$|(?:\w[^s]s)$|朋友|同事|邻居|同学|室友|学生|客户|老师|孩子|亲戚|表[哥姐弟妹]|堂[哥姐弟妹]|叔叔|舅舅|阿姨|姑姑/u
const SIBLINGS = /\b(?:sister|brother|son|daughter|dog|cat|pet)$|姐姐|妹妹|哥哥|弟弟|儿子|女儿|狗|猫/u

const entitiesIn = (text: string): string[] =>
  ENTITIES.flatMap((pattern, i) => (pattern.test(fold(text)) ? [String(i)] : []))

/** Names in Latin letters: capitalised words other than the first of the text. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\p{Script=Latin}'])\p{Lu}[\p{Script=Latin}'-]*/gu)]
    .filter(({ index }) => index > 0)
    .map(([name]) => fold(name).replace(/'s$/, ''))
    .filter((name) => name !== 'user' && name !== 'i')
}

const SELF = /^(?:users?\b|i\b|my\b|用户|我)/
/** The subject of a text: its first word in English, what precedes the first verb in Chinese; empty for the user. */
function leadOf(text: string): string {
  const folded = plain(text)
  if (SELF.test(folded) || /用户|\buser\b/u.test(folded)) return ''
  return /^[\p{Script=Han}]/u.test(folded)
    ? folded.split(/[住在是有喜爱讨养想会从去工吃对不没的了现目今已用打每要]/u, 1).join('')
    : folded.split(/'s|[ ,]/, 1).join('')
}

/** Whether two texts mention the same persons and animals; with `within`, the second may mention more. */
export function samePersons(a: string, b: string, within = false): boolean {
  const agree = within ? isSubset : sameSet
  return leadOf(a) === leadOf(b) && agree(entitiesIn(a), entitiesIn(b)) && agree(namesIn(a), namesIn(b))
}

const folded = (name: string | undefined): string | undefined => name && plain(name)

/** Whether the known fact has the same subject, by slot and name; without a slot, by its text. */
export function sameSubject(fact: NewFact, known: KnownFact): boolean {
  if (!known.slot)
    return (
      (known.attributedTo === undefined || folded(known.attributedTo) === folded(fact.attributedTo)) &&
      leadOf(fact.text) === leadOf(known.text)
    )
  if (folded(known.slot.subject) !== folded(fact.slot.subject)) return false
  const [one, other] = [ownName(fact.text, fact.slot.subject), ownName(known.text, known.slot.subject)]
  return one === undefined || other === undefined || one === other
}

/** Whether the fact may end the known one: it is by the same speaker, or the subject itself, about the same person. */
export function mayEnd(fact: NewFact, known: KnownFact): boolean {
  if (!known.slot || !sameSubject(fact, known)) return false
  const speaker = folded(fact.attributedTo)
  const subject = folded(fact.slot.subject) as string
  if (known.attributedTo !== undefined && folded(known.attributedTo) !== speaker && speaker !== subject) return false
  if (subject === speaker || subject === 'user') return true
  const [one, other] = [ownName(fact.text, subject), ownName(known.text, subject)]
  if (SEVERAL.test(subject)) return one !== undefined && one === other
  if (fact.mode === 'change' || fact.mode === 'correct' || !SIBLINGS.test(subject)) return true
  // Two different names may be those of two siblings or pets.
  return one === other && fact.slot.attribute !== 'name'
}

const HAN_VERBS = '住在搬是有叫喜爱讨养想会从去工吃对不没的了现目今已也很最正要用打每换改当做'

/** "User's sister Ana lives …" → ana, 用户的妹妹小红住在… → 小红; undefined where the relation has no name. */
function ownName(text: string, subject: string): string | undefined {
  const relation = fold(subject).split(' ').at(-1) as string
  const at = fold(text).indexOf(relation)
  if (at < 0) return undefined
  const rest = fold(text).length === text.length ? text.slice(at + relation.length) : ''
  const latin = /^,? (?:named |called )?(?<name>\p{Lu}[\p{L}'-]+)/u.exec(rest)?.groups?.['name']
  const han = new RegExp(`^(?:叫)?(?<name>(?:(?![${HAN_VERBS}])\\p{Script=Han}){2,3})(?=[${HAN_VERBS}])`, 'u').exec(
    rest,
  )?.groups?.['name']
  return latin ? fold(latin).replace(/'s$/, '') : han
}
