import { chineseWords } from '../../../language/chinese.js'
import { attributeOf } from '../attributes.js'
import type { Discourse, Draft, Entity } from '../draft.js'
import { isCorrective, readCorrection, readForget, statementMeant } from './corrections.js'
import { isConditional, isDoubtful, isOwnQuestion, isQuestionClause } from './guards.js'
import { readDecision, readInstruction } from './instructions.js'
import { aboutSpeaker, headOf, listOf, ofSpeaker, trimEnd } from './render.js'
import type { Rule } from './rule.js'
import { simplify } from './simplify.js'
import { readSubject, type Subject } from './subject.js'
import { TOPICS } from './topics.js'
import { resolveDates, withoutDates } from './when.js'
import { OCCUPATION, PET, RELATION, SURNAME } from './words.js'

interface Clause {
  original: string
  plain: string
}

const HAN_SPACE = /(?<=[\p{Script=Han}，。！])[ \u3000]+(?=[\p{Script=Latin}\d])|(?<=[\p{Script=Latin}\d])[ \u3000]+(?=[\p{Script=Han}，。！])/gu
const BREAK = /[，,；;。！!？?~～—|\n]+|\.{2,}|…+|(?<=[\p{Script=Han}])[ \u3000]+(?=[\p{Script=Han}])|(?<=.{4})(?=(?:而且|并且|但是|不过|所以|因为|然后|于是|可是|只是)(?!说))|(?<=[\p{Script=Han}])[+＋](?=[\p{Script=Han}])|(?<=.)(?=(?:另外?|还有)?一(?:只|条|个)叫)|(?<=[\p{Script=Han}A-Za-z\d])[:：](?=[\p{Script=Han}])|\p{Extended_Pictographic}+/u
const MARKERS =
  /^(?:(?:其实|对了|另外|顺便(?:说一下|说一句|提一下|提一句|说|提)?|话说(?:回来)?|嗯+|哦+|噢|哎呀?|唉|啊+|好的?|行|谢谢你?|多谢|你好|您好|大家好|各位好|哈喽|嗨|hi|hello|hey|因为|由于|所以|因此|不过|但是|但|可是|而且|并且|还有|然后|就是|只是|说实话|老实说|实话实说|说真的|讲真|坦白说|补充(?:一下|一点|说明)?|提醒一下|(?:请|要|帮我|你要|麻烦)?(?:记住|记得|记一下|记下(?:来)?|记着)(?:了)?|(?:跟|和|告诉|同)你(?:说|讲)?(?:一声|一下|件事|个事)?|先说一下|忘了说|自我介绍(?:一下)?|介绍(?:一下|下)(?:自己|我自己)?|简单介绍一下|反正|毕竟|既然|况且|同时|备注|注意|ps|PS|我(?:之前|上次|以前|刚才)?(?:跟你|和你)?(?:说过|提过|讲过)|我跟你说|我告诉你|你知道吗?|要知道|事实上|实际上|没错|是的|对|不|不是|不对|作为补充|首先|其次|最后|第[一二三]|虽然|尽管|目前来说|个人|报告|好消息|坏消息|更新一下|背景|情况是这样的?|是这样的?|那个|这样|哈哈+|更正(?:一下)?|纠正(?:一下)?|说错了|抱歉|不好意思|嘿)[，,：:！!\s]*)+/iu
// 对花生过敏, 不吃香菜 and 最后 dates are no openings: the marker must leave something that reads on.
const KEEPS = /^(?:对(?!了)|不(?!过|是我|对我)|好(?:吃|看|喜|好)|最后一|然后天|行(?:程|政|业)|同时间|作为|就是(?!我))/u
const LEAD = /^(?:早上|晚上|下午|中午|上午|凌晨|平时|平常|最近|近期|目前|现在|如今|今年|这几年|这两年|周末|每天|每周|每个月|每年|每到周末|每晚|每个周末|每次|下班后|一般|通常|经常|从小|今后|以后|往后|从今以后|从现在起|从现在开始|一直|大学|高中|小时候|以前|之前|曾经|过去|当年|原来|年轻时|的|，|[一二三四五六七八九十\d]+点半?|刚刚|刚才|前几天|前段时间|上次|过几天|过两天|的时候|其实|正好|刚好|家里|工作日|终于|已经|就|饭后|睡前)*$/u
const ADVERBS = /^(?:其实|真的|真心|真|确实|也|都|还是|还|又|很|非常|特别|超级|超|挺|蛮|比较|相当|最(?!近|后|初)|一直(?:以来)?(?:都)?|从小(?:就|到大)?|本来就|目前|现在|正|刚刚|刚|终于|平时|平常|个人|已经|早就|就|可|老|总|天生|主要|尤其|只|一向|向来|依然|仍然|依旧|基本上|基本|完全|今年|这几年|这两年|最近|近期|如今|大学|的话|算是|应该|第一次|又开始|也开始|自己|家里|年轻时|现阶段|是真的|无敌|巨|贼|老早就|打小就|可是|实在|生平|这辈子|(?:大学|研究生|硕士|博士|高中)?毕业(?:以后|之后|后)|婚后|退休后|突然|慢慢|渐渐|开始|下班(?:后|以后|之后)?|业余时间|业余|闲时|空闲时|没事就|这阵子|这段时间|有空就|反正)+/u
const FORMERLY = /以前|之前(?!说)|过去(?!了)|曾经|曾在|原来|原先|小时候|当年|年轻时|年轻的时候|那时候?|早年|本来(?!就)|上学的时候|大学的时候|以往|从前|读书的时候/u
const FORMER_WORDS = /^(?:我)?(?:以前|之前|过去|曾经|原来|原先|小时候|当年|年轻的?时候?|早年|以往|从前)+(?:是|都|就)?/u
const ENDED = /^(?:我)?(?:已经|早就|现在|早已|最近|也|都|目前|从.{1,6})*(?:不再|没有?再|不)(?:会|能|去|是)?(?<rest>.+?)(?:了)?$/u

/** The facts of one sentence of a statement. */
export function readSentence(sentence: string, asks: boolean, discourse: Discourse): Draft[] {
  const { label, key } = discourse.speaker
  const original = statementMeant(sentence).replace(HAN_SPACE, '').replace(/[*_`#>•·-]{1,3}(?=\p{Script=Han})/gu, '').replace(/^\s*\d{1,2}[.、)）]\s*/u, '')
  const plain = simplify(original)
  const closed = trimEnd(plain.replace(/[?？]+\s*$/u, ''))
  const clauses = clausesOf(original)
  const kept = asks ? beforeTheQuestion(clauses) : clauses
  if (kept.length === 0) return []
  if (!asks) {
    const correction = readCorrection(closed, discourse.before)
    if (correction) return [correction]
    const forget = readForget(closed.replace(MARKERS, (marker) => (/不|别|忘/u.test(marker) ? marker : '')), label, key)
    if (forget?.draft) return [forget.draft]
    if (forget?.inner) return readSentence(forget.inner, false, discourse).map((draft) => ({ ...draft, mode: 'retract', text: `${label}要求忘掉：${draft.text}` }))
    if (!isQuestionClause(plain) && !isConditional(plain)) {
      const instruction = readInstruction(original, label, key)
      if (instruction) return [instruction]
    }
  }
  const corrective = isCorrective(plain)
  const denied = corrective ? /[，,]\s*(?:而)?不是(?:在|住)?(?<previous>[\p{Script=Han}A-Za-z\d]{1,12})/u.exec(closed)?.groups?.['previous'] : undefined
  const drafts: Draft[] = []
  let formerly: Draft[] = []
  let inherited: Subject | undefined
  for (const [index, clause] of kept.entries()) {
    if (isConditional(clause.plain)) break
    if (isDoubtful(clause.plain) || (isQuestionClause(clause.plain) && !ENDED.test(clause.plain))) {
      // What hearsay or doubt is about need not be who came before.
      inherited = undefined
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
    inherited = introduced(found.drafts, found.subject, kept[index + 1]?.plain, discourse) ?? found.subject ?? inherited
    formerly = [...formerly, ...found.formerly]
    for (const draft of found.drafts) {
      const before = formerly.find((one) => one.attribute === draft.attribute && one.subject === draft.subject && one.value !== draft.value)
      const mode = draft.mode ?? 'assert'
      drafts.push(corrective && mode === 'assert' ? { ...draft, mode: 'correct', ...(denied && { previous: denied }) } : before && mode !== 'retract' && attributeOf(draft.attribute).cardinality === 'one' ? { ...draft, mode: 'change', previous: before.value } : draft)
    }
  }
  return drafts
}

/** 我有个女儿，叫朵朵: the daughter is who is meant next. */
function introduced(drafts: readonly Draft[], subject: Subject | undefined, next: string | undefined, discourse: Discourse): Subject | undefined {
  const draft = drafts.find(({ attribute }) => attribute === 'family' || attribute === 'pet')
  if (!draft || !subject || (subject.kind !== 'self' && subject.kind !== 'none')) return undefined
  const noun = new RegExp(draft.attribute === 'pet' ? PET : RELATION, 'u').exec(draft.value)?.[0]
  if (!noun) return undefined
  // 斗鱼 tells more than 鱼.
  const shown = draft.value.endsWith(noun) && Array.from(draft.value).length <= 4 ? draft.value : noun
  const { label, key } = discourse.speaker
  const entity: Entity = { kind: draft.attribute === 'pet' ? 'pet' : 'person', label: `${label}的${shown}`, key: key === 'user' ? noun : `${key}'s ${noun}` }
  discourse.last = entity
  return next && /^(?:名字|小名)?(?:叫|是)|^.{0,6}(?:只|条|个|头|匹)叫|^(?:今年|刚|快|都)?[\d一二三四五六七八九十]+(?:个月|岁)|^品种/u.test(next) ? { kind: entity.kind, label: entity.label, key: entity.key, entity, length: 0 } : undefined
}

function clausesOf(original: string): Clause[] {
  return original
    .replace(/(?<=目标|flag|Flag|愿望|心愿|梦想)[:：]\s*/gu, '是')
    .split(BREAK)
    .map((piece) => trimEnd(piece))
    .filter((piece) => piece !== '')
    .map((piece) => withoutMarkers(piece))
    .map((piece) => ({ original: piece, plain: simplify(piece) }))
}

function withoutMarkers(piece: string): string {
  const plain = simplify(piece)
  if (KEEPS.test(plain)) return piece
  const marker = MARKERS.exec(plain)?.[0] ?? ''
  let length = marker.length
  // "对" or "不" at the end of a run of openings may begin what follows.
  const last = /(?:对|不|好|行|就是|个人|最后)$/u.exec(marker)?.[0]
  if (last && KEEPS.test(plain.slice(length - last.length))) length -= last.length
  return length >= plain.length ? piece : piece.slice(length)
}

function beforeTheQuestion(clauses: readonly Clause[]): Clause[] {
  const last = clauses.at(-1)
  return last && clauses.length > 1 && isOwnQuestion(last.plain) ? clauses.slice(0, -1).filter(({ plain }) => !isQuestionClause(plain)) : []
}

const OBJECT_FIRST = /^(?<object>(?!今年|现在|最近|平时|其实|以前|周末|每天)[\p{Script=Han}A-Za-z]{1,8})我(?:是|可|真|真的|都|也|特别|超级|超|一直|从来|从|很|最|一点都|实在|完全|比较|不太|还是|都是|就是)*(?<verb>接受不了|受不了|不吃|不喝|不爱吃|不喜欢|不爱|喜欢|爱吃|爱喝|爱看|讨厌|过敏|吃不了|喝不了|戒了|会听会说|会说|会讲)(?:的|了)?$/u

/** 香菜我不吃 says 我不吃香菜. */
function objectLast(clause: Clause): Clause {
  const match = OBJECT_FIRST.exec(clause.plain)
  if (!match) return clause
  const { object, verb } = match.groups as { object: string; verb: string }
  const written = clause.original.slice(0, object.length)
  const text = verb === '过敏' ? `我对${written}过敏` : verb === '戒了' ? `我戒了${written}` : `我${verb}${written}`
  return { original: text, plain: simplify(text) }
}

function readClause(clause: Clause, whole: string, discourse: Discourse, inherited: Subject | undefined): { drafts: Draft[]; formerly: Draft[]; subject?: Subject } {
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
  const reading: Reading = { subject, plain: simplify(predicate), original: predicate, lead: trimEnd(lead), whole, discourse }
  const past = FORMERLY.test(clause.plain)
  if (subject.kind === 'self' && !past) {
    const decision = readDecision(simplify(`${lead}${predicate}`), rendered(reading, false).text.slice(subject.label.length), whole, subject.label, subject.key)
    if (decision) return { drafts: [decision], formerly: [], subject }
  }
  const found = subject.kind === 'thing' ? readThing(reading) : readState(reading, past)
  for (const draft of found) if (subject.entity && draft.attribute === 'name') discourse.known.set(draft.value.toLowerCase(), subject.entity)
  return past ? { drafts: found.filter(({ attribute }) => /^(?:origin|birthplace|education)$/u.test(attribute)), formerly: found, subject } : { drafts: found, formerly: [], subject }
}

interface Reading {
  subject: Subject
  /** The predicate, simplified, and as written. */
  plain: string
  original: string
  lead: string
  whole: string
  discourse: Discourse
}

function rendered({ subject, original, lead, discourse }: Reading, past: boolean): { text: string; at?: number } {
  const rest = subject.kind === 'self' || subject.kind === 'none' ? ofSpeaker(original) : aboutSpeaker(original, discourse.speaker.label)
  const dated = resolveDates(`${lead}${rest}`, discourse.message.at, past)
  return { ...dated, text: `${subject.label}${dated.text.replace(/^[，,的]+/u, '')}` }
}

function readState(reading: Reading, formerly: boolean): Draft[] {
  const { plain, subject } = reading
  const person = personNamed(plain.replace(ADVERBS, ''))
  if (person && (subject.kind === 'self' || subject.kind === 'person')) return [{ text: subject.kind === 'self' ? `${subject.label}叫${person}` : rendered(reading, false).text, attribute: 'name', subject: subject.key, value: person }]
  const noMore = /不再|没有?再|^(?:已经|现在)*不(?:喜欢|爱).+了$/u.test(plain)
  const positive = noMore ? [] : match(reading, plain, false)
  if (positive.length > 0) return positive
  const ended = formerly ? undefined : ENDED.exec(plain)?.groups?.['rest']
  if (ended && (noMore || /了$/u.test(plain)) && !/^(?:太|怎么|大|很)/u.test(ended)) {
    const state = match(reading, ended, true)
    if (state.length > 0) return state.map((draft) => ({ ...draft, mode: 'retract' }))
  }
  if (noMore) return match(reading, plain, false)
  const gave = /^(?:已经|终于|成功|刚刚?|去年|今年)*(?:戒(?:掉|了)?(?<v>烟|酒|糖|咖啡|奶茶|可乐|网瘾|赌|游戏|碳水|甜食|手机|肉|[\p{Script=Han}]{1,4})(?:了|(?:\d+|[一二三四五六七八九十两半]+)(?:多)?(?:年|个月|天)(?:了)?)*|(?<all>[\p{Script=Han}、和]{1,8}?)(?:全|都|已经)+戒了|卖(?:掉|了)(?<sold>[\p{Script=Han}A-Za-z]{0,6}(?:车|房子?|手机|电脑|相机)))(?:了)?$/u.exec(withoutDates(plain))
  if (gave) {
    const text = rendered(reading, true)
    const sold = gave.groups?.['sold']
    return [{ text: text.text, attribute: sold ? (/车/u.test(sold) ? 'car' : 'owns') : 'habit', subject: subject.key, value: sold ?? gave.groups?.['v'] ?? (gave.groups?.['all'] as string), mode: 'retract', ...(text.at !== undefined && { validTo: text.at }) }]
  }
  return []
}

const THINGS: [RegExp, string][] = [
  [/^(?:小|大|真)?(?:名字?|姓名|全名)$/u, 'name'],
  [/昵称|英文名|网名|微信名|曾用名|小名|中文名|日文名|法文名/u, 'nickname'],
  [/生日/u, 'birthday'],
  [/年龄/u, 'age'],
  [/身高/u, 'height'],
  [/鞋码|鞋号|尺码/u, 'detail:size'],
  [/月薪|年薪|工资|房租|房贷|收入|预算/u, 'finance'],
  [/体重/u, 'detail:weight'],
  [/血型/u, 'detail:blood type'],
  [/星座|属相|生肖|MBTI|性格/iu, 'trait'],
  [/手机号|电话/u, 'phone'],
  [/邮箱/u, 'email'],
  [/微信/u, 'detail:wechat'],
  [/地址|住址/u, 'address'],
  [/老家|家乡|籍贯|户口/u, 'origin'],
  [/国籍|民族/u, 'nationality'],
  [/职业|工作|岗位|职位/u, 'occupation'],
  [/公司|单位/u, 'employer'],
  [/专业|学校|母校|学历/u, 'education'],
  [/母语/u, 'language'],
  [/爱好|兴趣|最爱|偶像|口味/u, 'likes'],
  [/特长|拿手菜/u, 'skill'],
  [/目标|梦想|理想|愿望|计划/u, 'goal'],
  [/信仰/u, 'religion'],
  [/过敏/u, 'allergy'],
  [/车/u, 'car'],
  [/手机|电脑/u, 'owns'],
  [/编辑器|系统/u, 'uses'],
  [/作息/u, 'habit'],
  [/饮食/u, 'diet'],
  [/时区/u, 'detail:timezone'],
  [/老婆|老公|女儿|儿子|孩子|妈妈|爸爸/u, 'name'],
  [/航班|婚礼|面试|考试|手术|预产期|答辩|婚期|体检|复查/u, 'plan'],
]

function readThing(reading: Reading): Draft[] {
  const { subject, plain } = reading
  const attribute = THINGS.find(([pattern]) => pattern.test(subject.noun ?? ''))?.[1]
  const value = /^(?:就|应该|现在|目前|也|已经|改)*(?:是|叫做?|为|在|有|比较|偏|很|[：:])?(?<v>.+)$/u.exec(plain)?.groups?.['v']
  if (!attribute || value === undefined || /^(?:什么|怎么|哪|这|那|谁|不|没|坏|丢|很慢|卡|问题|有点|出)/u.test(value) || /(?:坏了|丢了|没电|很卡|报错|太累|很忙|很累|很好|不错|一般|还行|还可以|关于.*)$/u.test(value)) return []
  if (attribute === 'employer' && /^(?:就|现在|目前|也)*在/u.test(plain)) return [{ text: rendered(reading, false).text, attribute: 'detail:place of work', subject: subject.key, value: headOf(value) }]
  if (attribute === 'birthday' && !/\d|[一二三四五六七八九十]月|[初十廿]|除夕|元宵|中秋|圣诞|元旦|端午|情人节|国庆/u.test(value)) return []
  if (attribute === 'plan') {
    const text = rendered(reading, false)
    return text.at === undefined ? [] : [{ text: text.text, attribute, subject: subject.key, value: subject.noun as string, validFrom: text.at }]
  }
  if (/^(?:employer|education|owns|car|occupation)$/u.test(attribute) && (!/^(?:就|现在|目前|也|改)*(?:是|叫|为|在|[：:])/u.test(plain) || Array.from(value).length < 2)) return []
  const text = /生日/u.test(subject.noun ?? '') ? `${subject.label}${reading.original}` : rendered(reading, false).text
  const items = attributeOf(attribute).cardinality === 'many' ? listOf(trimEnd(value)) : [value]
  const place = text.lastIndexOf(trimEnd(reading.original.slice(plain.indexOf(value))))
  if (items.length > 1 && place >= 0) return items.map((item) => ({ text: text.slice(0, place) + item, attribute, subject: subject.key, value: headOf(item) }))
  return [{ text, attribute, subject: subject.key, value: headOf(value) }]
}

/** 我是王丽: a surname and one or two characters that are together no word of the dictionary. */
function personNamed(plain: string): string | undefined {
  const name = /^(?:就)?是(?<name>[\p{Script=Han}]{2,3})$/u.exec(plain)?.groups?.['name']
  if (name === undefined || !SURNAME.includes(name.charAt(0)) || new RegExp(`${OCCUPATION}$|[人生族座员者手长迷控党型]$`, 'u').test(name)) return undefined
  return chineseWords(name).length > 1 ? name : undefined
}

// What lasts is not told of a single day: 今天在家办公.
const LASTING = /^(?:working|habit|avoids|diet|likes|dislikes|household|uses)$/u
const ONE_DAY = /(?<!从|自)(?:今天|今晚|今早|今儿|明天|明早|明晚|昨天|昨晚|后天|前天|刚才|这会儿|这顿|这次)(?!起|开始)/u
const STATE_ONLY = /^(?:plan|event|goal|trait|skill|learning)(?::|$)/u
const FOR_PEOPLE = /^(?:age|birthday|birthplace|origin|nationality|language|religion|marital|likes|dislikes|allergy|condition|diet|avoids|home|household|employer|occupation|working|education|family|pet|car|owns|skill|learning|habit|plan|event|name|goal|trait|height|nickname|detail)(?::|$)/u

function match(reading: Reading, predicate: string, ended: boolean): Draft[] {
  const { subject, discourse } = reading
  const undated = withoutDates(predicate)
  const candidates = [...new Set([predicate, undated.replace(FORMER_WORDS, '').replace(ADVERBS, ''), undated, undated.replace(ADVERBS, ''), predicate.replace(ADVERBS, ''), withoutDates(`${simplify(reading.lead)}${predicate}`)])].filter((candidate) => candidate !== '')
  let coming: ReturnType<typeof rendered> | undefined
  let past: ReturnType<typeof rendered> | undefined
  for (const rule of TOPICS) {
    if (subject.kind === 'none' && !rule.bare) continue
    if (rule.who === 'self' && subject.kind !== 'self' && subject.kind !== 'none') continue
    if (rule.who === 'people' && subject.kind !== 'person' && subject.kind !== 'pet') continue
    if (rule.within && !rule.within.test(reading.whole)) continue
    const found = firstMatch(rule, candidates)
    if (!found) continue
    const attribute = typeof rule.attribute === 'string' ? rule.attribute : rule.attribute(found)
    if (attribute === undefined || (ended && STATE_ONLY.test(attribute)) || (subject.entity && !FOR_PEOPLE.test(attribute))) continue
    if (rule.mode === undefined && LASTING.test(attribute) && ONE_DAY.test(`${simplify(reading.lead)}${predicate}`)) continue
    const isPast = rule.dated === 'past' || (rule.dated === undefined && /了(?:$|[\p{Script=Han}]{1,6}$)/u.test(predicate))
    const dated = isPast ? (past ??= rendered(reading, true)) : (coming ??= rendered(reading, false))
    const today = new Date(discourse.message.at).setHours(0, 0, 0, 0)
    if (rule.dated === 'coming' && (dated.at === undefined || dated.at < today || (dated.at < today + 86_400_000 && /(?<![约订买报定])了(?!$)/u.test(predicate)))) continue
    if (rule.dated === 'past' && (dated.at === undefined || dated.at >= today + 86_400_000)) continue
    // "结婚" on a day to come is a plan, not a state.
    const ahead = dated.at !== undefined && dated.at >= today + 86_400_000 && /^(?:marital|condition|family|employer|occupation|home|event)$/u.test(attribute)
    return drafts(rule, found, ahead ? 'plan' : attribute, dated, reading)
  }
  return []
}

function firstMatch(rule: Rule, candidates: readonly string[]): RegExpExecArray | undefined {
  for (const candidate of candidates) {
    const found = rule.match.exec(candidate)
    if (found && !rule.reject?.test(candidate)) return found
  }
  return undefined
}

function drafts(rule: Rule, found: RegExpExecArray, attribute: string, dated: { text: string; at?: number }, { subject }: Reading): Draft[] {
  const raw = rule.value ? rule.value(found) : (found.groups?.['v'] ?? '')
  const previous = found.groups?.['p']
  const { text } = dated
  const timed = dated.at !== undefined && (/^(?:plan|event)$/u.test(attribute) || rule.mode === 'change' || rule.mode === 'retract' || (/^(?:age|marital|condition|working)$/u.test(attribute) && /\d日/u.test(dated.text)))
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
  let offset = at
  return items.map((item) => {
    const from = simplify(base.text).indexOf(item, offset)
    offset = from < 0 ? offset : from
    const written = from < 0 ? item : base.text.slice(from, from + item.length)
    return { ...base, text: trimEnd(base.text.slice(0, at) + written + base.text.slice(at + raw.length)), value: headOf(item) }
  })
}
