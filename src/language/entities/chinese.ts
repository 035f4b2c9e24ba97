import { chineseWords, isChineseStopWord } from '../chinese.js'
import { pattern } from '../pattern.js'
import * as lists from './chinese-words.js'
import type { Findings, FoundType } from './found.js'

// Bounded, because splitting a word shifts the words after it.
const HAN_RUN = /\p{Script=Han}{1,256}/gu
const LONGEST_LISTED = 8
const FAMILIAR = /^[小老阿]$/u
const COMPLETE = /^(?:叫|名叫|叫做|姓名|名字是|同事|朋友|同学|闺蜜|室友|老师)$/u

/**
 * Names in Chinese text: places, organisations and products from the lists or by their ending, people by their
 * surname or by 小, 老 or 阿 before a name.
 */
export function findChinese(text: string, isKnown: (name: string) => boolean, findings: Findings): void {
  for (const [run] of text.matchAll(HAN_RUN)) {
    const words = chineseWords(run)
    // Without a segmenter, single characters serve as words: listed names and names with a surname are still found.
    const tokens = words.length > 0 ? words : Array.from(run)
    for (let i = 0; i < tokens.length;) i += readAt(tokens, i, isKnown, findings)
  }
}

/** Adds the name that begins at a word, if any; returns how many words it took. */
function readAt(words: string[], at: number, isKnown: (name: string) => boolean, findings: Findings): number {
  const listed = listedAt(words, at, isKnown)
  const placed = (listed && extended(words, at, listed)) ?? placeAt(words, at)
  if (placed && placed.length > (listed?.length ?? 0)) {
    findings.add(placed.name, placed.type)
    return placed.length
  }
  if (listed) {
    findings.add(listed.name, listed.type)
    return listed.length
  }
  const person = personAt(words, at)
  if (person) {
    findings.add(person.name, 'person')
    return person.length
  }
  return 1
}

interface Name {
  name: string
  type: FoundType
  /** Words of it. */
  length: number
}

/**
 * The longest name from the lists, or known in the scope, that begins here. It may end inside a word of the
 * segmenter, which is then split (信和 in 微|信和).
 */
function listedAt(words: string[], at: number, isKnown: (name: string) => boolean): Name | undefined {
  const first = words[at] as string
  const ahead = words
    .slice(at, at + LONGEST_LISTED)
    .join('')
    .slice(0, LONGEST_LISTED)
  for (let end = ahead.length; end >= Math.max(2, first.length); end--) {
    const name = ahead.slice(0, end)
    const type = typeInLists(name) ?? (isKnown(name) ? 'other' : undefined)
    if (type) return { name, type, length: cut(words, at, end) }
  }
  return undefined
}

/**
 * Splits the words so that one ends after `end` code units from word `at`; returns how many words lie before that
 * point.
 */
function cut(words: string[], at: number, end: number): number {
  let length = 0
  for (let left = end; left > 0; length++) {
    const word = words[at + length] as string
    if (word.length > left) words.splice(at + length, 1, word.slice(0, left), word.slice(left))
    left -= (words[at + length] as string).length
  }
  return length
}

/** A listed name with an ending: 腾讯公司 (Tencent company), 上海图书馆 (Shanghai library). */
function extended(words: readonly string[], at: number, { name, type, length }: Name): Name | undefined {
  const next = words[at + length] ?? ''
  if (type === 'place' && /^[省市区县镇州岛]$/u.test(next)) return { name: name + next, type, length: length + 1 }
  if (Array.from(next).length < 2 || (type !== 'place' && type !== 'organisation')) return undefined
  const ending = lists.ORGANISATION_TAIL.test(next)
    ? 'organisation'
    : lists.PLACE_TAIL.test(next) && lists.NO_PLACE.has(next)
      ? 'place'
      : undefined
  return ending && { name: name + next, type: ending, length: length + 1 }
}

function typeInLists(name: string): FoundType | undefined {
  if (lists.PLACES.has(name)) return 'place'
  if (lists.ORGANISATIONS.has(name)) return 'organisation'
  if (lists.PRODUCTS.has(name)) return 'product'
  return lists.TOPICS.has(name) ? 'topic' : undefined
}

/** Up to three words of which the last has the ending of a place or an organisation: 中山公园, 北京大学第三医院. */
function placeAt(words: readonly string[], at: number): Name | undefined {
  const first = words[at] as string
  if (isFunction(first) || lists.NO_HEAD.has(first) || isChineseStopWord(first) || lists.NO_PLACE.has(first))
    return undefined
  let best: Name | undefined
  let name = ''
  for (let length = 1; length <= 3 && at + length <= words.length; length++) {
    const word = words[at + length - 1] as string
    if (
      length > 1 &&
      (isFunction(word) ||
        isChineseStopWord(word) ||
        (lists.NO_HEAD.has(word) && !endsLikeName(word)) ||
        lists.NO_TAIL.test(word) ||
        typeInLists(word))
    )
      break
    name += word
    // A single character before the ending makes a name only within one word: 西湖 (West Lake), not 去湖 (to a lake).
    if (name.length < 3 || name.length > 12 || lists.NO_PLACE.has(name) || (length > 1 && first.length < 2)) continue
    const type = lists.ORGANISATION_TAIL.test(word) ? 'organisation' : lists.PLACE_TAIL.test(word) ? 'place' : undefined
    if (type) best = { name, type, length }
  }
  return best
}

/** Words of function characters that the segmenter has joined: 我在, 住在, 上了. */
const isFunction = (word: string): boolean => Array.from(word).every((character) => lists.NO_GIVEN.has(character))
const endsLikeName = (word: string): boolean => lists.ORGANISATION_TAIL.test(word) || lists.PLACE_TAIL.test(word)

/** A person: 小李, 老张, 阿明, 王丽, 王小明, 欧阳娜娜, 王老师. */
function personAt(words: readonly string[], at: number): { name: string; length: number } | undefined {
  const word = words[at] as string
  const next = words[at + 1] ?? ''
  const characters = Array.from(word)
  if (characters.length === 2 && FAMILIAR.test(characters[0] as string))
    return isFamiliar(word) ? { name: word, length: 1 } : undefined
  if (FAMILIAR.test(word) && Array.from(next).length === 1 && isFamiliar(word + next))
    return { name: word + next, length: 2 }
  return named(words, at)
}

function isFamiliar(name: string): boolean {
  const [head, tail] = Array.from(name) as [string, string]
  if (head === '阿') return !/[姨拉尔富联里司婆爸妈公的是在和了说]/u.test(tail)
  return lists.SURNAMES.has(tail) && !lists.NO_FAMILIAR.has(name) && !lists.NO_GIVEN.has(tail)
}

const GIVEN_NAME = pattern('u')`
  ^(?:
    (?!等)(.)\1
    |[小晓子志建国文明海天思雨欣佳嘉一雅美丽丹婷静伟强磊军洋勇艳杰娟涛超秀霞平刚桂].
    |.[伟芳娜敏静丽强磊军洋勇艳杰娟涛超秀霞平刚桂英华玉兰红梅琳宇轩涵怡萱晨浩然]
  )$
`

/** A surname followed by a title, or by one or two characters that do not form a word with their neighbours. */
function named(words: readonly string[], at: number): { name: string; length: number } | undefined {
  const word = words[at] as string
  const surname = lists.COMPOUND_SURNAMES.has(word) ? word : lists.SURNAMES.has(word) ? word : undefined
  if (surname === undefined) return whole(word, words[at - 1])
  const next = words[at + 1] ?? ''
  if (lists.TITLES.has(next)) return { name: word + next, length: 2 }
  const given: string[] = []
  for (let i = at + 1; i < words.length && given.length < 2; i++) {
    const one = words[i] as string
    const length = Array.from(one).length
    if (
      length === 1 ? lists.NO_GIVEN.has(one) : given.length > 0 || length > 2 || isChineseStopWord(one) || !isGiven(one)
    )
      break
    given.push(...Array.from(one))
  }
  if (
    given.length === 0 ||
    (given.length === 1 && lists.WORDY_SURNAMES.has(surname) && !COMPLETE.test(words[at - 1] ?? ''))
  )
    return undefined
  return { name: surname + given.join(''), length: 1 + lengthOf(words, at + 1, given.length) }
}

function lengthOf(words: readonly string[], from: number, characters: number): number {
  let length = 0
  for (let taken = 0; taken < characters; length++) taken += Array.from(words[from + length] as string).length
  return length
}

/** Whether a word of two characters is used as a given name: a doubled character, or one typical of given names. */
const isGiven = (word: string): boolean => GIVEN_NAME.test(word)

/** A full name that the segmenter has in its dictionary as one word: 王小明. */
function whole(word: string, before: string | undefined): { name: string; length: number } | undefined {
  const characters = Array.from(word)
  const length = characters.length
  if (length < 2 || length > 4 || !lists.SURNAMES.has(characters[0] as string)) return undefined
  if (length === 3 && isGiven(characters.slice(1).join('')) && !lists.NO_GIVEN.has(characters[2] as string))
    return { name: word, length: 1 }
  return length === 2 && before !== undefined && COMPLETE.test(before) ? { name: word, length: 1 } : undefined
}
