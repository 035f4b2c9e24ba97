import { miniSearchIndex } from 'locket-memory/minisearch'
import { terms } from '../../src/language/terms.js'

interface Message {
  id: string
  name?: string
  content: string
  at: number
}

interface Vectors {
  query: ReadonlyMap<string, Float32Array[]>
  passage: ReadonlyMap<string, Float32Array[]>
}

/**
 * What Locket is compared with, over the very vectors that its embedder made in the same run.
 * `dense`: cosine alone, of a message's best window. `keywords`: BM25 alone. `rule`: the `pool` best by cosine, then the mean of cosine and a sigmoid of BM25,
 * with midpoint and steepness by the number of the query's terms.
 */
export async function rankers(messages: readonly Message[], vectors: Vectors, pool: number) {
  const index = miniSearchIndex()
  await index.add(
    messages.map(({ name, content }, no) => ({ no, text: content, ...(name === undefined ? {} : { name }) })),
  )
  const rows = messages.map(({ name, content }) =>
    vectors.passage.get(name === undefined ? content : `${name}: ${content}`),
  )

  return async (question: string): Promise<{ dense: string[]; rule: string[]; keywords: string[] }> => {
    const query = vectors.query.get(question)?.[0]
    if (!query) throw new Error('the question was not embedded')
    const cosines = rows.map((windows = []) => Math.max(-1, ...windows.map((row) => dot(query, row))))
    const dense = cosines.map((_, no) => no).sort((a, b) => (cosines[b] as number) - (cosines[a] as number))
    const { hits } = await index.search(question, messages.length)
    const words = new Map(hits.map(({ no, score }) => [no, score]))
    const [middle, steepness] = sigmoidFor(terms(question).length)
    const value = (no: number) =>
      ((cosines[no] as number) +
        (words.has(no) ? 1 / (1 + Math.exp(-steepness * ((words.get(no) as number) - middle))) : 0)) /
      2
    const rule = dense.slice(0, pool).sort((a, b) => value(b) - value(a))
    const ids = (nos: number[]) => nos.map((no) => (messages[no] as Message).id)
    return { dense: ids(dense), rule: ids(rule), keywords: ids(hits.map(({ no }) => no)) }
  }
}

function sigmoidFor(count: number): [middle: number, steepness: number] {
  if (count <= 3) return [5, 0.7]
  if (count <= 6) return [7, 0.6]
  if (count <= 9) return [9, 0.5]
  return [count <= 15 ? 10 : 12, 0.5]
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
