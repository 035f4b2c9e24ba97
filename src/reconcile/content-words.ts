import { bigrams, chineseWords, isChineseStopWord } from '../language/chinese.js'
import { isEnglishStopWord, latinPieces, stem } from '../language/english.js'
import { fold } from '../language/fold.js'
import { runs } from '../language/script.js'
import { simplify } from '../language/simplify.js'

// Words in which two phrasings of one fact may differ.
const FRAME_WORDS = `user live reside based located own get got keep have like love enjoy adore fond hate dislike detest
  loathe stand really very currently now still just always work named called
  use want would assistant answer reply respond response write speak decided chose choose moved
  switched started became turned year old age aged allergic allergy prefer person
  用户 用 户 养了 有了 住 居住 住在 定居 生活 搬 搬到 搬去 搬家 有 养 拥有 喜欢 爱 喜爱 热爱 讨厌 厌恶 现在 目前 如今 已经 真的 非常 特别 一 只 名 位 条 辆 台
  个 一名 一位 一个 一只 一条 一辆 一台
  叫 名叫 工作 上班 任职 就职 当 做 从事 使用 改用 换 换成 希望 助手 回答 回复 今后 以后 今年 岁 对 过敏 讲 吃 喝 不 没 没有 再`
let frameWords: Set<string> | undefined

/**
 * The folded words of a text without stop words, in order: English words stemmed, Chinese text segmented by the
 * browser's dictionary, in simplified characters.
 */
export function contentWords(text: string): string[] {
  const words: string[] = []
  for (const { kind, text: run } of runs(simplify(fold(text)))) {
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

// The usual subjects of Chinese facts. Split off first: some browsers' dictionaries segment 是用户 as 是用 and 户.
const SUBJECT = /(用户|助手)/u

function cut(run: string): string[] {
  const words = run.split(SUBJECT).flatMap((part) => (part === '' ? [] : chineseWords(part)))
  return words.length > 0 ? words : bigrams(run)
}

/** The content words without those that only frame a fact ("lives in", "likes"). */
export function heavyWords(text: string): string[] {
  frameWords ??= new Set(FRAME_WORDS.split(/\s+/).map(stem))
  const frame = frameWords
  return contentWords(text).filter((word) => !frame.has(word))
}

/** Normalises case, width, accents and spaces, and removes final punctuation. */
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

// Words before the previous value of a change ("instead of Jest").
const BEFORE_PREVIOUS =
  '(?:[,，]?\\s*(?:不再使用|不再用|不用|而不是|代替|从|instead of|rather than|no longer|and not|not|from|over)\\s*(?:using |use )?)?'

/** The text of a fact without its previous value: what holds now. */
export function presentText({ text, previous }: { text: string; previous?: string }): string {
  if (previous === undefined || previous === '') return text
  return text
    .replace(new RegExp(BEFORE_PREVIOUS + previous.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu'), ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

// A clause of reason or time, to the end of the text: it does not say what the fact is about.
const REASON = /[,;，；]?\s*(?:\b(?:because|since|due to|as of|so that)\b|因为|由于|所以).*$/u
export const withoutReason = (text: string): string => fold(text).replace(REASON, '')
