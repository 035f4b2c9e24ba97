import { fold } from '../../../language/fold.js'
import { isQuestion } from '../../../language/questions.js'
import {
  endsFiction as endsHanFiction,
  isOwnQuestion as isOwnHan,
  isQuestionClause as isHanQuestion,
  isStanding as isStandingHan,
  judge as judgeHan,
} from '../../text/chinese/guards.js'
import { simplify } from '../../../language/simplify.js'
import { endsFiction, isOwnQuestion, isQuestionClause, isStanding, judge } from '../../text/english/guards.js'
import { normalise } from '../../text/english/normalise.js'
import type { Clause } from './clauses.js'
import { sentencesOf, type Span } from './quote.js'

const HAN = /\p{Script=Han}/u
const CONDITION =
  /^(?:and |but |so |then |or )?(?:if|unless|suppose|supposing|imagine|what if|in case|had I|were I|as if|pretend|let us say|say)\b|^(?:如果|要是|假如|假设|倘若|若|万一|除非)|的话$/iu
const SAYS_CONDITION = /\b(?:if|unless|when|whenever|would|in case)\b|如果|要是|假如|的话|时候?|除非|万一/u
const HEDGE =
  /\b(?:might|maybe|perhaps|possibly|may (?:be|have|move|go|start|quit|become|try|get|take|buy)|considering|thinking (?:about|of)|wondering|not sure|unsure|would (?:love|like) to|wish|hope|hoping|dream of|could (?:be|have|become|move)|probably|i guess|i would)\b|可能(?!性)|也许|或许|大概|说不定|没准|考虑|犹豫|希望|想(?=去|要|买|换|学|养|搬|辞|当|做|试)|要不要|打算|如果能|真想|好想|梦想/u
const SAYS_HEDGE =
  /\b(?:might|maybe|may|perhaps|possibly|probabl[ye]|consider\w*|think\w*|wonder\w*|unsure|not sure|wants?|wish\w*|hop\w+|would|plan\w*|intend\w*|interested|dream\w*|could|goal|aims?|uncertain|undecided)\b|可能|也许|或许|大概|考虑|犹豫|想|希望|打算|计划|想要|目标|梦想|愿望|准备/u
const REMEMBER = /\b(?:remember|note|keep in mind)\b|记住|记得|记一下/iu
// Orders to do something now. What may be meant for good, "use", "call", "answer", is not among them.
const REQUEST =
  /^(?:(?:please|kindly|just|now|ok|okay|hi|hey|hello|thanks)[, ]+)*(?:(?:can|could|would|will) (?:you|u) (?:please |kindly |also )?(?!remember|note|always|never|call|stop|only)\w+|(?:help me|translate|proof-?read|rewrite|rephrase|paraphrase|summari[sz]e|draft|compose|generate|write|create|draw|find|search|list|suggest|recommend|explain|describe|compare|calculate|convert|show|tell|give|send|book|order|plan|look up|imagine|pretend|act as|roleplay)\b)/i
const REQUEST_HAN =
  /^(?:(?:请问?|麻烦|帮忙|那|好|再|现在|顺便)[你您]?[，,]?)*(?:(?:帮|给|替)我(?!记)|翻译|润色|改写|总结|概括|写(?:一|个|首|篇|封)|编(?:一|个)|推荐|介绍一下|解释|列出|查一?下|搜|生成|创作|起草|扮演|假装|想象|告诉我|(?:你)?(?:能不能|可不可以|可以|能)(?:帮|给|替|推荐|告诉|介绍|写|翻译))/u

/**
 * Where in a message nothing is meant as said: everywhere, or in these sentences. Kept, since each fact of a message
 * asks.
 */
const unreal = new WeakMap<object, 'all' | readonly Span[]>()

/**
 * Whether what stands at `start` in a message belongs to a made-up world, or the message tells the machine to take its
 * rules off.
 */
export function isUnreal(message: { text: string }, start: number): boolean {
  let found = unreal.get(message)
  if (found === undefined) unreal.set(message, (found = unrealIn(message.text)))
  return found === 'all' || found.some((span) => span.start <= start && start < span.end)
}

function unrealIn(message: string): 'all' | Span[] {
  const found: Span[] = []
  let fiction = false
  for (const sentence of sentencesOf(message)) {
    const text = message.slice(sentence.start, sentence.end)
    const isHan = HAN.test(text)
    const verdict = isHan ? judgeHan(text) : judge(normalise(text))
    if (verdict === 'all-material') return 'all'
    if (verdict === 'fiction') fiction = true
    else if (isHan ? endsHanFiction(text) : endsFiction(normalise(text))) fiction = false
    if (fiction) found.push(sentence)
  }
  return found
}

/**
 * Whether the clauses that a fact rests on surely state nothing: a question, a case, a wish told as if it were so, or a
 * single request. `isSure`: all of them say some of it.
 */
export function statesNothing(
  sentence: string,
  all: readonly Clause[],
  used: readonly Clause[],
  isSure: boolean,
  text: string,
): boolean {
  const isHan = HAN.test(sentence)
  const plain = isHan ? simplify(sentence) : normalise(sentence)
  const standing = isHan ? isStandingHan(plain) : isStanding(plain)
  const asks = isQuestion(sentence)
  const folded = fold(simplify(text))
  const isAsking = (clause: Clause): boolean => {
    if (standing || REMEMBER.test(clause.text)) return false
    if (isHan ? isHanQuestion(clause.text) : isQuestionClause(clause.text)) return true
    if (!asks || clause !== all.at(-1)) return false
    return isHan
      ? isOwnHan(clause.text) && !/^我/.test(clause.text)
      : isOwnQuestion(clause.text) || clause.subject?.kind !== 'self'
  }
  const conditionalAt = all.findIndex(({ text: clause }) => CONDITION.test(clause))
  const isNothing = (clause: Clause): boolean => {
    if (isAsking(clause)) return true
    if (!standing && (isHan ? REQUEST_HAN : REQUEST).test(clause.text)) return true
    if (
      conditionalAt >= 0 &&
      all.indexOf(clause) >= conditionalAt &&
      !/^(?:but|但|不过)/u.test(clause.text) &&
      !SAYS_CONDITION.test(folded)
    )
      return true
    return HEDGE.test(fold(clause.text)) && !SAYS_HEDGE.test(folded)
  }
  return isSure ? used.some(isNothing) : used.every(isNothing)
}
