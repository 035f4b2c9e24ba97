/** What speaks for or against a text, each on its own scale, 0 where it has nothing to say. */
export interface Signals {
  /**
   * How near text and query are in meaning, in deviations above what the query has to any text of that script: above 3
   * it is about the same thing. The more texts there are to compare with, the more what counts is how far it stands out
   * among them instead (`contrast.ts`).
   */
  meaning: number
  /**
   * BM25 of the query's words in the text: its share of the most that they could get, times the root of how much they
   * tell.
   */
  words: number
  /**
   * Rarity of those of the query's words that the text or the two messages before it have, over the root of the rarity
   * of all.
   */
  context: number
  /**
   * 1 when it happened, or was said, at a time that the query names, or names that time; ½ when it was only said then
   * and tells of another time, and for what lies on that side of an event from which the query counts.
   */
  date: number
  /**
   * What the best text of its conversation is worth by the signals above, but no more than 2.5 times what it is worth
   * itself. In a chat with an assistant, a text of more than 25 terms gets less of it the longer it is: it stands for
   * itself.
   */
  best: number
  /** What the best fact drawn from it, or the best message it was drawn from, is worth by the signals above `best`. */
  linked: number
  /** 1 when all that was drawn from it has been superseded since: it tells how things were. */
  outdated: number
  /**
   * What an outdated message that it took the place of is worth more than itself: who asks for the old wants the new.
   */
  heir: number
  /**
   * What the message before it is worth by `meaning`, `words`, `context` and `date`, when that is a question: it may be
   * the answer. Less for long texts in a chat with an assistant, like `best`.
   */
  answer: number
  /** What the message after it is worth: who answers takes up what was said. */
  followed: number
  /**
   * The share of the text that asks or requests something, 0 to 1: a question resembles the query, but does not answer
   * it.
   */
  question: number
  /** How many texts of its conversation are worth more, up to 5: evidence for one question is often in several. */
  behind: number
  /** 1 among the first two of a conversation, which say what is new. */
  opening: number
  /**
   * 1 when somebody else says it than the query wants: another person than the one it names; else, where an assistant
   * takes part, the assistant when the query is about the user, and the user when it is about what the assistant said
   * ("what did you recommend?").
   */
  speaker: number
  /**
   * 0 to 1: how sure it is that a newer short statement of the same person is about the same thing, so that this one is
   * probably out of date. 0 where the query asks for the past, or for something to be done.
   */
  newer: number
  /**
   * Of what the query names besides those who speak: the share that it, or a message next to it, speaks of, rare names
   * counting more.
   */
  entities: number
  /** When the query asks for a name: how many the text has that the query has not, up to 2, rare ones counting more. */
  names: number
  /**
   * How rare a name, and how good the text, that leads to it: one of the best ten names what this one names too, and
   * the query does not.
   */
  hop: number
  /** Logarithm of its length in terms over 10, from 4 to 40 terms: a long text tells more. */
  length: number
}

/** A column for each signal, by the place of the candidate. */
export type SignalColumns = Record<keyof Signals, Float64Array>
