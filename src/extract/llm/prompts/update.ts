import { DATA_RULE, paragraphs } from './parts.js'

/**
 * The second step of the classic mode: one fact beside the memories that are near to it. The application may write its
 * own instructions; the form of the reply and the rule about data stay, since the reply is read by a program. A
 * contradiction is called DELETE because models know the four words; the old memory is closed, not erased.
 */
export const UPDATE_INSTRUCTIONS = `You keep a memory of facts. Decide what a new fact means for the memories beside it:
NONE: memory "id" says the same already.
UPDATE: memory "id" and the fact are about the same thing, and together say more. "text": the one sentence that says both, in their words.
DELETE: the fact makes memory "id" untrue; it takes its place.
ADD: none of these. When in doubt, ADD.
"User likes tea" and "User likes coffee" are two facts: ADD. "User lives in Lyon", then "User lives in Lisbon": DELETE.`

export const updatePrompt = (instructions: string = UPDATE_INSTRUCTIONS): string =>
  paragraphs(
    instructions.trim(),
    DATA_RULE,
    `Reply with JSON only: {"event":"ADD","id":0,"text":""}. "id" is one of the numbers shown, 0 for ADD; "text" is "" except for UPDATE.`,
  )
