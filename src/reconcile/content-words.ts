import { bigrams, chineseWords, isChineseStopWord } from '../language/chinese.js'
import { isEnglishStopWord, latinPieces, stem } from '../language/english.js'
import { fold } from '../language/fold.js'
import { runs } from '../language/script.js'

// Words with which one fact is told in several ways: that they differ says nothing.
const LIGHT = `user live reside based located own get got keep have like love enjoy adore fond hate dislike detest loathe stand really very currently now still just always work named called
  use want would assistant answer reply respond response write speak decided chose choose moved switched started became turned year old age aged allergic allergy prefer person
  用户 用戶 用 户 养了 有了 住 居住 住在 定居 生活 搬 搬到 搬去 搬家 有 养 拥有 喜欢 爱 喜爱 热爱 讨厌 厌恶 现在 目前 如今 已经 真的 非常 特别 一 只 名 位 条 辆 台 个 一名 一位 一个 一只 一条 一辆 一台
  叫 名叫 工作 上班 任职 就职 当 做 从事 使用 改用 换 换成 希望 助手 回答 回复 今后 以后 今年 岁 对 过敏 讲 吃 喝 不 没 没有 再`
let light: Set<string> | undefined

/**
 * Folded words that carry meaning, in order: English ones stemmed and without stop words, Chinese ones as the
 * dictionary cuts them.
 */
export function contentWords(text: string): string[] {
  const words: string[] = []
  for (const { kind, text: run } of runs(fold(text))) {
    if (kind === 'latin')
      words.push(
        ...latinPieces(run)
          .filter((word) => !isEnglishStopWord(word))
          .map(stem),
      )
    else if (kind === 'chinese' || kind === 'unspaced')
      words.push(...cut(run).filter((word) => !isChineseStopWord(word)))
    else words.push(run)
  }
  return words
}

// Whom facts are told of. Cut out first, since some browsers' dictionaries make 是用 and 户 of 是用户.
const TOLD_OF = /(用户|助手)/u

function cut(run: string): string[] {
  const words = run.split(TOLD_OF).flatMap((part) => (part === '' ? [] : chineseWords(part)))
  return words.length > 0 ? words : bigrams(run)
}

/** The content words without those that only frame a fact. */
export function heavyWords(text: string): string[] {
  light ??= new Set(LIGHT.split(/\s+/).map(stem))
  const frame = light
  return contentWords(text).filter((word) => !frame.has(word))
}

/** One form for texts that differ in case, width, accents, spaces or the closing mark only. */
export function plain(text: string): string {
  return fold(text)
    .replace(/\s+/g, ' ')
    .replace(/[\s.。!！;；]+$/u, '')
    .trim()
}

export const isSubset = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((word) => whole.includes(word))
export const sameSet = (a: readonly string[], b: readonly string[]): boolean => isSubset(a, b) && isSubset(b, a)

const HAN = /\p{Script=Han}/u
export const isChinese = (text: string): boolean => HAN.test(text)

// How a text says what is left behind.
const LEFT =
  '(?:[,，]?\\s*(?:不再使用|不再用|不用|而不是|代替|从|instead of|rather than|no longer|and not|not|from|over)\\s*(?:using |use )?)?'

/** What a fact says of the present: its text without the value that it leaves behind. */
export function presentText({ text, previous }: { text: string; previous?: string }): string {
  if (previous === undefined || previous === '') return text
  return text
    .replace(new RegExp(LEFT + previous.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu'), ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

// Words between which the reason or the time is told: what comes after them does not say what the fact is of.
const ASIDE = /[,;，；]?\s*(?:\b(?:because|since|due to|as of|so that)\b|因为|由于|所以).*$/u
export const withoutReason = (text: string): string => fold(text).replace(ASIDE, '')
