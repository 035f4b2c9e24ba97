import { Memory, type Embedder } from 'locket-memory'
import { transformersEmbedder } from 'locket-memory/transformers'
import { rankers } from './others.js'

/** One conversation or user of a data set: what is added, and what is asked. */
export interface BenchScope {
  id: string
  messages: { id: string; role: string; name?: string; content: string; at: number }[]
  questions: string[]
}

/** Message ids, best first, for each scope and question. */
export type Rankings = string[][][]

export interface BenchAnswers {
  rankings: { locket: Rankings; dense: Rankings; 'mem0-rule': Rankings }
  /** Milliseconds, for orientation only. */
  addMs: number
  searchMs: number
}

interface BenchOptions {
  scopes: BenchScope[]
  topK: number
  /** Candidates of the rule that Locket is compared with. */
  pool: number
}

declare global {
  interface Window {
    run: (options: BenchOptions) => Promise<BenchAnswers>
  }
}

window.run = async ({ scopes, topK, pool }) => {
  const recorder = recordingEmbedder(transformersEmbedder())
  const memory = await Memory.open({ name: `bench-${Date.now()}`, embedder: recorder.embedder })
  const rankings: BenchAnswers['rankings'] = { locket: [], dense: [], 'mem0-rule': [] }
  let [addMs, searchMs] = [0, 0]
  for (const scope of scopes) {
    const started = performance.now()
    const { report } = await memory.add(scope.messages, { userId: scope.id })
    if (report.embedding !== 'done') throw new Error(`not embedded: ${JSON.stringify(report.problems)}`)
    addMs += performance.now() - started
  }
  for (const scope of scopes) {
    const others = await rankers(scope.messages, recorder.vectors, pool)
    const found: Record<keyof BenchAnswers['rankings'], string[][]> = { locket: [], dense: [], 'mem0-rule': [] }
    for (const question of scope.questions) {
      const started = performance.now()
      const { results } = await memory.search(question, { userId: scope.id, topK })
      searchMs += performance.now() - started
      // A fact stands for the messages it was drawn from.
      found.locket.push(results.flatMap((hit) => hit.messageId ?? hit.evidence.map(({ messageId }) => messageId)))
      const other = await others(question)
      found.dense.push(other.dense)
      found['mem0-rule'].push(other.rule)
    }
    for (const name of ['locket', 'dense', 'mem0-rule'] as const) rankings[name].push(found[name])
  }
  await memory.close()
  return { rankings, addMs, searchMs }
}

/** Passes everything through and keeps the vectors, so that the rankings beside Locket's use the very same ones. */
function recordingEmbedder(plug: Embedder) {
  const vectors = { query: new Map<string, Float32Array>(), passage: new Map<string, Float32Array>() }
  const embedder: Embedder = {
    ...plug,
    embed: async (texts, purpose, options) => {
      const embedded = await plug.embed(texts, purpose, options)
      embedded.forEach(({ vectors: [first] }, i) => first && vectors[purpose].set(texts[i] as string, first))
      return embedded
    },
  }
  return { embedder, vectors }
}
