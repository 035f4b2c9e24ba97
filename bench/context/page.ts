import { Memory } from 'locket-memory'
import { transformersEmbedder } from 'locket-memory/transformers'
import { promptBlock, promptLine } from '../../src/read/context/prompt-block.js'
import type { SearchHit } from '../../src/read/types.js'
import { rankers } from '../recall/others.js'
import type { BenchScope } from '../recall/page.js'
import { recordingEmbedder } from '../recall/recording.js'

/** Of one block: the messages that it holds, or facts of them, and its tokens. */
export interface Block {
  messages: string[]
  tokens: number
}

/** Blocks by scope, question and budget. */
export type Blocks = Block[][][]

export interface ContextAnswers {
  blocks: { locket: Blocks; dense: Blocks }
  /** Milliseconds, for orientation only. */
  addMs: number
  contextMs: number
}

interface BenchOptions {
  scopes: BenchScope[]
  budgets: number[]
}

async function run({ scopes, budgets }: BenchOptions): Promise<ContextAnswers> {
  const plug = transformersEmbedder()
  const recorder = recordingEmbedder(plug)
  const memory = await Memory.open({ name: `bench-${Date.now()}`, embedder: recorder.embedder })
  const blocks: ContextAnswers['blocks'] = { locket: [], dense: [] }
  let [addMs, contextMs] = [0, 0]
  for (const scope of scopes) {
    const started = performance.now()
    const { report } = await memory.add(scope.messages, { userId: scope.id })
    if (report.embedding !== 'done') throw new Error(`not embedded: ${JSON.stringify(report.problems)}`)
    addMs += performance.now() - started

    const rank = await rankers(scope.messages, recorder.vectors, 1)
    const lines = await denseLines(scope, (texts) => plug.countTokens(texts))
    const found: Record<'locket' | 'dense', Block[][]> = { locket: [], dense: [] }
    for (const { question, date } of scope.questions) {
      const packed: Block[] = []
      for (const budgetTokens of budgets) {
        const asked = performance.now()
        const { results, tokens } = await memory.context(question, {
          userId: scope.id,
          budgetTokens,
          // What answers, not what is shown whatever was asked.
          core: false,
          ...(date === undefined ? {} : { referenceDate: date }),
        })
        contextMs += performance.now() - asked
        packed.push({
          messages: results.flatMap((hit) => hit.messageId ?? hit.evidence.map(({ messageId }) => messageId)),
          tokens,
        })
      }
      found.locket.push(packed)
      const { dense } = await rank(question)
      found.dense.push(budgets.map((budget) => lines(dense, budget)))
    }
    blocks.locket.push(found.locket)
    blocks.dense.push(found.dense)
  }
  await memory.close()
  return { blocks, addMs, contextMs }
}

Object.assign(window, { run })

/** The plain way: the same lines in the same frame, by cosine alone, whole messages until no further one fits. */
async function denseLines(scope: BenchScope, count: (texts: string[]) => Promise<number[]>) {
  const lines = scope.messages.map(({ role, name, content, at }) =>
    promptLine({ role, ...(name === undefined ? {} : { name }), at: new Date(at).toISOString() } as SearchHit, content),
  )
  const [[frame = 0], costs] = await Promise.all([count([promptBlock([''])]), count(lines)])
  const costOf = new Map(scope.messages.map(({ id }, i) => [id, (costs[i] as number) + 1]))
  return (ranked: string[], budget: number): Block => {
    let tokens = frame
    const messages = ranked.filter((id) => {
      const cost = costOf.get(id) as number
      if (tokens + cost > budget) return false
      tokens += cost
      return true
    })
    return { messages, tokens }
  }
}
