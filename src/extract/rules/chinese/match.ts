import { pattern } from '../../../language/pattern.js'
import { isNamed, type Draft } from '../draft.js'
import { ADVERBS, FORMERLY, FORMER_WORDS } from './adverbs.js'
import { rendered, type Reading } from './reading.js'
import { headOf, listOf, trimEnd } from './render.js'
import type { Rule } from './rule.js'
import { simplify } from '../../../language/simplify.js'
import { TOPICS } from './topics/index.js'
import { withoutDates } from './when.js'
import { EVENT } from '../../text/chinese/vocabulary.js'

// A lasting state is not read from what holds on a single day: 今天在家办公.
const LASTING = /^(?:working|habit|avoids|diet|likes|dislikes|household|uses)$/u
const ONE_DAY = pattern('u')`
  (?<!从|自)(?:今天|今晚|今早|今儿|明天|明早|明晚|昨天|昨晚|后天|前天|刚才|这会儿|这顿|这次)(?!起|开始)
`
const OCCASION = pattern('u')`${EVENT}|出发|飞|搬|动身|登机|生日|手术|住院|出院|报名`
// 会弹钢琴的男生真帅, 我住的酒店没有热水: what stands before 的 tells of a noun, of which the rest is said.
const OF_A_NOUN = pattern('u')`
  ^(?:(?!的|，).){1,14}的
  (?!(?:专业|工作|公司|车|手机|城市|行业|职业|方向|牌子|小区|地方|房子|岗位|部门|电脑|编辑器|时候)|是)
  (?:(?!的|，).){1,4}?
  (?:
    真|很|太|都|也|就|没|不|回来|会|能|要(?!求)|最|总|老(?![师板家])|一般|把|被|比|特别|非常|超|好(?!友)|更
    |容易|让
  )
`
const MAY_HOLD_CLAUSE = /^(?:plan|event|goal|likes|dislikes|favorite|habit|finance|learning)(?::|$)/u
const STATE_ONLY = /^(?:plan|event|goal|trait|skill|learning)(?::|$)/u
const FOR_PEOPLE = pattern('u')`
  ^(?:
    age|birthday|birthplace|origin|nationality|language|religion|marital|likes|dislikes|allergy|condition
    |diet|avoids|home|household|employer|occupation|working|education|family|pet|car|owns|skill|learning
    |habit|plan|event|name|goal|trait|height|nickname|detail
  )(?::|$)
`

/** The facts of the first rule that matches a predicate. `ended`: it no longer holds. */
export function match(reading: Reading, predicate: string, ended: boolean): Draft[] {
  const { subject, discourse } = reading
  const undated = withoutDates(predicate)
  const candidates = [
    ...new Set([
      predicate,
      undated.replace(FORMER_WORDS, '').replace(ADVERBS, ''),
      undated,
      undated.replace(ADVERBS, ''),
      predicate.replace(ADVERBS, ''),
      withoutDates(`${simplify(reading.lead)}${predicate}`),
    ]),
  ].filter((candidate) => candidate !== '')
  let future: ReturnType<typeof rendered> | undefined
  let past: ReturnType<typeof rendered> | undefined
  for (const rule of TOPICS) {
    if (subject.kind === 'none' && !rule.subjectless) continue
    if (rule.who === 'self' && subject.kind !== 'self' && subject.kind !== 'none') continue
    if (rule.who === 'people' && subject.kind !== 'person' && subject.kind !== 'pet') continue
    if (rule.sentence && !rule.sentence.test(reading.whole)) continue
    const found = firstMatch(rule, candidates)
    if (!found) continue
    const attribute = typeof rule.attribute === 'string' ? rule.attribute : rule.attribute(found)
    if (
      attribute === undefined ||
      (ended && STATE_ONLY.test(attribute)) ||
      (subject.entity && !FOR_PEOPLE.test(attribute))
    )
      continue
    if (!MAY_HOLD_CLAUSE.test(attribute) && OF_A_NOUN.test(predicate)) continue
    if (rule.mode === undefined && LASTING.test(attribute) && ONE_DAY.test(`${simplify(reading.lead)}${predicate}`))
      continue
    const isPast =
      rule.dated === 'past' || (rule.dated === undefined && /了(?:$|[\p{Script=Han}]{1,6}$)/u.test(predicate))
    const dated = isPast ? (past ??= rendered(reading, true)) : (future ??= rendered(reading, false))
    const today = new Date(discourse.message.at).setHours(0, 0, 0, 0)
    if (
      rule.dated === 'future' &&
      (dated.at === undefined ||
        dated.at < today ||
        (dated.at < today + 86_400_000 && /(?<![约订买报定])了(?!$)/u.test(predicate)))
    )
      continue
    if (rule.dated === 'past' && (dated.at === undefined || dated.at >= today + 86_400_000)) continue
    // An errand of the same day is no plan worth keeping.
    if (attribute === 'plan' && dated.at !== undefined && dated.at < today + 86_400_000 && !OCCASION.test(predicate))
      continue
    // "结婚" on a day to come is a plan, not a state.
    const ahead =
      dated.at !== undefined &&
      dated.at >= today + 86_400_000 &&
      /^(?:marital|condition|family|employer|occupation|home|event)$/u.test(attribute)
    return drafts(rule, found, ahead ? 'plan' : attribute, dated, reading)
  }
  return []
}

const COUNTED = /^(?:[一两二三四五六七八九十俩仨几]|\d+)[只条缸匹窝头个盆箱辆台部把套架]/u

function firstMatch(rule: Rule, candidates: readonly string[]): RegExpExecArray | undefined {
  for (const candidate of candidates) {
    const found = rule.match.exec(candidate)
    if (found && !rule.reject?.test(candidate)) return found
  }
  return undefined
}

function drafts(
  rule: Rule,
  found: RegExpExecArray,
  attribute: string,
  dated: { text: string; at?: number },
  { subject, original }: Reading,
): Draft[] {
  const raw = rule.value ? rule.value(found) : (found.groups?.['v'] ?? '')
  const previous = found.groups?.['p']
  // A former state keeps the words that say so (以前, before); in a name, 周一 is no Monday and 今日 is not today.
  const text =
    rule.predicate === undefined || FORMERLY.test(dated.text)
      ? attribute === 'name' || (isNamed(attribute) && !simplify(dated.text).includes(raw))
        ? `${subject.label}${original}`
        : dated.text
      : `${subject.label}${rule.predicate}${raw}`
  const timed =
    dated.at !== undefined &&
    (/^(?:plan|event)$/u.test(attribute) ||
      rule.mode === 'change' ||
      rule.mode === 'retract' ||
      (/^(?:age|marital|condition|working)$/u.test(attribute) && /\d日/u.test(dated.text)))
  const base: Draft = {
    text: trimEnd(text),
    attribute,
    subject: subject.key,
    value: headOf(raw),
    ...(rule.mode && { mode: rule.mode }),
    ...(previous && { previous: headOf(previous) }),
    ...(timed && (rule.mode === 'retract' ? { validTo: dated.at as number } : { validFrom: dated.at as number })),
  }
  const items = rule.list ? listOf(raw) : []
  // The value as written, which may be in traditional characters.
  const at = simplify(base.text).indexOf(raw)
  if (items.length < 2 || at < 0) return [base]
  const counted = found.groups?.['c']
  let offset = at
  return items.map((item) => {
    const from = simplify(base.text).indexOf(item, offset)
    offset = from < 0 ? offset : from
    const written = from < 0 ? item : base.text.slice(from, from + item.length)
    // 三只乌龟和一缸鱼: a further item brings its own count.
    const start =
      counted !== undefined && COUNTED.test(item) && base.text.slice(0, at).endsWith(counted) ? at - counted.length : at
    return {
      ...base,
      text: trimEnd(base.text.slice(0, start) + written + base.text.slice(at + raw.length)),
      value: headOf(item),
    }
  })
}
