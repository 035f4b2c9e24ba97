import type { Draft } from '../draft.js'
import { isStanding } from '../../text/english/guards.js'
import { INSTRUCTIONS } from './instruction-table.js'
import { headOf, trimEnd } from './render.js'
import { thirdPerson, verbForm } from './verbs.js'

/** An instruction for how the assistant is to behave from now on. Undefined for a request of the moment. */
export function readInstruction(sentence: string, label: string, key: string): Draft | undefined {
  const named = readName(sentence, label, key)
  if (named) return named
  const standing = isStanding(sentence)
  const rather = INSTRUCTIONS.rather.pattern.exec(sentence)?.groups?.['what']
  if (rather && (standing || / (?:in|for|from) (?:all|any|every|each)/.test(rather)))
    return instruction(`give me ${rather}`, label, key)
  const request = sentence
    .replace(INSTRUCTIONS.standingPhrase.pattern, '')
    .replace(/^[\s,:;-]+/, '')
    .trim()
  const polite = INSTRUCTIONS.polite.pattern.exec(request)?.[0] ?? ''
  const order = request.slice(polite.length).replace(/^(?:from|for) (?=\w+ing\b)/, '')
  if (INSTRUCTIONS.oneOff.pattern.test(sentence) && !standing) return undefined
  // "You should never … if you train": advice to anybody.
  if (
    /\byou (?:should|must|can|need to|have to)\b/i.test(polite) &&
    ((!/\b(?:me|my|I)\b/.test(order) && !INSTRUCTIONS.aboutAnswers.pattern.test(order)) ||
      /\b(?:if|when|while|because|before|after|unless) you\b/i.test(order) ||
      /\b(?:they|people|everyone|experts|doctors)(?: \w+)? say\b/i.test(order))
  )
    return undefined
  if (/\b(?:that is what|as|so) (?:they|people|everyone|he|she)(?: \w+)? (?:say|says|said)\b/i.test(order))
    return undefined
  if (
    /^(?:I|we|my|he|she|they|it|that|this|there|what|how|why|when|where|who|if)\b/i.test(order) &&
    !INSTRUCTIONS.whenever.pattern.test(order)
  )
    return undefined
  const wanted = /I (?:want|need|expect|would like|would love|would prefer|prefer|ask) /i.test(polite)
  const lasting =
    standing ||
    (INSTRUCTIONS.whenever.pattern.test(order) && !/^if I (?:want|am|need)\b/i.test(order)) ||
    (wanted && INSTRUCTIONS.manner.pattern.test(order)) ||
    (wanted && INSTRUCTIONS.aboutAnswers.pattern.test(order) && /\b(?:your|when)/i.test(order)) ||
    INSTRUCTIONS.shapesAnswers.pattern.test(order) ||
    (/^no \w/i.test(order) &&
      /\bin (?:your|the|any) (?:answers?|replies|reply|responses?|messages|code|output)\b/i.test(order)) ||
    INSTRUCTIONS.stopOffering.pattern.test(order) ||
    ((INSTRUCTIONS.stop.pattern.test(order) || /^no (?:more )?\w+ please/i.test(order)) &&
      (INSTRUCTIONS.styleObject.pattern.test(order) || INSTRUCTIONS.aboutAnswers.pattern.test(order)) &&
      !/^do not (?:be|say) (?:sorry|silly)|^no (?:more )?(?:dairy|gluten|nuts|meat|pork|alcohol)\b/i.test(order))
  if (!lasting) return undefined
  if (order.split(' ').length < 2 || /^(?:always|never) (?:again|ever|mind)\b/i.test(order)) return undefined
  const only = /^(?<what>[\w -]{3,40}) only$/i.exec(trimEnd(order))?.groups?.['what']
  if (standing && only && !INSTRUCTIONS.imperative.pattern.test(order))
    return { ...instruction(`use ${only} only`, label, key) }
  if ((!INSTRUCTIONS.imperative.pattern.test(order) && !INSTRUCTIONS.whenever.pattern.test(order)) || !isOrdered(order))
    return undefined
  // "always" inside a question of fact or a remark is no order: "it is always hot".
  if (
    /^(?:always|never) (?:mind|say never|been|had|a |an |the |been|heard|knew|thought|loved|wanted|seen|tried)\b/i.test(
      order,
    )
  )
    return undefined
  if (INSTRUCTIONS.courtesy.pattern.test(order)) return undefined
  return instruction(trimEnd(order), label, key)
}

/**
 * Whether a verb after "always" or "never" is in the base form, as in an instruction: "never told anyone" and "never
 * shuts up" say what somebody does.
 */
function isOrdered(order: string): boolean {
  if (INSTRUCTIONS.habit.pattern.test(order)) return false
  const verb = /^(?:always|never) (?:ever )?(?<verb>[a-z'-]+)/i.exec(order)?.groups?.['verb']?.toLowerCase()
  if (verb === undefined || verbForm(verb, 'base') || verb === 'be') return true
  return verbForm(verb) === undefined && !/(?:ed|ing|[^s]s)$/.test(verb)
}

/** What the speaker wants to be called, or no longer wants to be called. */
function readName(sentence: string, label: string, key: string): Draft | undefined {
  const body = sentence
    .replace(INSTRUCTIONS.standingPhrase.pattern, '')
    .replace(/^[\s,]+/, '')
    .trim()
  const refused = INSTRUCTIONS.doNotCallMe.pattern.exec(body)
  if (refused)
    return {
      text: `${label} does not want to be called ${refused.groups?.['name'] ?? ''}`,
      attribute: 'nickname',
      value: refused.groups?.['name'] as string,
      subject: key,
      mode: 'retract',
    }
  const called = INSTRUCTIONS.callMe.pattern.exec(
    body
      .replace(INSTRUCTIONS.wantsToBeCalled.pattern, 'call me ')
      .replace(/^(?:I (?:would like|want|prefer|would prefer) you to )/i, ''),
  )
  if (!called || /\?$/.test(sentence)) return undefined
  const name = (called.groups?.['name'] as string).replace(/[.,!]+$/, '')
  if (/^(?:(?:dr|mr|mrs|ms|prof|sir)\.?|ishmael|an?|the|anytime|whatever|when)$/i.test(name)) return undefined
  const previous = called.groups?.['previous'] ?? called.groups?.['not'] ?? called.groups?.['rather']
  return {
    text: `${label} wants to be called ${name}`,
    attribute: 'nickname',
    value: name,
    subject: key,
    ...(previous && { mode: 'change', previous }),
  }
}

/** The fact that states an instruction, with the attribute that fits what it is about. */
function instruction(order: string, label: string, key: string): Draft {
  const negative = /^(?:do not(?: ever)?|never|stop|no more|no|avoid|refrain from)\b/i.test(order)
  const text = /^do not (?:ever )?/i.test(order)
    ? `not to ${order.replace(/^do not (?:ever )?/i, '')}`
    : /^no (?:more )?/i.test(order)
      ? `no ${order.replace(/^no (?:more )?/i, '')}`
      : /^when|^every time|^each time|^any ?time|^if/i.test(order)
        ? `that ${order.charAt(0).toLowerCase()}${order.slice(1)}`
        : `to ${order.charAt(0).toLowerCase()}${order.slice(1)}`
  const rewritten = text
    .replace(/\bI (\w+)/g, (_, verb: string) => `${label} ${thirdPerson(verb)}`)
    .replace(/\bI\b/g, label)
    .replace(/\bme\b/g, label)
    .replace(/\bmy\b/g, `${label}'s`)
    .replace(/\byou\b/g, 'the assistant')
    .replace(/\byour\b/gi, 'its')
  const wants = /^no /.test(text)
    ? `${label} wants ${rewritten} from the assistant`
    : /^that when|^that every|^that each|^that any|^that if/.test(text)
      ? `${label} wants this rule followed: ${rewritten.slice(5)}`
      : `${label} wants the assistant ${rewritten}`
  const language =
    /\b(?:answer|reply|respond|speak|talk|write|communicate|explain|chat|use|switch|stick)\b/i.test(order) && !negative
      ? INSTRUCTIONS.answerLanguage.pattern.exec(order)
      : null
  const base = { subject: key, text: wants }
  if (language) return { ...base, attribute: 'instruction:language', value: language.groups?.['value'] as string }
  const units = INSTRUCTIONS.units.pattern.exec(order)
  if (units) return { ...base, attribute: 'instruction:units', value: units.groups?.['value'] as string }
  if (
    INSTRUCTIONS.length.pattern.test(order) &&
    /answer|repl|respon|explain|explan|messag|keep|brief|concise/i.test(order)
  )
    return { ...base, attribute: 'instruction:length', value: headOf(order) }
  const tool = INSTRUCTIONS.tool.pattern.exec(order)
  if (tool && !negative) {
    const { value, previous } = tool.groups as { value: string; previous?: string }
    return { ...base, attribute: 'uses', value, ...(previous && { mode: 'change' as const, previous }) }
  }
  const topic = order
    .replace(/^(?:always|never|do not(?: ever)?|stop|no more|no|only|avoid|please) /i, '')
    .toLowerCase()
  return { ...base, attribute: `instruction:${topic.split(' ').slice(0, 5).join(' ')}`, value: order }
}
