import type { Background } from '../../embed/embedder.js'
import type { Catalog } from '../../index/catalog.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import type { VectorIndex } from '../../index/vector/vector-index.js'
import { dot } from '../lanes/dot.js'
import type { Candidates } from './candidates.js'

/** Candidates with the highest `meaning` that are compared pairwise. */
const COMPARED = 30
/** Candidates with a lower `meaning` are unrelated to the query and not compared. */
const LEAST_MEANING = 0.5
/** Least `meaning` of the newer text relative to the older one's; below that it answers another question. */
const AS_RELEVANT = 0.6
/** Length in terms up to which a text states a single fact, so that a newer text can replace all of it. */
const SHORT = 12
/** Share of questions and requests above which a text states nothing new. */
const MOSTLY_ASKS = 0.5
/** Similarity of two texts, in standard deviations above unrelated ones, at which `newer` starts and reaches 1. */
const STARTS_AT = 0.6
const CERTAIN_AT = 4.9

/** Fills in `Signals.newer`. It stays 0 with a vector index that cannot return stored vectors. */
export async function measureNewer(
  { size, nos, texts, signals }: Candidates,
  catalog: Catalog,
  index: VectorIndex | undefined,
  background: Background,
): Promise<void> {
  const { meaning, newer } = signals
  const best = [...texts.keys()]
    .filter(
      (position) =>
        position < size && (meaning[position] as number) > LEAST_MEANING && isFromUser(texts[position] as CatalogRow),
    )
    .sort((a, b) => (meaning[b] as number) - (meaning[a] as number))
    .slice(0, COMPARED)
  if (!index?.vectors || best.length < 2) return
  const vectors = await index.vectors(Uint32Array.from(best, (position) => nos[position] as number))
  const times = best.map((position) => statedAt(texts[position] as CatalogRow, catalog))
  for (const [i, old] of best.entries())
    for (const [j, later] of best.entries()) {
      const [text, other] = [texts[old] as CatalogRow, texts[later] as CatalogRow]
      const [vector, otherVector] = [vectors[i], vectors[j]]
      if (
        !isBefore(times[i] as StatedAt, times[j] as StatedAt) ||
        text.name !== other.name ||
        other.traits.asks > MOSTLY_ASKS ||
        (meaning[later] as number) < AS_RELEVANT * (meaning[old] as number) ||
        !vector ||
        !otherVector
      )
        continue
      const { mean, deviation } = background[text.traits.cjk ? 'cjk' : 'latin']
      const certainty = ((dot(vector, otherVector) - mean) / deviation - STARTS_AT) / (CERTAIN_AT - STARTS_AT)
      const brevity = Math.min(1, SHORT / Math.max(text.traits.length, other.traits.length)) ** 2
      newer[old] = Math.max(newer[old] as number, brevity * Math.min(1, Math.max(0, certainty)))
    }
}

const isFromUser = ({ role }: CatalogRow): boolean => role !== 'assistant'

/** A time in ms since the epoch, and a document number that orders equal times. */
interface StatedAt {
  at: number
  no: number
}

/** When a message, or the last message that is evidence of a fact, was stated. */
function statedAt({ no, at, table }: CatalogRow, catalog: Catalog): StatedAt {
  return { at, no: table === 'messages' ? no : Math.max(...catalog.linked(no), 0) || no }
}

const isBefore = (a: StatedAt, b: StatedAt): boolean => a.at < b.at || (a.at === b.at && a.no < b.no)
