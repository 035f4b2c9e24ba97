import type { Draft } from '../draft.js'
import { isStanding } from '../../text/chinese/guards.js'
import { INSTRUCTIONS } from './instruction-table.js'
import { trimEnd } from './render.js'
import { simplify } from '../../../language/simplify.js'

/**
 * The instructions of a sentence that begins with one, and the statement that follows them as `remaining`: 多打比方，我是文科生
 * (use comparisons, I am no scientist).
 */
export function readInstructions(
  original: string,
  label: string,
  key: string,
): { instructions: Draft[]; remaining?: string } {
  const clauses = original.split(/[，,；;]/u).map((clause) => trimEnd(clause))
  const upTo = (end: number): Draft | undefined => readInstruction(clauses.slice(0, end).join('，'), label, key)
  const reason = clauses.findIndex((clause, index) => index > 0 && INSTRUCTIONS.reason.pattern.test(simplify(clause)))
  if (reason > 0 && upTo(reason))
    return {
      ...readInstructions(clauses.slice(0, reason).join('，'), label, key),
      remaining: clauses.slice(reason).join('，'),
    }
  const whole = readInstruction(original, label, key)
  if (!whole) return { instructions: [] }
  // 回答请简短，表情一律不用 (be brief, no emojis) are two.
  const from = clauses.findIndex((clause, index) => index > 0 && INSTRUCTIONS.further.pattern.test(simplify(clause)))
  const first = from > 0 && whole.attribute !== 'nickname' && whole.mode !== 'change' ? upTo(from) : undefined
  if (!first) return { instructions: [whole] }
  const further = clauses[from] as string
  const value = simplify(further)
  return {
    instructions: [
      first,
      {
        text: `${label}希望助手${further.replace(/我/gu, label)}`,
        subject: key,
        attribute: `instruction:${value.slice(0, 16)}`,
        value,
      },
    ],
  }
}

/**
 * An instruction for how the assistant is to behave from now on. `original` is a sentence without spaces beside Chinese
 * characters. Undefined for a request of the moment.
 */
export function readInstruction(original: string, label: string, key: string): Draft | undefined {
  const sentence = trimEnd(simplify(original))
  const clauses = sentence.split(/[，,；;]/u)
  for (const clause of clauses) {
    // A name among other clauses is read with them, one by one.
    if (clauses.length > 1 && !clauses.some((other) => INSTRUCTIONS.doNotCallMe.pattern.test(other))) break
    const refused = INSTRUCTIONS.doNotCallMe.pattern.exec(clause)
    if (refused) {
      const called = clauses
        .map((other) => INSTRUCTIONS.callMe.pattern.exec(trimEnd(other))?.groups?.['name'])
        .find((name) => name !== undefined)
      const previous = refused.groups?.['name'] as string
      return called
        ? {
            text: `${label}希望被称为${called}`,
            attribute: 'nickname',
            value: called,
            subject: key,
            mode: 'change',
            previous,
          }
        : {
            text: `${label}不希望被称为${previous}`,
            attribute: 'nickname',
            value: previous,
            subject: key,
            mode: 'retract',
          }
    }
    const called = INSTRUCTIONS.callMe.pattern.exec(trimEnd(clause))
    if (called)
      return {
        text: `${label}希望被称为${called.groups?.['name'] as string}`,
        attribute: 'nickname',
        value: called.groups?.['name'] as string,
        subject: key,
      }
  }
  // What a group has settled on is no instruction to the assistant.
  if (/^[\p{Script=Han}]{0,4}(?:定了|决定了?|敲定了?)[：:，,]/u.test(sentence)) return undefined
  const standing = isStanding(sentence) || /一律|统一(?:用|写|改|发|按|使用)/u.test(sentence)
  if (!standing && (!INSTRUCTIONS.style.pattern.test(sentence) || INSTRUCTIONS.oneOff.pattern.test(sentence)))
    return undefined
  const request = sentence.replace(INSTRUCTIONS.prefix.pattern, '')
  const order = request.replace(INSTRUCTIONS.when.pattern, '').replace(INSTRUCTIONS.prefix.pattern, '')
  if (/一律|统一(?:用|写|改|发|按|使用)/u.test(sentence) && !/^我(?!们)/u.test(request))
    return instruction(original, sentence, request, label, key)
  if (/^(?:别|不要)再?(?:叫|喊)(?!我)/u.test(order)) return undefined
  if (
    INSTRUCTIONS.self.pattern.test(order) ||
    INSTRUCTIONS.self.pattern.test(request.replace(INSTRUCTIONS.when.pattern, ''))
  )
    return undefined
  if (
    !INSTRUCTIONS.order.pattern.test(order) &&
    !INSTRUCTIONS.style.pattern.test(order) &&
    !/一律|统一|全部用/u.test(order)
  )
    return undefined
  if (
    /^(?:再也?)?(?:别|不要)再/u.test(request) &&
    !/(?:别|不要)再(?:用|叫|喊|称呼|说|给|发|推荐|提|问|写|加|讲|放|自动|重复|道歉|提醒)/u.test(request)
  )
    return undefined
  if (
    /[，,].*(?:别再|不要再)/u.test(request) &&
    !/(?:别|不要)再(?:用|叫|喊|称呼|说|给|发|推荐|提|问|写|加|讲)/u.test(request) &&
    !INSTRUCTIONS.when.pattern.test(request)
  )
    return undefined
  if (
    standing &&
    !INSTRUCTIONS.style.pattern.test(sentence) &&
    !INSTRUCTIONS.when.pattern.test(request) &&
    !/^(?:每次|每当|总是|一直|永远|始终|一律|默认|凡是|所有|别再|不要再|再也不要|请|都)/u.test(request) &&
    !INSTRUCTIONS.prefix.pattern.test(sentence)
  )
    return undefined
  if (INSTRUCTIONS.courtesy.pattern.test(order) || /(?:不会|不想|不能)再?$/u.test(order)) return undefined
  return instruction(original, sentence, request, label, key)
}

function instruction(original: string, sentence: string, request: string, label: string, key: string): Draft {
  const at = sentence.indexOf(request)
  const text = `${label}希望助手${trimEnd(original.slice(Math.max(0, at)))
    .replace(/^[，,\s]+/u, '')
    .replace(/我/gu, label)
    .replace(/^[你您]/u, '')}`
  const base = { text, subject: key }
  const language = INSTRUCTIONS.answerLanguage.pattern.exec(sentence)
  if (language && !/(?:不要|别|不)(?:再)?用/u.test(sentence))
    return { ...base, attribute: 'instruction:language', value: language.groups?.['value'] as string }
  const tool = INSTRUCTIONS.tool.pattern.exec(sentence)
  const instead = INSTRUCTIONS.insteadOf.pattern.exec(sentence)?.groups?.['previous']
  const value = tool?.groups?.['value']
  if (value && value !== instead)
    return {
      ...base,
      attribute: /公制|英制|摄氏|华氏|公斤|公里|小时制|时间|人民币/u.test(value) ? 'instruction:units' : 'uses',
      value,
      ...(instead && { mode: 'change' as const, previous: instead }),
    }
  if (/简短|简洁|精简|详细|字(?:以内|之内)|简单|一句话/u.test(sentence))
    return { ...base, attribute: 'instruction:length', value: request }
  return { ...base, attribute: `instruction:${request.slice(0, 16)}`, value: request }
}
