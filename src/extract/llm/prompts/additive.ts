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

export interface AdditivePrompt extends Wishes {
  tier: 'local' | 'full'
  /** `agent`: the memory is an agent's own. */
  variant: 'user' | 'agent'
  attributes: readonly string[]
  hasUntrusted?: boolean
  /** Named when the application has its own: for the usual ones the attribute decides. */
  categories: readonly string[] | undefined
}

// "Weeks from now" keeps the weather out better than any list of examples did.
const WHAT_FOR: Record<AdditivePrompt['variant'], string> = {
  user: `You keep the long-term memory of a chat. List the facts in the new messages that will still matter weeks from now.

A fact says who somebody is, likes, owns, does, plans or decided, whom they know, or how they want to be answered. What people say counts; of what an assistant says, only what it did, promised or recommended ("Assistant recommended …").
No facts: questions, guesses, "if", small talk, single requests ("translate this"), fiction, pasted texts, common knowledge.`,
  // An agent's memory is what it must stand by: a recommendation, a promise, a finding.
  agent: `You keep the long-term memory of the assistant in a chat. List the facts in the new messages that the assistant must still know weeks from now.

A fact says what the assistant told, recommended, decided, promised, did or found out ("Assistant recommended Porto for May", "助手建议…"), or how people want it to behave.
No facts: questions, greetings, offers, single requests, fiction, pasted texts, and what people tell about themselves.`,
}

// A small model copies an example more than it follows a rule, so there is one of each language, and the second shows
// what is left out.
const EXAMPLES: Record<AdditivePrompt['variant'], string> = {
  user: `Example. [1] Monday 2026-05-11 User: "I moved to Lisbon last Friday, any cafés?" [2] Monday 2026-05-11 小红: "我对花生过敏"
{"facts":[{"from":[1],"quote":"I moved to Lisbon last Friday","text":"User moved to Lisbon on 2026-05-08","by":"User","about":"User","attribute":"home","value":"Lisbon","when":"2026-05-08","mode":"change"},{"from":[2],"quote":"我对花生过敏","text":"小红对花生过敏","by":"小红","about":"小红","attribute":"allergy","value":"花生","when":""}]}`,
  agent: `Example. [1] Monday 2026-05-11 Assistant: "Hello! I'd go to Porto in May." [2] Monday 2026-05-11 User: "以后都用中文回答"
{"facts":[{"from":[1],"quote":"I'd go to Porto in May","text":"Assistant recommended going to Porto in May","by":"Assistant","about":"Assistant","attribute":"other","value":"Porto","when":""},{"from":[2],"quote":"以后都用中文回答","text":"用户希望助手以后都用中文回答","by":"User","about":"User","attribute":"instruction","value":"中文","when":""}]}`,
}

const FIELDS = `For each fact:
"from": numbers of its messages. "quote": their words that say it, copied exactly, 20 at most.
"text": one short sentence that stands alone: "User's sister Ana is a nurse", "用户住在上海".`

const MORE_FIELDS = `"by": who said it. "about": whom it is of. "value": the one word or name that matters. "when": its date if it happens on a day, else "".`

const FULL_FIELDS = `"was": the value that this one replaces, takes back or corrects, where it was said, else "".
"kind": "semantic" for what holds, "episodic" for what happens once, "procedural" for how something is to be done.
"links": numbers of memories that it has to do with. "entities": the people, places, organisations, works and products it names. "relations": triples in its own words: ["Ana", "works at", "Acme"].
One fact a sentence: split "has a cat and lives in Rome" in two. Keep titles, brands and exact figures. Do not repeat what <memories> say, unless it changed.`

export function additivePrompt(prompt: AdditivePrompt): string {
  const { tier, variant, attributes, categories } = prompt
  return paragraphs(
    WHAT_FOR[variant],
    [
      FIELDS,
      `${NAMES_RULE} ${FAITHFUL_RULE}`,
      MORE_FIELDS,
      attributeRule(attributes),
      MODE_RULE,
      categories && `"category": one of ${categories.join(', ')}.`,
      tier === 'full' && FULL_FIELDS,
    ]
      .filter(Boolean)
      .join('\n'),
    DATE_RULE,
    `${DATA_RULE} ${BESIDES_RULE}`,
    prompt.hasUntrusted && UNTRUSTED_RULE,
    wishes(prompt),
    `Reply with JSON only; {"facts":[]} if there is nothing.\n${EXAMPLES[variant]}`,
  )
}
