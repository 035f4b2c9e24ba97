import { fold } from './fold.js'

// Characters that may follow the question mark. Tested one by one from the end: a single expression for "a mark, then
// any of these up to the end" would be tried from every position.
const CLOSERS = /[\s\p{Extended_Pictographic}\p{EMod}\p{RI}\uFE0E\uFE0F\u200D"'”’»」』）)\]*_~!！]/u

// "[image: a dog]", "[图片]" (picture): a note that the chat appended is not part of the sentence.
const TRAILING_NOTE = /\[[^[\]]{0,300}\]\s{0,8}$/

/** Whether the text ends with a question mark (?, ？), whatever emoji, quotes, spaces and bracketed note follow it. */
export function isQuestion(text: string): boolean {
  const tail = Array.from(text.slice(-400).replace(TRAILING_NOTE, '').slice(-64))
  const last = tail.findLast((character) => !CLOSERS.test(character))
  return last !== undefined && '?？؟'.includes(last)
}

const ASKS_WHEN = new RegExp(
  [
    "\\b(?:when(?:'s|s)?|what (?:day|date|time|year|month|week)",
    '(?:which|on what|in what) (?:day|date|year|month|week|weekend)',
    'how (?:long ago|long since|recently|soon|old)|since when)\\b',
    '什么时候|什么时间|什么日子|什麼時候|什麼時間|啥时候|何时|何時',
    '哪天|哪一天|哪年|哪一年|哪个月|哪個月|哪一月|几号|幾號|几月|幾月|几点|幾點|哪日',
    '多久以前|多久之前|多久前|星期几|周几|礼拜几',
  ].join('|'),
  'u',
)

/** Whether the text asks for a time: "when", "what day", "how long ago", 什么时候, 几号. */
export function asksWhen(text: string): boolean {
  return ASKS_WHEN.test(fold(text))
}
