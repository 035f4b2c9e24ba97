import type { Bitmask } from '../../values/bitmask.js'
import type { IndexError } from '../../values/errors.js'

export interface KeywordDocument {
  /** Document number. */
  no: number
  text: string
  /** Who said it: a word of the text like any other, so that a question naming the speaker matches. */
  name?: string
  /** When it was said (ms since the epoch): indexed as date terms, so that "4 May" finds it. */
  at?: number
  /** Of a fact the attribute of its slot (`home`): questions find it by the words that ask for it, at a lower weight. */
  attribute?: string
}

export interface KeywordHit {
  no: number
  /** BM25 over the document's words, 0 or more. */
  score: number
  /** Which of the query's words it has: positions in `KeywordAnswer.rarity`, ascending. */
  words: number[]
}

export interface KeywordAnswer {
  /** The best documents with at least one of the query's words, best first, ties by lower number. */
  hits: KeywordHit[]
  /** For each distinct word of the query its inverse document frequency among the allowed documents, above 0. */
  rarity: number[]
  /** The highest score that a document with every word of the query could get. */
  ceiling: number
  /**
   * Documents said on a date that the query names, or naming it themselves: a day, else a month or a year. Ascending,
   * as many as the limit at most.
   */
  onTheDay: number[]
  inThePeriod: number[]
}

/**
 * Words to documents. A cache: it can always be rebuilt from the store's texts.
 * Document and query go through the same `language/terms`.
 */
export interface KeywordIndex {
  readonly kind: string
  /** Why every call fails until `clear` or `load` starts it anew, as after a crash of its worker. */
  readonly problem?: IndexError | undefined
  /** Resolves to the number of documents held. */
  size(): Promise<number>
  /** Adds documents; one that is already there is replaced. */
  add(documents: readonly KeywordDocument[]): Promise<void>
  remove(nos: readonly number[]): Promise<void>
  /** Rids the index of every trace of removed documents. */
  vacuum(): Promise<void>
  /** What the query's words and dates find among `allowed` (all documents when absent). */
  search(query: string, limit: number, allowed?: Bitmask): Promise<KeywordAnswer>
  /**
   * The whole index as structured-clonable data, and back: `load` replaces what is held; false when the data is of
   * another version.
   */
  save(): Promise<unknown>
  load(data: unknown): Promise<boolean>
  clear(): Promise<void>
  dispose(): Promise<void>
}
