import type { Bitmask } from '../../values/bitmask.js'
import type { Catalog, CatalogRow } from '../../index/catalog.js'
import type { VectorSample } from '../../index/vector-sample.js'
import { addScaled, dot } from './dot.js'

/**
 * Enough to tell how a store's texts differ: with all of them contrast alone finds more (R@10 .631, not .614), the
 * whole ranking does not.
 */
const SAMPLE = 256
/** Fewer texts have no mean worth the name. */
const FEWEST = 8
/** Rows that are gone through side by side: no addition has to wait for the one before, which takes half the time. */
export const SIDE_BY_SIDE = 4

/** What was said and what was drawn from it differ in form. */
export type Groups<T> = Record<CatalogRow['table'], T>

/** How the vectors of a sample differ from their means: all that contrast needs of a store, whatever the query. */
export interface Differences {
  /** Vectors less the mean of their group, one after another, and rows of zeros up to a multiple of `SIDE_BY_SIDE`. */
  rows: Float32Array
  count: number
  /** Mean of the squares of their components. */
  variance: number
  centers: Groups<Float32Array>
  /** The center of the larger group. */
  usual: Float32Array
}

/** Each group has its own mean, where it is large enough for one. Undefined where there is too little to compare. */
export function differencesOf(groups: Groups<readonly Float32Array[]>): Differences | undefined {
  const { messages, memories } = groups
  const larger = memories.length > messages.length ? memories : messages
  if (larger.length < FEWEST) return undefined
  const usual = meanOf(larger)
  const centerOf = (vectors: readonly Float32Array[]): Float32Array =>
    vectors === larger || vectors.length < FEWEST ? usual : meanOf(vectors)
  const centers = { messages: centerOf(messages), memories: centerOf(memories) }
  const count = messages.length + memories.length
  const rows = new Float32Array(Math.ceil(count / SIDE_BY_SIDE) * SIDE_BY_SIDE * usual.length)
  let at = 0
  for (const group of ['messages', 'memories'] as const)
    for (const vector of groups[group]) {
      rows.set(addScaled(vector.slice(), centers[group], -1), at)
      at += vector.length
    }
  const variance = dot(rows, rows) / count / usual.length
  return variance > 1e-9 ? { rows, count, variance, centers, usual } : undefined
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) addScaled(mean, vector, 1 / vectors.length)
  return mean
}

const known = new WeakMap<object, { differences: Differences | undefined }>()

/**
 * How the texts differ that may be seen. Searches mostly ask about the same ones as the search before, which had to go
 * through them.
 */
export function differencesAmong(sample: VectorSample, catalog: Catalog, allowed: Bitmask): Differences | undefined {
  const vectors = sample.of(allowed, SAMPLE)
  let found = known.get(vectors)
  if (!found) {
    const groups: Groups<Float32Array[]> = { messages: [], memories: [] }
    for (const { no, row } of vectors) groups[catalog.get(no)?.table ?? 'messages'].push(row)
    known.set(vectors, (found = { differences: differencesOf(groups) }))
  }
  return found.differences
}
