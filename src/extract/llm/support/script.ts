import { textTraits } from '../../../language/traits.js'
import type { ExtractionMessage } from '../../extractor.js'
import type { Sources } from './linked-passages.js'

const SCRIPTS =
  /(?<han>\p{Script=Han})|(?<kana>[\p{Script=Hiragana}\p{Script=Katakana}])|(?<hangul>\p{Script=Hangul})|(?<latin>[\p{Script=Latin}])|(?<other>\p{L})/gu

/** The script that most of a text is written in; Latin words among Chinese ones count as one character each. */
function scriptOf(text: string): string | undefined {
  if (textTraits(text).cjk && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return 'han'
  const counts = new Map<string, number>()
  for (const match of text.matchAll(SCRIPTS)) {
    const name = Object.entries(match.groups ?? {}).find(([, letter]) => letter !== undefined)?.[0] as string
    counts.set(name, (counts.get(name) ?? 0) + (name === 'latin' ? 0.34 : 1))
  }
  return counts.has('kana') ? 'kana' : [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/**
 * Whether a fact is not in the language of its message, as far as scripts tell. A name alone, "Lisbon", has no
 * language.
 */
export function isTranslated(
  text: string,
  sentence: string,
  message: ExtractionMessage,
  { context, messages }: Sources,
): boolean {
  const script = scriptOf(text)
  if (script === undefined || [sentence, message.text].some((said) => scriptOf(said) === script)) return false
  const isBare = !/\p{Script=Han}/u.test(sentence) && (sentence.match(/\p{L}+/gu)?.length ?? 0) <= 2
  if (!isBare) return true
  const all = [...context, ...messages]
  const before = all[all.indexOf(message) - 1]
  return before === undefined || scriptOf(before.text) !== script
}
