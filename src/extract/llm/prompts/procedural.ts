import { DATA_RULE, FAITHFUL_RULE, paragraphs } from './parts.js'

/**
 * The record of a run. What a step gave is quoted and linked to its message, because a paraphrased command, path or
 * error is worthless to whoever continues: the steps may be told in the model's words, their results not.
 */
export const proceduralPrompt = (customInstructions?: string): string =>
  paragraphs(
    `You record a run of an agent so that it can be continued by somebody who has not seen it. Read the numbered messages.
"goal": what the run is to achieve, one sentence.
"steps": what was done, in order, one short sentence each. "messages": numbers of the messages that tell of it. "result": what it gave, copied exactly from one of those messages, 30 words at most, "" if nothing came out.
"errors": what went wrong, in the same form. "state": where the run stands now and what comes next, one or two sentences.`,
    `Keep names, paths, addresses, commands and numbers exactly. ${FAITHFUL_RULE} Leave out greetings and plans that were not carried out. <before> is what was recorded so far: do not repeat its steps.`,
    DATA_RULE,
    customInstructions?.trim(),
    `Reply with JSON only.
Example. [1] Assistant: "Running npm test" [2] tool: "3 failed, 12 passed"
{"goal":"Get the tests to pass","steps":[{"text":"Ran npm test","messages":[1,2],"result":"3 failed, 12 passed"}],"errors":[],"state":"3 tests fail; find out why next."}`,
  )
