import { stem } from '../../../language/english.js'
import { fold } from '../../../language/fold.js'
import { contentWords, heavyWords } from '../../../reconcile/content-words.js'
import { simplify } from '../../../language/simplify.js'

// With these a fact is framed: whether its message says them in these words is of no account. What they claim (living
// rather than working somewhere) is compared elsewhere.
const FRAME = `assistant's tool said says say told tell mention state note explain suggest recommend advise offer propose decide decision choose plan planning intend intention go going goes went come visit
  job company firm employer employ profession occupation career role position hire join study studies student attend learn lives living resident home
  favorite favourite interest interested hobby fan prefer preference want wish need hope like enjoy
  own owner possess adopt buy purchase drive keep spouse partner relationship birthday born birth origin hail originally native speak language fluent
  diet eat drink consume avoid take suffer diagnosed condition intolerant intolerance allergic reaction food
  nickname title identify know know as whose who with at by than also together new recent recently previous previously former formerly later current long time
  start begin began join become change switch replace quit stop finish graduate leave left move relocate turn goal aim try complete travel practice practise routine habit usually regularly every
  longer cannot rule follow consider considering might maybe perhaps possibly
  answer reply respond response communicate via using conversation message
  公司 单位 职业 工作单位 职位 岗位 计划 打算 准备 名字 姓名 昵称 来自 出生 出生于 出身 生日 最喜欢 最爱 偏好 偏爱 爱好 兴趣 感兴趣 想 希望 要求 需要 要 会 能 可以 去 到 往 前往 来 从 认为 觉得 提到 表示 建议 推荐 说 告诉 决定 选择
  生 生日 生于 养 饲养 购买 买 买了 驾驶 开 配偶 饮食 食用 饮用 避免 患有 患 得了 确诊 不耐受 学习 就读 就读于 读书 学 上学 毕业 毕业于 专业 会说 语言 开始 成为 改为 换成 更换 辞去 离开 之前 以前 曾 曾经 过去 最近 近期 新 新的 目标
  考虑 可能 完成 完成了 学业 看 习惯 经常 通常 每 都 与 和 跟 一起 同 作为 担任 是 正在 在 于 将 将要 已 已经 不再 身份 称呼 称为 被称为 时候 时间 时 其 他 她 它 他们 她们 这 那 所 之 家 家里 人`
// One word for what people call by several; irregular forms beside their verb. The first of a line stands for all.
const SAME = `mother mom mum mama mommy mummy|father dad papa daddy|wife spouse|husband hubby spouse|grandmother grandma granny nana|grandfather grandpa grandad|child kid children kids|girlfriend gf|boyfriend bf
  sister sis|brother bro|friend buddy mate pal|puppy dog pup doggo|cat kitty kitten|fly flies flew flight flown|buy bought|teach taught teacher teaching|run ran running runner|swim swam swimmer|write wrote written writer
  drive drove driven driver|speak spoke spoken|break broke broken|get got|meet met|marry married marriage wedding|photograph photography photographer photo|bicycle bike cycling cycle|car automobile|phone smartphone cellphone mobile
  television tv|movie film|apartment flat|holiday vacation|gym workout|doctor physician dr|university uni college|usa america|uk britain|nyc new york|vegetarian veggie|software developer engineer programmer|color colour|begin began begun
  win won|lose lost loss|sell sold sale|build built|find found|paint painting painter|cook cooking chef|play played player|sing sang singer singing|dance dancing dancer|climb climbing climber|hike hiking hiker|bake baking baker
  read reading reader|travel trip travelling traveling journey|pregnant pregnancy expecting|retire retired retirement|divorce divorced|hospital hospitalised hospitalized|surgery operation operated|interview interviewing|train training trained
  妈妈 母亲 妈 老妈|爸爸 父亲 爸 老爸|妻子 老婆 太太 媳妇 爱人|丈夫 老公 先生 爱人|奶奶 祖母|爷爷 祖父|外婆 姥姥|外公 姥爷|女儿 闺女|女朋友 女友|男朋友 男友|狗 小狗 狗狗|猫 小猫 猫咪|程序员 码农 开发|医生 大夫|老师 教师|手机 电话|电影 影片|爬山 登山|跑步 晨跑|素食 吃素 素食者|结婚 已婚 婚礼|宝宝 婴儿|米饭 饭|坐飞机 飞`

let frame: Set<string> | undefined
let groups: Map<string, Set<string>> | undefined

function load(): { frame: Set<string>; groups: Map<string, Set<string>> } {
  frame ??= new Set(FRAME.split(/\s+/).flatMap((word) => [word, stem(word)]))
  if (!groups) {
    groups = new Map()
    for (const line of SAME.split(/\||\n/)) {
      const words = line.trim().split(/\s+/).map(stem)
      for (const word of words) groups.set(word, new Set([...(groups.get(word) ?? []), ...words]))
    }
  }
  return { frame, groups }
}

// Told by `numbersOf`, which knows more about them.
const NUMERIC =
  /^\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundr|thousand|onc|twice|first|second|third|am|pm|o'clock)$|^(?:mon|tues?|wednes|thurs|fri|satur|sun)dai$|^(?:january?|januari|februari|march|april|mai|june|juli|august|septemb|octob|novemb|decemb|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$|^(?:week|month|dai|year|todai|tomorrow|yesterdai|tonight|weekend|date|spring|summer|autumn|winter)$/
const HAN_NUMERIC =
  /^(?:第?[零〇一二两三四五六七八九十百千万几半多]+|周|星期|礼拜|号|日|月|年)(?:个|只|条|位|名|辆|台|岁|年|月|日|号|点|次|天|周|小时|分钟|公里|公斤|杯|本|口|间|套|家|份|张|半|左右|多)*[一二三四五六日天末]?$/u
const HAN = /^\p{Script=Han}/u
const TIME_WORD =
  /^(?:今天|昨天|明天|前天|后天|今年|去年|明年|前年|本月|上个月|下个月|上周|下周|本周|周末|星期|早上|上午|中午|下午|晚上|凌晨|每天|每周|每月|每年|年|月|日)/u

/** The words of a fact that its messages must say. */
export function claims(text: string): string[] {
  const { frame: frames } = load()
  // Of 不是 and 没有, what is left without the negation.
  const words = heavyWords(simplify(text)).map((word) =>
    HAN.test(word) ? word.replace(/^[不没别未无](?=\p{Script=Han}{1,2}$)/u, '') : word,
  )
  return [...new Set(words)].filter(
    (word) =>
      !frames.has(word) &&
      !(HAN.test(word) ? HAN_NUMERIC.test(word) || TIME_WORD.test(word) : NUMERIC.test(word)) &&
      /[\p{L}\p{Extended_Pictographic}]/u.test(word),
  )
}

/** Names in Latin letters: capitalised, and not merely the first word. */
export const properNames = (text: string): Set<string> =>
  new Set(
    [
      ...text.matchAll(/(?<=[\p{L}\p{N},:;'"’)。，、] ?)(?<![\p{Script=Latin}'’])\p{Lu}[\p{Script=Latin}\p{N}]*/gu),
    ].flatMap(([name]) => contentWords(name)),
  )

export interface Evidence {
  words: Set<string>
  folded: string
}

export const evidenceOf = (...texts: readonly string[]): Evidence => {
  const simple = texts.map(simplify).join('\n')
  return { words: new Set(contentWords(simple)), folded: fold(simple) }
}

/** Whether the evidence has a word, in another form or by another name. */
export function has(evidence: Evidence, word: string, isName = false): boolean {
  if (HAN.test(word))
    return (
      hasHan(evidence.folded, word) ||
      [...(load().groups.get(word) ?? [])].some((other) => evidence.folded.includes(other))
    )
  if (evidence.words.has(word)) return true
  if (isName) return false
  if ([...(load().groups.get(word) ?? [])].some((other) => evidence.words.has(other))) return true
  // "photographer" and "photography", "vegetarianism" and "vegetarian".
  return (
    word.length >= 6 &&
    [...evidence.words].some(
      (other) =>
        other.length >= 5 && Math.abs(other.length - word.length) <= 4 && other.slice(0, 5) === word.slice(0, 5),
    )
  )
}

/** Dictionaries cut 养了 and 了一 anywhere, so a word counts as said when its particles fall away. */
function hasHan(folded: string, word: string): boolean {
  if (folded.includes(word)) return true
  const core = word.replace(/^[住在到去往来叫是有养吃喝对被把用]|[了的过着在到人们时]$/gu, '')
  return core !== '' && core !== word && folded.includes(core)
}
