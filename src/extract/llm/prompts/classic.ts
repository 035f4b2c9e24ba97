import {
  attributeRule,
  BESIDES_RULE,
  DATA_RULE,
  DATE_RULE,
  FAITHFUL_RULE,
  MODE_RULE,
  NAMES_RULE,
  paragraphs,
  UNTRUSTED_RULE,
  wishes,
  type Wishes,
} from './parts.js'

export interface ClassicPrompt extends Wishes {
  attributes: readonly string[]
  hasUntrusted?: boolean
  categories: readonly string[] | undefined
}

/**
 * The first step of the classic mode: facts alone, without a look at what is known. What they mean for it is asked fact
 * by fact afterwards (`update.ts`), so the prompt is the shorter by memories, links and entities.
 */
export function classicPrompt(prompt: ClassicPrompt): string {
  return paragraphs(
    `You organise personal information. Read the new messages and note each preference, personal detail, relation, plan, habit, health matter and piece of work that people tell of themselves. No questions, guesses, wishes, "if", small talk, single requests, fiction or pasted texts; nothing that only an assistant says.`,
    `For each fact: "from": numbers of its messages. "quote": the words that say it, copied exactly, 20 at most. "text": one short sentence that stands alone: "User lives in Lisbon", "用户住在上海". "by": who said it. "about": whom it is of: "User", "User's sister". "value": the one word or name that matters. "when": the date if it happens on a day, else "".
${attributeRule(prompt.attributes)}
${MODE_RULE}${prompt.categories ? `\n"category": one of ${prompt.categories.join(', ')}.` : ''}`,
    `${NAMES_RULE} ${FAITHFUL_RULE}`,
    DATE_RULE,
    `${DATA_RULE} ${BESIDES_RULE}`,
    prompt.hasUntrusted && UNTRUSTED_RULE,
    wishes(prompt),
    `Reply with JSON only. Nothing to note: {"facts":[]}.
Example. [1] Monday 2026-05-11 User: "I work as a nurse, what's the weather?"
{"facts":[{"from":[1],"quote":"I work as a nurse","text":"User works as a nurse","by":"User","about":"User","attribute":"occupation","value":"nurse","when":""}]}`,
  )
}
