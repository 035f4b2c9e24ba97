import type { LanguageModel } from '../../llm/language-model.js'
import type { ExtractionMessage } from '../extractor.js'
import { ask } from './ask.js'
import { asData, block, messageLine } from './blocks.js'
import { halve, pack, textOf, wholeMessage, type Piece } from './chunks.js'
import { SUMMARY_PROMPT, SUMMARY_WORDS } from './prompts/summary.js'
import { newTally } from './tally.js'
import { countTokens } from './tokens.js'

/** For 150 words, with room for a language that takes more. */
const MAX_TOKENS = 320
const MARGIN = 48

/**
 * The summary of a conversation rewritten to cover the new messages too, 150 words at most (a Chinese character counts
 * as two thirds of one). Messages that do not fit the context at once are taken chunk by chunk. Where a reply says
 * nothing, the summary so far stays.
 * @throws what the model throws.
 */
export async function summarise(
  llm: LanguageModel,
  previous: string | undefined,
  messages: readonly ExtractionMessage[],
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  await llm.load(options.signal ? { signal: options.signal } : {})
  const count = (text: string): Promise<number> => countTokens(llm, text)
  const maxTokens = Math.min(MAX_TOKENS, Math.floor(llm.capabilities.contextTokens / 3))
  const room = llm.capabilities.contextTokens - 2 * maxTokens - MARGIN - (await count(SUMMARY_PROMPT))
  let summary = previous ?? ''
  for (const chunk of await pack(messages.map(wholeMessage), Math.max(64, room), count)) await cover(chunk)
  return summary

  async function cover(pieces: readonly Piece[]): Promise<void> {
    const content = [
      block('summary', summary === '' ? [] : [asData(summary)]),
      block(
        'messages',
        pieces.map((piece, i) => messageLine(i + 1, piece.message, textOf(piece))),
      ),
    ]
      .filter(Boolean)
      .join('\n\n')
    const reply = await ask({ llm, tally: newTally(), maxTokens, signal: options.signal }, [
      { role: 'system', content: SUMMARY_PROMPT },
      { role: 'user', content },
    ])
    if (reply) summary = shortened(plainText(reply.text)) || summary
    else if (pieces.length > 1) {
      const middle = Math.ceil(pieces.length / 2)
      await cover(pieces.slice(0, middle))
      await cover(pieces.slice(middle))
    } else for (const half of halve(pieces[0] as Piece) ?? []) await cover([half])
  }
}

/** Without thoughts, fences and headings. */
const plainText = (text: string): string =>
  text
    .replace(/^[\s\S]*<\/think>/, '')
    .replace(/<\/?(?:think|summary)>|```\w*/g, '')
    .replace(/^\s*(?:#+[^\n]*\n|\**(?:new |updated )?summary\**:\**|摘要[:：])\s*/i, '')
    .trim()

/** At most so many words, to the last whole sentence where there is one. */
function shortened(text: string): string {
  let words = 0
  for (const match of text.matchAll(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu)) {
    words += /\p{Script=Han}/u.test(match[0]) ? 2 / 3 : 1
    if (words <= SUMMARY_WORDS) continue
    const cut = text.slice(0, match.index).trim()
    const sentence = /^[\s\S]*[.!?。！？]/u.exec(cut)?.[0]
    return sentence && sentence.length > cut.length / 2 ? sentence : cut
  }
  return text
}
