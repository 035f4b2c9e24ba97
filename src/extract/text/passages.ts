/**
 * Replaces each character that is not part of the speaker's own statement. It occurs in no word, so no rule matches
 * across it.
 */
export const MASK = '\uFFFC'

const CODE_FENCE = /```[^`]*(?:`{1,2}(?!`)[^`]*)*(?:```|$)/g
const INLINE_CODE = /`[^`\n]{0,400}`/g
const RECALLED_OPEN = /<recalled_memory>/gi
const RECALLED_CLOSE = '</recalled_memory>'
const TAGGED = /<(quote|document|context|email|article|text|file|transcript)\b[^<>]{0,200}>/gi
const QUOTED_LINE = /^[ \t]{0,3}>.*$/gm
const ADDRESS = /https?:\/\/\S{1,2000}/g
const QUOTES: [string, string][] = [
  ['"', '"'],
  ['“', '”'],
  ['「', '」'],
  ['『', '』'],
  ['«', '»'],
]
// A quotation of at most so many words or Han characters is a name or a term, not a statement.
const SHORT_WORDS = 3
const SHORT_CHARACTERS = 6

const blank = (text: string): string => text.replace(/[^\n]/g, MASK)

/**
 * Masks everything that the speaker did not say: code, quotations, addresses, recalled memories, tagged documents.
 * Character by character, so that offsets stay the same. Linear in the text.
 */
export function maskForeign(text: string): string {
  let masked = maskTagged(text)
  masked = masked
    .replace(CODE_FENCE, blank)
    .replace(INLINE_CODE, (code) => (/^`[\w.@/+#-]{1,40}`$/.test(code) ? ` ${code.slice(1, -1)} ` : blank(code)))
  masked = masked.replace(QUOTED_LINE, blank).replace(ADDRESS, blank)
  for (const [open, close] of QUOTES) masked = maskQuotes(masked, open, close)
  return masked
}

function maskTagged(text: string): string {
  let result = maskFrom(text, RECALLED_OPEN, () => RECALLED_CLOSE)
  result = maskFrom(result, TAGGED, (match) => `</${(match[1] as string).toLowerCase()}>`)
  return result
}

function maskFrom(text: string, opening: RegExp, closing: (match: RegExpMatchArray) => string): string {
  let lower: string | undefined
  let result = ''
  let done = 0
  const nowhere = new Set<string>()
  for (const match of text.matchAll(opening)) {
    if (match.index < done) continue
    const close = closing(match)
    // Case folding may change lengths elsewhere; ASCII lower case does not.
    lower ??= text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    const at = nowhere.has(close) ? -1 : lower.indexOf(close, match.index)
    if (at < 0) nowhere.add(close)
    // Never closed: a memory block extends to the end, any other tag is masked alone.
    const end = at >= 0 ? at + close.length : close === RECALLED_CLOSE ? text.length : match.index + match[0].length
    result += text.slice(done, match.index) + blank(text.slice(match.index, end))
    done = end
  }
  return result + text.slice(done)
}

function maskQuotes(text: string, open: string, close: string): string {
  if (!text.includes(open)) return text
  let result = ''
  let done = 0
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, done)) {
    const end = text.indexOf(close, start + 1)
    if (end < 0) break
    const inner = text.slice(start + 1, end)
    // Marks for inches, or in different paragraphs, are not a pair.
    if (inner.includes('\n\n')) {
      result += text.slice(done, start + 1)
      done = start + 1
      continue
    }
    result += text.slice(done, start) + (isShort(inner) ? ` ${inner} ` : blank(text.slice(start, end + 1)))
    done = end + 1
  }
  return result + text.slice(done)
}

function isShort(quoted: string): boolean {
  const words = quoted.trim().split(/\s+/)
  if (/\p{Script=Han}/u.test(quoted)) return quoted.length <= SHORT_CHARACTERS && !/[我你]/.test(quoted)
  return words.length <= SHORT_WORDS && quoted.length <= 40 && !/\b(?:i|i'm|my|me)\b/i.test(quoted)
}
