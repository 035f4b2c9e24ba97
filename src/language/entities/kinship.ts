import { pattern } from '../pattern.js'
import { fold } from '../fold.js'
import type { Findings } from './found.js'

/** Words for relatives and people close to somebody, by the word that stands for all of them. */
const ENGLISH: Record<string, string> = {
  mother: 'mom|mum|mommy|mummy|mama|mamma|mother|ma',
  father: 'dad|daddy|papa|father',
  parents: 'parents|folks',
  grandmother: 'grandma|granny|gran|nana|nan|grandmother',
  grandfather: 'grandpa|grandad|granddad|gramps|grandfather',
  grandparents: 'grandparents',
  sister: 'sister|sis',
  brother: 'brother|bro',
  wife: 'wife|wifey',
  husband: 'husband|hubby',
  son: 'son',
  daughter: 'daughter',
  children: 'kids|children',
  boyfriend: 'boyfriend|bf',
  girlfriend: 'girlfriend|gf',
  fiancé: 'fiance|fiancee',
  partner: 'partner',
  boss: 'boss|manager',
  roommate: 'roommate|flatmate|housemate',
  cousin: 'cousin',
  aunt: 'aunt|auntie|aunty',
  uncle: 'uncle',
  niece: 'niece',
  nephew: 'nephew',
  'best friend': 'best friend|bestie|bff',
  'mother-in-law': 'mother-in-law|mother in law',
  'father-in-law': 'father-in-law|father in law',
  'sister-in-law': 'sister-in-law|sister in law',
  'brother-in-law': 'brother-in-law|brother in law',
}
const CHINESE: Record<string, string> = {
  妈妈: '妈妈|媽媽|妈|媽|老妈|母亲|母親|娘亲',
  爸爸: '爸爸|爸|老爸|父亲|父親|爹',
  爸妈: '爸妈|爸媽|父母',
  奶奶: '奶奶|祖母',
  爷爷: '爷爷|爺爺|祖父',
  外婆: '外婆|姥姥|外祖母',
  外公: '外公|姥爷|外祖父',
  姐姐: '姐姐|老姐|姐',
  妹妹: '妹妹|老妹|妹',
  哥哥: '哥哥|老哥|哥',
  弟弟: '弟弟|老弟|弟',
  老公: '老公|丈夫|先生',
  老婆: '老婆|妻子|太太|媳妇',
  儿子: '儿子|兒子',
  女儿: '女儿|女兒|闺女',
  孩子: '孩子|娃',
  男朋友: '男朋友|男友',
  女朋友: '女朋友|女友',
  老板: '老板|老闆|上司',
  室友: '室友|舍友',
  闺蜜: '闺蜜|闺密',
  表哥: '表哥',
  表姐: '表姐',
  表弟: '表弟',
  表妹: '表妹',
  舅舅: '舅舅|舅',
  叔叔: '叔叔|叔',
  姑姑: '姑姑|姑妈',
  阿姨: '姨妈|小姨|大姨',
}

const table = (words: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(words).flatMap(([kin, names]) => names.split('|').map((name) => [name, kin])))
const longestFirst = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')

interface Tables {
  english: Map<string, string>
  chinese: Map<string, string>
  owned: RegExp
  called: RegExp
  ownedHan: RegExp
  bareHan: RegExp
}
let tables: Tables | undefined

function load(): Tables {
  const [english, chinese] = [table(ENGLISH), table(CHINESE)]
  const kin = longestFirst(english.keys())
  const kinHan = longestFirst(chinese.keys())
  // Not words of one character, which are also parts of other words, and not forms of address.
  const whole = longestFirst(
    [...chinese.keys()].filter(
      (word) => word.length > 1 && !/先生|太太|老板|老闆|上司|孩子|阿姨|丈夫|妻子|叔叔/.test(word),
    ),
  )
  return {
    english,
    chinese,
    owned: pattern('gu')`
      (?<![\p{L}\p{N}'])(?:(my|our|your)|([\p{L}][\p{L}.-]{0,30})'s?) {1,2}
      (?:(?:older|younger|elder|big|little|late|dear|twin|own|oldest|youngest) ){0,2}(${kin})
      (?![\p{L}\p{N}-])
    `,
    // Used as a name: "Mom said", "call Grandma".
    called: pattern('gu')`
      (?<![\p{L}\p{N}'][ ]|(?:[Tt]he|[Aa]|[Mm]y|[Hh]is|[Hh]er|[Yy]our|[Oo]ur|[Tt]heir|'s) )
      (?<![\p{L}\p{N}-])(Mom|Mum|Mommy|Mummy|Mama|Dad|Daddy|Grandma|Granny|Nana|Grandpa|Grandad|Granddad)
      (?![\p{L}\p{N}-])(?! \p{Lu})
    `,
    ownedHan: pattern('gu')`
      (?:(我们|我|咱|俺|你们|你|用户)(?:的|家)?|(?<who>[\p{Script=Han}A-Za-z]{2,10})的)(?:大|小|二|亲)?
      (${kinHan})(?!们|[校班]|[节級级])
    `,
    bareHan: pattern('gu')`(${whole})(?!们|节|[节級级])`,
  }
}

/** "mother" for the user's mother, "Caroline's mother" for that of a named person. */
const english = (kin: string, whose: string | undefined): { name: string; key: string } =>
  whose === undefined
    ? { name: kin, key: fold(kin) }
    : { name: `${whose}'s ${kin}`, key: `${fold(whose)}'s ${fold(kin)}` }
const han = (kin: string, whose: string | undefined): { name: string; key: string } =>
  whose === undefined ? { name: kin, key: kin } : { name: `${whose}的${kin}`, key: `${fold(whose)}的${kin}` }

/** Finds relatives with the person they belong to: "my mom", "Ana's brother", 我妈 (my mom), 母亲 (mother). */
export function findKin(text: string, speaker: string | undefined, findings: Findings): void {
  tables ??= load()
  const name = speaker?.trim() || undefined
  const take = ({ name, key }: { name: string; key: string }): void => findings.add(name, 'person', key)
  for (const [, pronoun, owner, word] of fold(text).matchAll(tables.owned)) {
    const kin = tables.english.get(word as string) as string
    if (pronoun !== undefined) {
      // "your mom" is the listener's, who is known only if the speaker is the single user.
      if (pronoun !== 'your' || name === undefined) take(english(kin, name))
    } else if (owner === 'user') take(english(kin, undefined))
    else if (!/^(?:it|that|what|he|she|who|there|here|let|today|yesterday)$/.test(owner as string))
      take(english(kin, capitalised(owner as string)))
  }
  for (const [, word] of text.matchAll(tables.called))
    take(english(tables.english.get((word as string).toLowerCase()) as string, name))
  if (!/\p{Script=Han}/u.test(text)) return
  const owned = new Set<number>()
  for (const match of text.matchAll(tables.ownedHan)) {
    const kin = tables.chinese.get(match[3] as string) as string
    const who = match.groups?.['who']
    owned.add(match.index + match[0].length)
    if (who !== undefined) {
      const own = /(?:我|咱|俺|用户)们?$/.test(who)
      // The words before 的 ("of") are the owner, if they look like a name.
      if (own) take(han(kin, name))
      else if (/^[\p{Script=Han}]{2,4}$/u.test(who) && !/[他她它你谁这那的是在和跟]/.test(who)) take(han(kin, who))
      else if (/^[A-Za-z]+$/.test(who)) take(han(kin, who))
    } else if (!match[1]?.startsWith('你') || name === undefined)
      take(han(kin, match[1]?.startsWith('用户') ? undefined : name))
  }
  for (const match of text.matchAll(tables.bareHan)) {
    if (owned.has(match.index + match[0].length) || /[他她的你们谁个]/.test(text.charAt(match.index - 1))) continue
    take(han(tables.chinese.get(match[1] as string) as string, name))
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
