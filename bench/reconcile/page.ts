import { modelFacts } from '../../src/embed/models.js'
import { transformersEmbedder } from '../../src/embed/transformers.js'
import { textTraits } from '../../src/language/traits.js'
import type { KnownFact, NewFact } from '../../src/reconcile/decision.js'
import { reconcile } from '../../src/reconcile/reconcile.js'
import { PAIRS, type Pair } from './pairs.js'

export interface MeasuredPair extends Pair {
  /** Deviations above unrelated texts. */
  similarity: number
  /** What is decided of the new text when the known one is a memory without a slot, so by words and vectors alone. */
  event: string
}

async function run(): Promise<MeasuredPair[]> {
  const embedder = transformersEmbedder()
  const { background } = modelFacts()
  const texts = [...new Set(PAIRS.flatMap(({ known, fact }) => [known, fact]))]
  const vectors = new Map(
    (await embedder.embed(texts, 'passage')).map(({ vectors: [vector] }, i) => [
      texts[i] as string,
      vector as Float32Array,
    ]),
  )
  await embedder.dispose()
  return PAIRS.map((pair) => {
    const [a, b] = [pair.known, pair.fact].map((text) => vectors.get(text) as Float32Array) as [
      Float32Array,
      Float32Array,
    ]
    const cosine = a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)
    const [known, fact] = [pair.known, pair.fact].map((text) => textTraits(text).cjk)
    const { mean, deviation } = known !== fact ? background.mixed : known ? background.cjk : background.latin
    const similarity = (cosine - mean) / deviation
    return { ...pair, similarity, event: eventOf(pair, similarity) }
  })
}

function eventOf(pair: Pair, similarity: number): string {
  const known: KnownFact = {
    id: 'known',
    text: pair.known,
    observedAt: 0,
    validFrom: 0,
    similarity,
    messageIds: ['before'],
  }
  const fact: NewFact = {
    text: pair.fact,
    language: pair.language,
    kind: 'semantic',
    category: 'misc',
    attributedTo: 'user',
    messageId: 'now',
    quote: pair.fact,
    mode: 'assert',
    slot: { subject: 'user', attribute: 'detail:any', value: pair.fact, cardinality: 'many' },
    observedAt: 1,
  }
  return reconcile([fact], () => [known])
    .map(({ event }) => event)
    .join('+')
}

Object.assign(window, { run })
