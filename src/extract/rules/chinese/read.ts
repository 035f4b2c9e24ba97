import { pattern } from '../../../language/pattern.js'
import type { Discourse, Draft } from '../draft.js'
import { attributeOf } from '../../text/attributes.js'
import { FORMERLY } from './adverbs.js'
import { beforeTheQuestion, clausesOf, MARKERS, objectLast, type Clause } from './clauses.js'
import { isCorrective, readCorrection, readForget, statementMeant } from './corrections.js'
import { isConditional, isDoubtful, isHearsay, isQuestionClause } from '../../text/chinese/guards.js'
import { readDecision } from './decisions.js'
import { readInstruction, readInstructions } from './instructions.js'
import { introduced, isAmbiguous, type Introduced } from './introduced.js'
import { isGivenName } from './names.js'
import { isPlausible } from './plausible.js'
import { rendered, type Reading } from './reading.js'
import { trimEnd } from './render.js'
import { simplify } from '../../../language/simplify.js'
import { ENDED, readState } from './states.js'
import { isStranger, readSubject, type Subject } from './subject.js'
import { readThing } from './things.js'
import { withoutDates } from './when.js'

const HAN_SPACE = pattern('gu')`
  (?<=[\p{Script=Han}，。！])[ \u3000]+(?=[\p{Script=Latin}\d])
  |(?<=[\p{Script=Latin}\d])[ \u3000]+(?=[\p{Script=Han}，。！])
`
const LEAD = pattern('u')`
  ^(?:
    早上|晚上|下午|中午|上午|凌晨|平时|平常|最近|近期|目前|现在|如今|今年|这几年|这两年|周末|每天|每周
    |每个月|每年|每到周末|每晚|每个周末|每次|下班后|一般|通常|经常|从小|今后|以后|往后|从今以后|从现在起
    |从现在开始|一直|大学|高中|小时候|以前|之前|曾经|过去|当年|原来|年轻时|的|，
    |[一二三四五六七八九十\d]+点半?
    |刚刚|刚才|前几天|前段时间|上次|过几天|过两天|的时候|其实|正好|刚好|家里|工作日|终于|已经|就|饭后|睡前
    |是|起|开始|那天|这次|去年|早就|反正|说起来|当初|每逢|逢|一年四季|常年
  )*$
`

const CALLED = /^(?:名字|小名|大名)?(?:就|是)?(?:叫做?|取名(?:叫)?)/u

/** The facts of one sentence of a statement. */
export function readSentence(sentence: string, asks: boolean, discourse: Discourse): Draft[] {
  const { label, key } = discourse.speaker
  const original = statementMeant(sentence)
    .replace(HAN_SPACE, '')
    .replace(/[*_`#>•·-]{1,3}(?=\p{Script=Han})/gu, '')
    .replace(/^\s*\d{1,2}[.、)）]\s*/u, '')
  const plain = simplify(original)
  const closed = trimEnd(plain.replace(/[?？]+\s*$/u, ''))
  const clauses = clausesOf(original)
  const kept = asks ? beforeTheQuestion(clauses) : clauses
  if (kept.length === 0) return []
  if (!asks) {
    const correction = readCorrection(closed, discourse.before)
    if (correction) return [correction]
    const forget = readForget(
      closed.replace(MARKERS, (marker) => (/不|别|忘/u.test(marker) ? marker : '')),
      label,
      key,
    )
    if (forget?.draft) return [forget.draft]
    if (forget?.inner)
      return readSentence(forget.inner, false, discourse).map((draft) => ({
        ...draft,
        mode: 'retract',
        text: `${label}要求忘掉：${draft.text}`,
      }))
    if (!isQuestionClause(plain) && !isConditional(plain)) {
      const { instructions, remaining } = readInstructions(original, label, key)
      if (instructions.length > 0)
        return remaining === undefined ? instructions : [...instructions, ...readSentence(remaining, false, discourse)]
    }
  }
  const corrective = isCorrective(plain)
  const denied = corrective
    ? /[，,]\s*(?:而)?不是(?:在|住)?(?<previous>[\p{Script=Han}A-Za-z\d]{1,12})/u.exec(closed)?.groups?.['previous']
    : undefined
  const drafts: Draft[] = []
  const formerly: Draft[] = []
  let inherited: Subject | undefined
  let other: Introduced | undefined
  // Somebody of whom nothing is kept: what follows without a subject is about them.
  let stranger = false
  for (const [index, clause] of kept.entries()) {
    if (isConditional(clause.plain)) break
    if (isDoubtful(clause.plain) || (isQuestionClause(clause.plain) && !ENDED.test(clause.plain))) {
      // What hearsay or doubt is about need not be who came before.
      inherited = undefined
      stranger = (isHearsay(clause.plain) || /^(?:谁|听说|据说)/u.test(clause.plain)) && !/[我俺咱]/u.test(clause.plain)
      if (/(?:说|讲|告诉我|问|认为|觉得|以为)$/u.test(clause.plain)) break
      continue
    }
    if (drafts.length > 0 || kept.length > 1) {
      const order = readInstruction(clause.original, label, key)
      if (order) {
        drafts.push(order)
        continue
      }
    }
    const found = readClause(clause, plain, discourse, inherited)
    if (!found.subject) {
      if (isStranger(clause.plain)) stranger = true
      continue
    }
    if (found.subject.length > 0) stranger = false
    if (stranger) continue
    const [first] = found.drafts
    const last = drafts.at(-1)
    // 有只猫，叫将军 is one fact, as 有只猫叫将军 is.
    if (
      other?.next?.kind === 'pet' &&
      first?.attribute === 'name' &&
      last?.attribute === 'pet' &&
      CALLED.test(clause.plain)
    ) {
      drafts[drafts.length - 1] = {
        ...last,
        text: `${last.text}，叫${first.value}`,
        value: `${last.value}叫${first.value}`,
      }
      inherited = found.subject
      other = undefined
      continue
    }
    const said = other ? found.drafts.filter((draft) => !isAmbiguous(draft, found.subject)) : found.drafts
    other = introduced(said, found.subject, kept[index + 1]?.plain, discourse)
    if (other) discourse.last = other.entity
    inherited = other?.next ?? found.subject
    formerly.push(...found.formerly)
    for (const draft of said) {
      const before = formerly.find(
        (one) => one.attribute === draft.attribute && one.subject === draft.subject && one.value !== draft.value,
      )
      const mode = draft.mode ?? 'assert'
      drafts.push(
        corrective && mode === 'assert'
          ? { ...draft, mode: 'correct', ...(denied && { previous: denied }) }
          : before && mode !== 'retract' && attributeOf(draft.attribute).cardinality === 'one'
            ? { ...draft, mode: 'change', previous: before.value }
            : draft,
      )
    }
  }
  // Where somebody used to work is history, unless it only says what the present replaced.
  const past = formerly.filter(
    (one) =>
      /^(?:employer|occupation)$/u.test(one.attribute) &&
      !drafts.some(({ attribute, subject }) => attribute === one.attribute && subject === one.subject),
  )
  return [...past.map((one): Draft => ({ ...one, attribute: 'working', mode: 'assert' })), ...drafts]
}

function readClause(
  clause: Clause,
  whole: string,
  discourse: Discourse,
  inherited: Subject | undefined,
): { drafts: Draft[]; formerly: Draft[]; subject?: Subject } {
  let { plain, original } = objectLast(clause)
  let lead = ''
  const at = plain.search(/[我咱]/u)
  if (at > 0 && at <= 16 && LEAD.test(withoutDates(plain.slice(0, at)))) {
    lead = original.slice(0, at).replace(/^(?:其实|现在|目前)/u, '')
    plain = plain.slice(at)
    original = original.slice(at)
  }
  const subject = readSubject(plain, original, discourse, inherited)
  if (!subject) return { drafts: [], formerly: [] }
  if (subject.entity) discourse.last = subject.entity
  const predicate = trimEnd(original.slice(subject.length))
  const reading: Reading = {
    subject,
    plain: simplify(predicate),
    original: predicate,
    lead: trimEnd(lead),
    whole,
    discourse,
  }
  const past = FORMERLY.test(clause.plain)
  if (subject.kind === 'self' && !past) {
    const decision = readDecision(
      simplify(`${lead}${predicate}`),
      rendered(reading, false).text.slice(subject.label.length),
      whole,
      subject.label,
      subject.key,
    )
    if (decision) return { drafts: [decision], formerly: [], subject }
  }
  const found = (subject.kind === 'thing' ? readThing(reading) : readState(reading, past)).filter(isPlausible)
  if (found.length > 0 && subject.entity && subject.name && isGivenName(subject.name))
    discourse.known.set(subject.name.toLowerCase(), subject.entity)
  for (const draft of found)
    if (subject.entity && draft.attribute === 'name') discourse.known.set(draft.value.toLowerCase(), subject.entity)
  return past
    ? {
        drafts: found.filter(({ attribute }) => /^(?:origin|birthplace|education)$/u.test(attribute)),
        formerly: found,
        subject,
      }
    : { drafts: found, formerly: [], subject }
}
