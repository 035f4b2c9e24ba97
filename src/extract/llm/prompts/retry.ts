/**
 * Sent once, after a reply that could not be read. It repeats the form, not the task: the model has the task above.
 * Asking for less is what helps small models most, as unreadable replies are mostly too long.
 */
export const retryPrompt = (shape: string): string =>
  `That was not valid JSON of the form asked for. Reply again with the JSON object alone, starting with ${shape}: no comments, no fences, short quotes, only what is certain.`
