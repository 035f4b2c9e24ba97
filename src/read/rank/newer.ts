import type { Background } from '../../embed/embedder.js'
import type { Catalog, CatalogRow } from '../../index/catalog.js'
import type { VectorIndex } from '../../index/vector/vector-index.js'
import { dot } from '../lanes/dot.js'
import type { Candidates } from './candidates.js'

/** The best by meaning that are compared with each other. */
const COMPARED = 30
/** Less meaning than this has nothing to do with the query. */
const LEAST_MEANING = 0.5
/** A newer text of less than this share of an older one's meaning answers another question. */
const AS_RELEVANT = 0.6
/** Terms up to which a text tells one thing, so that a newer one can replace all of it. */
const SHORT = 12
/** Of more than half questions and requests, a text tells nothing new. */
const MOSTLY_ASKS = 0.5
/**
 * Deviations of likeness above unrelated texts at which two texts begin to be about the same thing, and at which they
 * surely are.
 */
const BEGINS = 0.6
const SURELY = 4.9

/** Fills in `Signals.newer`. Where the vector index cannot give vectors back, it stays 0. */
export async function measureNewer(
  { size, nos, texts, signals }: Candidates,
  catalog: Catalog,
  index: VectorIndex | undefined,
  background: Background,
): Promise<void> {
  const { meaning, newer } = signals
  const best = [...texts.keys()]
    .filter(
      (place) => place < size && (meaning[place] as number) > LEAST_MEANING && isUsers(texts[place] as CatalogRow),
    )
    .sort((a, b) => (meaning[b] as number) - (meaning[a] as number))
    .slice(0, COMPARED)
  if (!index?.vectors || best.length < 2) return
  const vectors = await index.vectors(Uint32Array.from(best, (place) => nos[place] as number))
  const said = best.map((place) => saidAt(texts[place] as CatalogRow, catalog))
  for (const [i, old] of best.entries())
    for (const [j, later] of best.entries()) {
      const [text, other] = [texts[old] as CatalogRow, texts[later] as CatalogRow]
      const [vector, otherVector] = [vectors[i], vectors[j]]
      if (
        !isBefore(said[i] as Said, said[j] as Said) ||
        text.name !== other.name ||
        other.traits.asks > MOSTLY_ASKS ||
        (meaning[later] as number) < AS_RELEVANT * (meaning[old] as number) ||
        !vector ||
        !otherVector
      )
        continue
      const { mean, deviation } = background[text.traits.cjk ? 'cjk' : 'latin']
      const likeness = ((dot(vector, otherVector) - mean) / deviation - BEGINS) / (SURELY - BEGINS)
      const brevity = Math.min(1, SHORT / Math.max(text.traits.length, other.traits.length)) ** 2
      newer[old] = Math.max(newer[old] as number, brevity * Math.min(1, Math.max(0, likeness)))
    }
}

const isUsers = ({ role }: CatalogRow): boolean => role !== 'assistant'

interface Said {
  at: number
  no: number
}

/** When a message was said, or the last one that a fact rests on. */
function saidAt({ no, at, table }: CatalogRow, catalog: Catalog): Said {
  return { at, no: table === 'messages' ? no : Math.max(...catalog.linked(no), 0) || no }
}

const isBefore = (a: Said, b: Said): boolean => a.at < b.at || (a.at === b.at && a.no < b.no)
