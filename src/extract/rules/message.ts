import type { Discourse, Draft } from './draft.js'
import { endsFiction as endsEnglishFiction, judge as judgeEnglish, type Verdict } from '../text/english/guards.js'
import { normalise } from '../text/english/normalise.js'
import { readSentence as readEnglish } from './english/read.js'
import { answered as answeredEnglish } from './english/answers.js'
import { answered as answeredChinese } from './chinese/answers.js'
import { endsFiction as endsChineseFiction, judge as judgeChinese } from '../text/chinese/guards.js'
import { readSentence as readChinese } from './chinese/read.js'
import { maskForeign } from '../text/passages.js'
import { sentences, type Sentence } from '../text/sentences.js'

export interface Found {
  draft: Draft
  language: 'en' | 'zh'
  /** The sentence in the message. */
  start: number
  end: number
}

const HAN = /\p{Script=Han}/gu
const LATIN_WORD = /[\p{Script=Latin}]{2,}/gu
const KANA_OR_HANGUL = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** The language whose rules read a sentence; none for those that have no rules. */
function languageOf(sentence: string): 'en' | 'zh' | undefined {
  if (KANA_OR_HANGUL.test(sentence)) return undefined
  const han = sentence.match(HAN)?.length ?? 0
  const latin = sentence.match(LATIN_WORD)?.length ?? 0
  if (han === 0 && latin === 0) return /[a-z]/i.test(sentence) ? 'en' : undefined
  return han >= latin ? 'zh' : 'en'
}

/**
 * The facts that a person's message states, with their sentences. `question`: the assistant's question before it, if
 * any.
 */
export function readMessage(discourse: Record<'en' | 'zh', Discourse>, question: string | undefined): Found[] {
  const { text } = discourse.en.message
  const masked = maskForeign(text)
  const found: Found[] = []
  // "*draws sword*" begins role play.
  let mood: Verdict = /^\s*\*[a-z][^*\n]{2,60}\*/i.test(masked) ? 'fiction' : 'statement'
  let count = 0
  for (const sentence of sentences(masked)) {
    const language = languageOf(sentence.text)
    if (!language) continue
    count++
    const read = language === 'en' ? normalise(sentence.text) : sentence.text
    const verdict = language === 'en' ? judgeEnglish(read) : judgeChinese(read)
    if (verdict === 'all-material') return []
    if (mood === 'material') continue
    if (
      mood === 'fiction' &&
      (verdict !== 'statement' || !(language === 'en' ? endsEnglishFiction(read) : endsChineseFiction(read)))
    )
      continue
    mood = verdict
    if (verdict !== 'statement') continue
    const drafts =
      language === 'en'
        ? readEnglish(read, sentence.asks, discourse.en)
        : readChinese(read, sentence.asks, discourse.zh)
    add(drafts, language, sentence)
  }
  if (found.length === 0 && question !== undefined && count === 1) {
    const trimmed = masked.trim()
    const start = masked.indexOf(trimmed)
    const language = languageOf(trimmed)
    // The answer may be only a name, so the language of the question decides.
    const asked = languageOf(question)
    if (asked === 'en' && language !== 'zh') {
      const statement = answeredEnglish(question, trimmed)
      if (statement)
        add(readEnglish(normalise(statement), false, discourse.en), 'en', {
          text: trimmed,
          start,
          end: start + trimmed.length,
          asks: false,
        })
    } else if (asked === 'zh') {
      const statement = answeredChinese(question, trimmed)
      if (statement)
        add(readChinese(statement, false, discourse.zh), 'zh', {
          text: trimmed,
          start,
          end: start + trimmed.length,
          asks: false,
        })
    }
  }
  return found

  function add(drafts: readonly Draft[], language: 'en' | 'zh', { start, end }: Sentence): void {
    for (const draft of drafts) {
      found.push({ draft, language, start, end })
      discourse[language].before = draft
    }
  }
}
