import { asLocketError, type LocketError } from '../errors.js'
import { factsOf, type ExtractedFact, type ExtractionMessage, type Extractor } from '../extract/extractor.js'
import { factHash } from '../identity.js'
import type { NewFact } from '../reconcile/decision.js'
import type { MessageRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import type { MemoryChange } from '../types.js'
import { Work, type WorkSettings } from '../work/work.js'
import { applyDecisions, factRecord } from './apply.js'
import { ground, type Rejection } from './ground.js'
import type { Operation } from './operation.js'
import { embedFacts, settleFacts, type FactVectors, type SettleSettings, type TextHashes } from './settle.js'

/** Messages extracted and committed together. */
const BATCH = 16
/** Messages before them that the extractor may look at. */
const CONTEXT = 4

export interface ExtractionOutcome {
  state: 'done' | 'waiting'
  changes: MemoryChange[]
  rejected: Record<Rejection | 'forgotten', number>
  problems: LocketError[]
}

export interface ExtractionSettings extends WorkSettings, SettleSettings {
  extractor: Extractor
  categories: readonly string[]
  /** Texts recalled before the message with this document number, which may come back in what the user or the assistant says. */
  recalled: (no: number) => readonly string[]
}

interface Batch {
  nos: number[]
  messages: MessageRecord[]
  context: MessageRecord[]
  review: boolean
}

/** Draws facts from messages, sees what they mean for what is known, and commits both with the job's progress. */
export class ExtractionWork extends Work<ExtractionOutcome> {
  constructor(protected override readonly settings: ExtractionSettings) {
    super('extract', settings)
  }

  protected async process(jobId: string): Promise<ExtractionOutcome> {
    const outcome: ExtractionOutcome = { state: 'done', changes: [], rejected: { unsupported: 0, echo: 0, empty: 0, forgotten: 0 }, problems: [] }
    while (!this.stopped) {
      const batch = await this.nextBatch(jobId)
      if (batch === undefined) return outcome
      let facts: NewFact[]
      try {
        facts = await this.extract(batch, outcome)
      } catch (cause) {
        const problem = asLocketError(cause, 'EXTRACTION_FAILED', 'The extractor failed; the messages are kept and extracted later.')
        await this.postpone(jobId, problem)
        outcome.problems.push(problem)
        return { ...outcome, state: 'waiting' }
      }
      outcome.changes.push(...(await this.settle(jobId, batch, facts)))
    }
    return { ...outcome, state: 'waiting' }
  }

  private nextBatch(jobId: string): Promise<Batch | undefined> {
    return this.settings.store.read(['jobs', 'messages'], async (tx) => {
      const job = await tx.get('jobs', jobId)
      if (!this.mine(job)) return undefined
      const nos = job.nos.slice(0, BATCH)
      const rows = await Promise.all(nos.map((no) => tx.get('messages', no)))
      const messages = rows.filter((row) => row?.status === 'active') as MessageRecord[]
      return { nos, messages, context: messages[0] ? await messagesBefore(tx, messages[0]) : [], review: job.review ?? false }
    })
  }

  /** What the extractor found, as far as the messages support it and the user has not deleted it before. */
  private async extract(batch: Batch, outcome: ExtractionOutcome): Promise<NewFact[]> {
    const [first] = batch.messages
    if (!first) return []
    const { extractor, categories } = this.settings
    const messages = batch.messages.map(asInput)
    const recalled = this.settings.recalled(first.no)
    const found = factsOf(await extractor.extract({ messages, context: batch.context.map(asInput), recalled, categories, scope: first.scope }, { signal: this.abort.signal }))
    const { kept, rejected } = ground(found, messages, recalled)
    for (const reason of ['unsupported', 'echo', 'empty'] as const) outcome.rejected[reason] += rejected[reason]
    const wanted = await this.withoutForgotten(kept, batch)
    outcome.rejected.forgotten += kept.length - wanted.length
    const saidAt = new Map(messages.map(({ id, at }) => [id, at]))
    return wanted.map((fact) => ({ ...fact, observedAt: saidAt.get(fact.messageId) as number }))
  }

  /** The evidence of a fact that was deleted does not yield it again. */
  private async withoutForgotten(facts: readonly ExtractedFact[], { messages }: Batch): Promise<ExtractedFact[]> {
    if (facts.length === 0) return []
    const keys = await Promise.all(facts.map(async (fact) => `${fact.messageId} ${await factHash(fact.text)}`))
    const scopeKey = messages[0]?.scopeKey as string
    return this.settings.store.read(['memories'], async (tx) => {
      const deleted = (await tx.list('memories', { index: 'scope', only: [scopeKey] })).filter(({ status }) => status === 'deleted')
      const forgotten = new Set(deleted.flatMap(({ textHash, evidence }) => evidence.map(({ messageId }) => `${messageId} ${textHash}`)))
      return facts.filter((_, i) => !forgotten.has(keys[i] as string))
    })
  }

  /** Commits what the facts mean, and that these messages are done. */
  private async settle(jobId: string, batch: Batch, facts: readonly NewFact[]): Promise<MemoryChange[]> {
    let left = 0
    const finish = async (operation: Operation, changes: MemoryChange[]): Promise<MemoryChange[]> => {
      left = await this.finish(operation, jobId, batch)
      return changes
    }
    const [first] = batch.messages
    if (!first || facts.length === 0) {
      await this.settings.operate((operation) => finish(operation, []))
      this.settings.onProgress?.(left)
      return []
    }
    const vectors = await embedFacts(this.settings.embedder, facts, this.settings.warn, this.abort.signal)
    const { value } = await settleFacts(this.settings, { facts, vectors, scopeKey: first.scopeKey }, async (operation, decisions, hashes) => {
      // Someone else took the job over: what was found here is found there.
      if (!this.mine(await operation.tx.get('jobs', jobId))) return []
      const changes = batch.review ? await propose(operation, facts, first.scope, vectors, hashes) : await applyDecisions(operation, decisions, { scope: first.scope, facts, vectors, hashes })
      return finish(operation, changes)
    })
    this.settings.onProgress?.(left)
    return value
  }

  /** Takes the batch off the job, and tells how much is left of it. */
  private async finish(operation: Operation, jobId: string, batch: Batch): Promise<number> {
    const job = await operation.tx.get('jobs', jobId)
    if (!this.mine(job)) return 0
    const done = new Set(batch.nos)
    const nos = job.nos.filter((no) => !done.has(no))
    if (nos.length === 0) await operation.tx.delete('jobs', jobId)
    else await operation.tx.put('jobs', { ...job, nos, state: 'running' })
    return nos.length
  }
}

/** With `review`, facts are stored as pending, with all that approving them will need. */
async function propose(operation: Operation, facts: readonly NewFact[], scope: MessageRecord['scope'], vectors: FactVectors, hashes: TextHashes): Promise<MemoryChange[]> {
  const changes: MemoryChange[] = []
  for (const fact of facts) {
    const memory = factRecord(fact, scope, operation, hashes)
    memory.status = 'pending'
    memory.proposal = { mode: fact.mode, ...(fact.previous === undefined ? {} : { previous: fact.previous }) }
    const own = vectors.get(fact)
    await operation.putMemory({ event: 'ADD', after: memory, reason: 'waits for approval', ...(own ? { vectors: own } : {}) })
    changes.push({ id: memory.id, memory: memory.text, event: 'ADD', evidence: memory.evidence })
  }
  return changes
}

const asInput = ({ id, role, name, text, at }: MessageRecord): ExtractionMessage => ({ id, role, ...(name === undefined ? {} : { name }), text, at })

async function messagesBefore(tx: Reader, message: MessageRecord): Promise<MessageRecord[]> {
  const before: MessageRecord[] = []
  let at = message.previousNo
  while (at !== undefined && before.length < CONTEXT) {
    const row: MessageRecord | undefined = await tx.get('messages', at)
    if (!row) break
    if (row.status === 'active') before.unshift(row)
    at = row.previousNo
  }
  return before
}
