import { Memory } from 'locket-memory'
import { transformersEmbedder } from 'locket-memory/transformers'
import { rankers } from './others.js'
import { recordingEmbedder } from './recording.js'

/** One conversation or user of a data set: what is added, and what is asked. */
export interface BenchScope {
  id: string
  messages: { id: string; role: string; name?: string; content: string; at: number }[]
  /** Imported as memories. */
  facts: { text: string; evidence: { messageId: string; quote: string }[] }[]
  questions: { question: string; date?: number }[]
  /** What it cannot answer. */
  strangers: string[]
}

/** Message ids, best first, for each scope and question. */
export type Rankings = string[][][]

export interface BenchAnswers {
  rankings: Record<'locket' | 'dense' | 'mem0-rule' | 'keywords', Rankings>
  /** The score of the best hit, for each scope and question; 0 where there is none. */
  best: { own: number[][]; strangers: number[][] }
  /** Milliseconds, for orientation only. */
  addMs: number
  searchMs: number
}

interface BenchOptions {
  scopes: BenchScope[]
  /** Facts are drawn by the rules. */
  rules: boolean
  topK: number
  /** Candidates of the rule that Locket is compared with. */
  pool: number
}

declare global {
  interface Window {
    run: (options: BenchOptions) => Promise<BenchAnswers>
  }
}

window.run = async ({ scopes, rules, topK, pool }) => {
  const recorder = recordingEmbedder(transformersEmbedder())
  const memory = await Memory.open({
    name: `bench-${Date.now()}`,
    embedder: recorder.embedder,
    ...(rules ? {} : { extractor: false }),
  })
  const rankings: BenchAnswers['rankings'] = { locket: [], dense: [], 'mem0-rule': [], keywords: [] }
  const best: BenchAnswers['best'] = { own: [], strangers: [] }
  let [addMs, searchMs] = [0, 0]
  for (const scope of scopes) {
    const started = performance.now()
    const { report } = await memory.add(scope.messages, { userId: scope.id })
    if (report.embedding !== 'done') throw new Error(`not embedded: ${JSON.stringify(report.problems)}`)
    for (const { text, evidence } of scope.facts) await memory.add(text, { userId: scope.id, infer: false, evidence })
    addMs += performance.now() - started
  }
  for (const scope of scopes) {
    const others = await rankers(scope.messages, recorder.vectors, pool)
    const found: Record<keyof BenchAnswers['rankings'], string[][]> = {
      locket: [],
      dense: [],
      'mem0-rule': [],
      keywords: [],
    }
    const scores: number[] = []
    for (const { question, date } of scope.questions) {
      const started = performance.now()
      const { results } = await memory.search(question, {
        userId: scope.id,
        topK,
        ...(date === undefined ? {} : { referenceDate: date }),
      })
      searchMs += performance.now() - started
      // A fact stands for the messages it was drawn from.
      found.locket.push(results.flatMap((hit) => hit.messageId ?? hit.evidence.map(({ messageId }) => messageId)))
      scores.push(results[0]?.score ?? 0)
      const other = await others(question)
      found.dense.push(other.dense)
      found['mem0-rule'].push(other.rule)
      found.keywords.push(other.keywords)
    }
    best.own.push(scores)
    const strangers = []
    for (const question of scope.strangers)
      strangers.push((await memory.search(question, { userId: scope.id, topK: 1 })).results[0]?.score ?? 0)
    best.strangers.push(strangers)
    for (const name of ['locket', 'dense', 'mem0-rule', 'keywords'] as const) rankings[name].push(found[name])
  }
  await memory.close()
  return { rankings, best, addMs, searchMs }
}
