/**
 * The signals that rank a candidate, each on a scale of its own and 0 where it says nothing. The ranking value is their
 * weighted sum (`fuse.ts`). The *base value* of a text is the weighted sum of `meaning`, `words`, `context` and `date`.
 */
export interface Signals {
  /**
   * Similarity of text and query, in standard deviations above the query's cosine to unrelated texts of that script;
   * above 3 they are about the same thing. The larger the store, the more it is replaced by contrast: how far the text
   * stands out among the store's texts (`contrast.ts`).
   */
  meaning: number
  /** BM25 of the query's words in the text, as a share of its maximum, times the root of the words' summed rarity. */
  words: number
  /**
   * Summed rarity of the query's words that the text or the two messages before it contain, over the root of the rarity
   * of all words.
   */
  context: number
  /**
   * 1 if the text's event happened, or the text was said, at a time that the query refers to, or if it mentions that
   * time. ½ if it was only said then and is about another time, or lies on the right side of an event ("before I
   * moved").
   */
  date: number
  /**
   * Highest base value in the text's conversation, but at most 2.5 times the text's own. In a chat with an assistant it
   * shrinks with the length of texts of more than 25 terms, which need less context.
   */
  best: number
  /** Highest base value among the facts drawn from a message, or among the messages that are evidence of a fact. */
  linked: number
  /** 1 if facts were drawn from the message and all of them have been superseded since. */
  outdated: number
  /**
   * Extra score for a fact that superseded the facts of an outdated message: how much higher that message scored. Lets
   * a question phrased in the old fact's words find the new fact.
   */
  successor: number
  /**
   * Base value of the preceding message if that is a question, which this text may answer. In a chat with an assistant
   * it shrinks with the length of the text, as `best` does.
   */
  answer: number
  /** Base value of the following message: replies take up what was said. */
  followed: number
  /**
   * Share of the text (0 to 1) that asks or requests something: a question resembles the query without answering it.
   */
  question: number
  /** Number of messages of the same conversation with a higher base value, up to 5: favours several conversations. */
  behind: number
  /** 1 for the first two messages of a conversation, which tend to bring news. */
  opening: number
  /**
   * 1 if the speaker is not the one that the query asks about: a person other than the one it names; else, where an
   * assistant takes part, the assistant if the query is about the user, or the user if it is about what the assistant
   * said ("what did you recommend?").
   */
  speaker: number
  /**
   * Probability (0 to 1) that a newer short statement of the same speaker is about the same thing, so that this one is
   * out of date. 0 if the query asks about the past or requests a task.
   */
  newer: number
  /**
   * Share, by rarity, of the query's entities that the text, its evidence or a neighbouring message mentions. Speakers
   * are not counted.
   */
  entities: number
  /** If the query asks for a name: summed rarity (0 to 1 each) of names in the text but not in the query, up to 2. */
  names: number
  /**
   * If one of the top ten candidates mentions an entity that this text mentions too and the query does not (second
   * hop): rarity of that entity, decreasing with the rank of that candidate.
   */
  hop: number
  /** Logarithm of the length in terms (4 to 40) over 10: longer texts tell more. */
  length: number
}

/** One column per signal, indexed by the candidate's position. */
export type SignalColumns = Record<keyof Signals, Float64Array>
