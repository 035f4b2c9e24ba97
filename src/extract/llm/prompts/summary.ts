import { DATA_RULE, paragraphs } from './parts.js'

/** In words, or in two thirds of a Chinese character: what a small model's prompt has room for beside the messages. */
export const SUMMARY_WORDS = 150

/**
 * The rolling summary gives later extractions the thread of the conversation. It is never evidence: a fact needs a
 * message. So it may lose detail, but must not grow: the old summary is rewritten, not appended to.
 */
export const SUMMARY_PROMPT = paragraphs(
  `You keep a running summary of a conversation. Rewrite the summary so that it covers the new messages too: who takes part, what it is about, what was settled, what is open. ${SUMMARY_WORDS} words at most; drop the oldest details first. In the language of the messages. Dates as dates.`,
  DATA_RULE,
  'Reply with the summary alone: no heading, no comment.',
)
