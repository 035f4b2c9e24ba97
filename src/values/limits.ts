/*
 * What one stored row may hold: the same for what `add()` is given, what an extractor draws, what a file brings in, and
 * what `verify()` finds in the store. Texts of messages, memories and quotes have no limit of their own; metadata has
 * `METADATA_LIMITS`.
 */

/** UTF-16 units of an id, a role, a name or a category: every row and every index key carries them. */
export const MAX_ID_LENGTH = 1_000
/** Categories of one memory. */
export const MAX_CATEGORIES = 100
/** Milliseconds before or after the epoch: the furthest that a `Date` reaches. */
export const MAX_TIME = 8.64e15
/** UTF-16 units of each part of what an extractor tells besides the text: slots, relations, names of entities. */
export const MAX_PHRASE_LENGTH = 10_000
/** Entities, and relations, of one memory. */
export const MAX_ENTITIES = 16

/** Whether it is a point in time that a `Date` can hold, in milliseconds since the epoch. */
export const isTime = (value: unknown): value is number =>
  // False for NaN too.
  typeof value === 'number' && Math.abs(value) <= MAX_TIME

/** Whether it can be the id of a row, a user, an agent, an app or a run, a role or a name. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_ID_LENGTH && value.trim() !== ''
