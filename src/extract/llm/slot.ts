import { fold } from '../../language/fold.js'
import { plain } from '../../reconcile/content-words.js'
import type { FactMode, FactSlot } from '../fact.js'
import { ATTRIBUTES, attributeFor, attributeOf, type AttributeName } from '../text/attributes.js'
import { simplify } from '../../language/simplify.js'
import { LANGUAGE as LANGUAGE_HAN } from '../text/chinese/vocabulary.js'
import { LANGUAGE } from '../text/english/vocabulary.js'
import type { Draft } from './draft.js'
import { isDenied } from './support/polarity.js'
import { claims, evidenceOf, has } from './support/content-words.js'

// A slot that holds one value closes what was in it, so a model's word for what a fact is of is taken only where the
// fact sounds like it.
const SOUNDS_LIKE: Partial<Record<AttributeName, RegExp>> = {
  name: /\b(?:name|named|called)\b|叫|名/u,
  nickname: /\b(?:called?|nickname|name)\b|叫|称|昵称/u,
  age: /\d|岁/u,
  birthday: /\b(?:birthday|born)\b|生日|出生/u,
  birthplace: /\bborn\b|出生|生于/u,
  origin: /\b(?:from|grew up|origin\w*|home ?town|native|raised)\b|老家|来自|长大|籍贯|人$/u,
  height: /\d|tall|高/u,
  email: /@/u,
  phone: /\d{4}/u,
  marital:
    /\b(?:married|single|divorced|engaged|widow\w*|separated|partner|relationship|wife|husband)\b|婚|单身|离异|丧偶/u,
  home: /\b(?:liv(?:e|es|ed|ing)|moved?|moving|based|home|resid\w+|settled?|relocat\w+|bought|rents?)\b|住|搬|定居|家|坐标/u,
  address: /\d|\b(?:street|road|avenue|address|lives?)\b|路|街|号|地址/u,
  employer: /\b(?:work\w*|job|employ\w*|hired|joined|company|team|started|at)\b|工作|上班|入职|任职|公司|在/u,
  occupation: /\b(?:is|was|became|becomes?|works?|job|occupation|profession|role)\b|是|当|做|职业|担任|成为/u,
  car: /\b(?:car|drives?|drove|owns?|bought|has)\b|车|开/u,
  diet: /\b(?:vegan|vegetarian|diet|eats?|halal|kosher|keto|paleo|pescatarian|free|carb)\b|素|饮食|吃|清真/u,
}

const CHANGE =
  /\b(?:mov(?:ed|ing)|switch\w*|chang\w*|now|new|no longer|any ?more|instead|became|becom\w*|start\w*|left|quit|got|turned|joined|just|replac\w*|from .+ to|stopped|sold|bought|relocat\w*|divorced|promoted)\b|搬|换|改|现在|新|不再|开始|成为|辞|跳槽|入职|了|从.+到/u
const TAKES_BACK =
  /\b(?:forget|delete|remove|no longer|any ?more|stopped|quit|left|sold|ended|cancel\w*|gave|broke up|lost|died|passed away|over)\b|忘|删|不再|没|取消|分手|卖|戒|辞|去世|离开|不/u
const CORRECTS =
  /\b(?:no|not|actually|meant|mean|mistake|wrong|sorry|correct\w*|typo|oops|rather)\b|不是|其实|说错|应该是|纠正|更正|打错|口误|搞错|不对/u

/**
 * What the sentence itself bears out of what a model says a fact does to what is known: each of these may close a
 * memory.
 */
export function modeOf({ mode, text }: Draft, sentence: string): FactMode {
  const said = fold(simplify(sentence))
  if (mode === 'retract') return isDenied(text) || isDenied(sentence) || TAKES_BACK.test(said) ? 'retract' : 'assert'
  if (mode === 'correct') return CORRECTS.test(said) ? 'correct' : CHANGE.test(said) ? 'change' : 'assert'
  return mode === 'change' && CHANGE.test(said) ? 'change' : 'assert'
}

/** A value that the fact or its sentence says, folded; else none. */
export function valueOf(value: string, ...said: readonly string[]): string {
  const folded = plain(value).replace(/^(?:the|a|an) (?=\S)/, '')
  if (folded === '') return ''
  const evidence = evidenceOf(...said)
  const words = claims(value)
  return (words.length > 0 && words.every((word) => has(evidence, word))) ||
    evidence.folded.includes(fold(simplify(folded)))
    ? folded
    : ''
}

/** The slot in the words that the rules use, so that both kinds of extraction settle with one another. */
export function slotOf(draft: Draft, text: string, subject: string, sentence: string): FactSlot {
  const value = valueOf(draft.value, text, sentence)
  const attribute = attributeIn(draft, text, value)
  return { subject, attribute, value, cardinality: attribute === 'other' ? 'many' : attributeOf(attribute).cardinality }
}

function attributeIn(draft: Draft, text: string, value: string): string {
  const named = fold(draft.attribute).split(':', 1)[0] as string
  if (!Object.hasOwn(ATTRIBUTES, named)) return 'other'
  const name = named as AttributeName
  if (SOUNDS_LIKE[name] && !SOUNDS_LIKE[name].test(fold(simplify(text)))) return 'other'
  if (name === 'favorite') {
    const what = /\bfavou?rite (?<what>[\p{L}-]+)|最喜欢的(?<han>\p{Script=Han}{1,6}?)(?:是|叫)/u.exec(
      fold(simplify(text)),
    )?.groups
    const part = what?.['what'] ?? what?.['han']
    return part === undefined ? 'likes' : `favorite:${part}`
  }
  if (name === 'instruction' || name === 'decision') {
    if (value === '') return 'other'
    if (name === 'instruction' && new RegExp(`^(?:in )?(?:${LANGUAGE}|${LANGUAGE_HAN.source})$`, 'u').test(value))
      return 'instruction:language'
    return `${name}:${value.split(' ').slice(0, 5).join(' ')}`
  }
  // One of a kind of which somebody has several says nothing without its part.
  return name === 'detail' ? 'other' : attributeFor({ attribute: name, value })
}
