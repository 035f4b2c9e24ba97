import MiniSearch, { type Options, type SearchOptions, type SearchResult } from 'minisearch'
import type { Bitmask } from '../../values/bitmask.js'
import { IndexError } from '../../values/errors.js'
import { dateTerms, datesInQuery, datesIn, isDayTerm } from '../../language/dates.js'
import { attributeWords } from '../../language/attribute-words.js'
import { TERMS_VERSION, terms } from '../../language/terms.js'
import { nextTask } from '../../platform/next-task.js'
import { BM25, BM25_CEILING, inverseFrequency } from './bm25.js'
import type { KeywordAnswer, KeywordDocument, KeywordHit, KeywordIndex } from './keyword-index.js'

/** A shorter word has too many neighbours at one letter's distance. */
export const SHORTEST_FUZZY = 5

/**
 * Among three documents no word is rare. Rarity is judged as if there were this many, so that a small store scores like
 * a large one.
 */
const LIKE_A_STORE_OF = 500

/** Weight of a word that asks for a fact's attribute, against one in its text. */
const ATTRIBUTE_WEIGHT = 0.3

const FORMAT = 3
// Long enough to be efficient, short enough that a search in between does not feel it.
const SLICE_MS = 12
// Stale postings cost time and skew the document frequencies until they are vacuumed; a pass over everything costs more
// than a few of them.
const MOST_STALE = 64
const MOST_STALE_SHARE = 0.1

interface Row {
  no: number
  text: string
  when: string
  /** The words that ask for the fact's attribute. */
  attribute: string
}

/** What `save` resolves to. */
export interface KeywordSnapshot {
  format: number
  terms: number
  /** MiniSearch's JSON in UTF-8: a buffer crosses threads without a copy and is stored as it is. */
  json: Uint8Array
}

export interface MiniSearchIndex extends KeywordIndex {
  save(): Promise<KeywordSnapshot>
}

const OPTIONS: Options<Row> = {
  idField: 'no',
  fields: ['text', 'when', 'attribute'],
  tokenize: (text, field) => (field !== 'when' ? terms(text) : text === '' ? [] : text.split(' ')),
  processTerm: (term) => term,
  // Its own passes pause and resume, and fail when the index changes meanwhile; `vacuum` below runs in one go.
  autoVacuum: false,
}

const rowOf = ({ no, text, name, at, attribute }: KeywordDocument): Row => ({
  no,
  text: name === undefined ? text : `${name}: ${text}`,
  when: [...new Set([...(at === undefined ? [] : dateTerms(at)), ...datesIn(text)])].join(' '),
  attribute: attribute === undefined ? '' : attributeWords(attribute),
})

export interface MiniSearchIndexOptions {
  /**
   * Restores a snapshot without yielding, in under half the time (10,000 documents: 0.2 s, not 0.5): for a thread that
   * has nothing else to do.
   */
  loadAtOnce?: boolean
}

/**
 * Keywords over MiniSearch, in the thread that calls it. Long calls work in slices and yield between them; changes
 * happen one after another, searches at any time between slices. Words of one query that no allowed document has may
 * match with one letter changed.
 */
export function miniSearchIndex({ loadAtOnce = false }: MiniSearchIndexOptions = {}): MiniSearchIndex {
  let index = new MiniSearch<Row>(OPTIONS)
  let disposed = false
  let last: Promise<unknown> = Promise.resolve()

  const check = (): void => {
    if (disposed) throw new IndexError('CLOSED', 'This keyword index was disposed of.', { hint: 'Create a new one.' })
  }
  /** Runs `change` after all changes asked for earlier; a failed one does not stop those behind it. */
  const inTurn = <R>(change: () => R | Promise<R>): Promise<R> => {
    const result = last.then(() => {
      check()
      return change()
    })
    last = result.catch(() => undefined)
    return result
  }
  const vacuum = async (): Promise<void> => {
    if (index.dirtCount > 0) await index.vacuum({ batchSize: Infinity })
  }
  const vacuumIfStale = async (): Promise<void> => {
    if (index.dirtCount >= MOST_STALE && index.dirtFactor >= MOST_STALE_SHARE) await vacuum()
  }

  return {
    kind: 'minisearch',

    async size() {
      check()
      return index.documentCount
    },

    add: (documents) =>
      inTurn(async () => {
        const bad = documents.find(({ no }) => !Number.isSafeInteger(no) || no < 0)
        if (bad)
          throw new IndexError('INDEX_FAILED', 'A document number must be a whole number of 0 or more.', {
            value: bad.no,
          })
        let pause = performance.now() + SLICE_MS
        for (const document of documents) {
          if (index.has(document.no)) index.discard(document.no)
          index.add(rowOf(document))
          if (performance.now() < pause) continue
          await nextTask()
          pause = performance.now() + SLICE_MS
        }
        await vacuumIfStale()
      }),

    remove: (nos) =>
      inTurn(async () => {
        for (const no of new Set(nos)) if (index.has(no)) index.discard(no)
        await vacuumIfStale()
      }),

    vacuum: () => inTurn(vacuum),

    async search(query, limit, allowed) {
      check()
      const words = [...new Set(terms(query))]
      return limit < 1
        ? { hits: [], rarity: words.map(() => 1), ceiling: words.length, onTheDay: [], inThePeriod: [] }
        : answer(index, words, datesInQuery(query), limit, allowed)
    },

    save: () =>
      inTurn(async (): Promise<KeywordSnapshot> => {
        await vacuum()
        return { format: FORMAT, terms: TERMS_VERSION, json: new TextEncoder().encode(JSON.stringify(index)) }
      }),

    load: (data) =>
      inTurn(async () => {
        if (!isSnapshot(data)) return false
        try {
          const json = new TextDecoder().decode(data.json)
          index = loadAtOnce
            ? MiniSearch.loadJSON<Row>(json, OPTIONS)
            : await MiniSearch.loadJSONAsync<Row>(json, OPTIONS)
          return true
        } catch {
          // A damaged cache is as good as none: the caller rebuilds either way.
          return false
        }
      }),

    clear: () =>
      inTurn(() => {
        index.removeAll()
      }),

    async dispose() {
      disposed = true
      index = new MiniSearch<Row>(OPTIONS)
    },
  }
}

function answer(
  index: MiniSearch<Row>,
  words: string[],
  dates: string[],
  limit: number,
  allowed: Bitmask | undefined,
): KeywordAnswer {
  const hits = findWords(index, words, allowed)
  const documents = allowed?.count() ?? index.documentCount
  const frequency = words.map(() => 0)
  for (const hit of hits) for (const word of hit.words) frequency[word] = (frequency[word] as number) + 1
  const days = findDates(index, dates.filter(isDayTerm), allowed)
  const periods = findDates(
    index,
    dates.filter((term) => !isDayTerm(term)),
    allowed,
  )
  return {
    hits: hits.sort((a, b) => b.score - a.score || a.no - b.no).slice(0, limit),
    rarity: frequency.map((n) => inverseFrequency(n, Math.max(documents, LIKE_A_STORE_OF))),
    ceiling: BM25_CEILING * frequency.reduce((sum, n) => sum + inverseFrequency(n, documents), 0),
    onTheDay: days.slice(0, limit),
    inThePeriod: periods.slice(0, limit),
  }
}

function findWords(index: MiniSearch<Row>, words: string[], allowed: Bitmask | undefined): KeywordHit[] {
  const found = new Map<number, KeywordHit>()
  const missing = new Set(words)
  const position = new Map(words.map((word, i) => [word, i]))
  const collect = (wanted: string[], fuzzy: SearchOptions['fuzzy']): void => {
    for (const { id, score, queryTerms } of find(
      index,
      fuzzy ? ['text'] : ['text', 'attribute'],
      wanted,
      allowed,
      fuzzy,
    )) {
      const hit = found.get(id as number) ?? { no: id as number, score: 0, words: [] }
      found.set(hit.no, hit)
      // MiniSearch multiplies BM25 by the number of matching words.
      hit.score += score / queryTerms.length
      hit.words.push(...queryTerms.map((word) => position.get(word) as number))
      for (const word of queryTerms) missing.delete(word)
    }
  }
  collect(words, false)
  const misspelt = [...missing].filter((word) => word.length >= SHORTEST_FUZZY && /^[a-z]+$/.test(word))
  collect(misspelt, 1)
  for (const hit of found.values()) hit.words = [...new Set(hit.words)].sort((a, b) => a - b)
  return [...found.values()]
}

function findDates(index: MiniSearch<Row>, dates: string[], allowed: Bitmask | undefined): number[] {
  return find(index, ['when'], dates, allowed, false)
    .map(({ id }) => id as number)
    .sort((a, b) => a - b)
}

function find(
  index: MiniSearch<Row>,
  fields: (keyof Row)[],
  wanted: string[],
  allowed: Bitmask | undefined,
  fuzzy: SearchOptions['fuzzy'],
): SearchResult[] {
  if (wanted.length === 0) return []
  return index.search('', {
    fields,
    boost: { attribute: ATTRIBUTE_WEIGHT },
    tokenize: () => wanted,
    processTerm: (term) => term,
    bm25: BM25,
    // A boost of 0 passes over a document before anything is computed for it.
    ...(allowed ? { boostDocument: (no: number) => (allowed.has(no) ? 1 : 0) } : {}),
    ...(fuzzy ? { fuzzy } : {}),
  })
}

function isSnapshot(data: unknown): data is KeywordSnapshot {
  const { format, terms: version, json } = (data ?? {}) as Partial<KeywordSnapshot>
  return format === FORMAT && version === TERMS_VERSION && json instanceof Uint8Array
}
