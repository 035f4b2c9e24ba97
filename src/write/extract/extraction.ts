import { asLocketError } from '../../values/errors.js'
import { factsOf, type Extractor } from '../../extract/extractor.js'
import type { ExtractedFact } from '../../extract/fact.js'
import type { NewFact } from '../../reconcile/decision.js'
import type { Scope } from '../../values/scope.js'
import { hasMask } from '../../secrets/masks.js'
import type { SecretFinder } from '../../secrets/span.js'
import type { JobKind, JobRecord, MessageRecord } from '../../store/records.js'
import { isInstruction, isUntrusted } from '../../values/trust.js'
import type { MemoryChange } from '../types.js'
import { Work, type WorkOutcome, type WorkSettings } from '../../work/work.js'
import { applyDecisions } from './apply.js'
import { asInput, messagesBefore, gatherInput, withoutSecrets, type InputSettings } from './input.js'
import { addUnlessStored, runFact } from './digest.js'
import { withoutForgotten } from './forgotten.js'
import type { ExtractionOutcome } from './outcome.js'
import { blankOutcome, count } from './tally.js'
import { ground } from './ground.js'
import type { Operation } from '../../store/operation.js'
import { withLabels } from './labels.js'
import { propose } from './propose.js'
import { embedFacts, settleFacts, type Decide, type SettleSettings } from './settle.js'

/** Messages per batch: extracted and committed together. */
const BATCH = 16
/** Messages before the batch that the extractor gets as context. */
const CONTEXT = 4
/** Attempts before a failing job is given up: each call of a language model may cost money. */
const ATTEMPTS = 6
/** The kinds of jobs that this work does. */
const KINDS: readonly JobKind[] = ['extract', 'digest']

export interface ExtractionSettings extends WorkSettings, SettleSettings, InputSettings {
  extractor: Extractor
  categories: readonly string[]
  newId: () => string
  /**
   * Memory texts given to the application before the message with this document number. A message may only repeat them,
   * so they are no new facts.
   */
  recalled: (no: number, scope: Scope) => readonly string[]
  secretFinder: () => Promise<SecretFinder | undefined>
  /** Called when a job is done or stopped. Must not throw: its failure is not the job's. */
  onOutcome?: (outcome: ExtractionOutcome) => void
}

interface Batch {
  kind: JobKind
  nos: number[]
  /** With secrets masked, as every extractor sees them. */
  messages: MessageRecord[]
  context: MessageRecord[]
  review: boolean
  /** Categories and expiry of the call, for every fact of the batch. */
  labels: Pick<JobRecord, 'categories' | 'expiresAt'>
}

/** What the extractor returned for one batch. */
interface Extracted {
  facts: NewFact[]
  /** Document numbers of messages for which the model gave no readable answer. */
  unread: number[]
}

/** Extracts facts from messages, reconciles them with known facts, and commits the result with the job's progress. */
export class ExtractionWork extends Work<ExtractionOutcome> {
  constructor(protected override readonly settings: ExtractionSettings) {
    super(KINDS, settings, ATTEMPTS)
  }

  /** Whether the extractor can do jobs of this kind. */
  can(kind: 'extract' | 'digest'): boolean {
    return kind === 'extract' || this.settings.extractor.digest !== undefined
  }

  override does(job: Pick<JobRecord, 'kind'>): boolean {
    return super.does(job) && (job.kind !== 'digest' || this.can('digest'))
  }

  protected notBegun(outcome: WorkOutcome): ExtractionOutcome {
    return { ...blankOutcome(), ...outcome }
  }

  protected async process(jobId: string, signal: AbortSignal): Promise<ExtractionOutcome> {
    const outcome: ExtractionOutcome = { ...blankOutcome(), job: jobId, state: 'waiting' }
    try {
      for (;;) {
        const batch = await this.nextBatch(jobId)
        if (typeof batch === 'string') {
          outcome.state = batch
          return outcome
        }
        if (signal.aborted) break
        outcome.scope ??= batch.messages[0]?.scope
        outcome.changes.push(
          ...(await this.settle(jobId, batch, await this.extractBatch(batch, outcome, signal), outcome, signal)),
        )
      }
    } catch (cause) {
      if (!signal.aborted) {
        const problem = asLocketError(
          cause,
          'EXTRACTION_FAILED',
          'The extractor failed; the messages are stored and extraction is retried later.',
        )
        await this.postpone(jobId, problem)
        outcome.problems.push(problem)
      }
    } finally {
      if (signal.aborted && !this.stopped && outcome.state !== 'done') outcome.state = 'cancelled'
      this.settings.onOutcome?.(outcome)
    }
    return outcome
  }

  /**
   * The job's next batch; or the job's state when there is none, as another tab may have cancelled or taken it over.
   */
  private async nextBatch(jobId: string): Promise<Batch | WorkOutcome['state']> {
    const findSecrets = await this.settings.secretFinder()
    return this.settings.store.read(['jobs', 'messages'], async (tx) => {
      const job = await tx.get('jobs', jobId)
      if (!job) return 'done'
      const { state, error } = job
      // A job in state 'failed' holds messages that the model could not read; the rest of the work is done.
      if (!this.mine(job)) return state !== 'failed' ? 'waiting' : error?.code === 'ABORTED' ? 'cancelled' : 'done'
      const nos = job.kind === 'digest' ? job.nos : job.nos.slice(0, BATCH)
      const rows = await Promise.all(nos.map((no) => tx.get('messages', no)))
      const messages = rows.filter((row) => row?.status === 'active') as MessageRecord[]
      const context = messages[0] ? await messagesBefore(tx, messages[0], CONTEXT) : []
      return {
        kind: job.kind,
        nos,
        messages: withoutSecrets(messages, findSecrets),
        context: withoutSecrets(context, findSecrets),
        review: job.review ?? false,
        labels: job,
      }
    })
  }

  private async extractBatch(batch: Batch, outcome: ExtractionOutcome, signal: AbortSignal): Promise<Extracted> {
    const [first] = batch.messages
    if (!first) return { facts: [], unread: [] }
    const extracted = await (batch.kind === 'digest'
      ? this.digest(batch.messages, outcome, signal)
      : this.extract(batch, first, outcome, signal))
    return { ...extracted, facts: withLabels(extracted.facts, batch.labels, batch.messages) }
  }

  /** Runs the extractor; drops facts that no message supports and facts that the user deleted before. */
  private async extract(
    batch: Batch,
    first: MessageRecord,
    outcome: ExtractionOutcome,
    signal: AbortSignal,
  ): Promise<Extracted> {
    const { extractor, categories } = this.settings
    const messages = batch.messages.map(asInput)
    const recalled = this.settings.recalled(first.no, first.scope)
    const more = extractor.needs ? await gatherInput(this.settings, extractor.needs, batch.messages, signal) : {}
    const found = await extractor.extract(
      { messages, context: batch.context.map(asInput), recalled, categories, scope: first.scope, ...more },
      { signal },
    )
    if (!Array.isArray(found)) count(outcome, extractor.name, found.notes)
    const { supported, rejected } = ground(factsOf(found), messages, recalled)
    for (const reason of ['unsupported', 'echo', 'empty', 'malformed'] as const)
      outcome.rejected[reason] += rejected[reason]
    const allowed = supported
      .map((fact) => withTrust(fact, batch.messages))
      .filter((fact) => {
        const reason =
          fact.trust && isInstruction(fact)
            ? 'untrusted'
            : hasMask(fact.text) || hasMask(fact.slot.value)
              ? 'secret'
              : undefined
        if (reason) outcome.rejected[reason]++
        return !reason
      })
    const wanted = await withoutForgotten(this.settings.store, allowed, first.scopeKey)
    outcome.rejected.forgotten += allowed.length - wanted.length
    const saidAt = new Map(messages.map(({ id, at }) => [id, at]))
    return {
      facts: wanted.map((fact) => ({ ...fact, observedAt: saidAt.get(fact.messageId) as number })),
      unread: Array.isArray(found) ? [] : numbersOf(batch.messages, found.unread),
    }
  }

  /** Sums up a run as one memory, with the messages that support it as evidence. */
  private async digest(
    messages: readonly MessageRecord[],
    outcome: ExtractionOutcome,
    signal: AbortSignal,
  ): Promise<Extracted> {
    const { extractor } = this.settings
    if (!extractor.digest) return { facts: [], unread: [] }
    const digest = await extractor.digest(messages.map(asInput), { signal })
    count(outcome, extractor.name, digest.notes)
    const unread = numbersOf(messages, digest.unread)
    if (digest.text.trim() !== '') return { facts: [runFact(digest, messages)], unread }
    if (unread.length === 0) outcome.rejected.empty++
    return { facts: [], unread }
  }

  /** Reconciles the facts of a batch and commits the result together with the job's progress. */
  private async settle(
    jobId: string,
    batch: Batch,
    { facts, unread }: Extracted,
    outcome: ExtractionOutcome,
    signal: AbortSignal,
  ): Promise<MemoryChange[]> {
    let remaining = 0
    const finish = async (operation: Operation, changes: MemoryChange[]): Promise<MemoryChange[]> => {
      remaining = await this.finish(operation, jobId, batch, unread)
      return changes
    }
    const [first] = batch.messages
    if (!first || facts.length === 0) {
      await this.settings.operate((operation) => finish(operation, []))
      this.settings.onProgress?.(remaining)
      return []
    }
    const { extractor, embedder, warn } = this.settings
    const vectors = await embedFacts(embedder, facts, warn, signal)
    const decideByModel: Decide = async (given, neighbours) => {
      const judgement = await extractor.decide?.(given, neighbours, { signal })
      count(outcome, extractor.name, judgement?.notes)
      return judgement?.decisions
    }
    // With review, facts are reconciled when they are approved, against what is known by then.
    const decide = batch.review ? () => [] : batch.kind === 'digest' ? addUnlessStored : decideByModel
    const { value } = await settleFacts(
      { ...this.settings, decide },
      { facts, vectors, scopeKey: first.scopeKey },
      async (operation, decisions, hashes) => {
        // Another tab took the job over and extracts the same messages.
        if (!this.mine(await operation.tx.get('jobs', jobId))) return []
        // A message was deleted during extraction, which may take minutes: the rest of the batch is extracted again.
        if (!(await this.areActive(operation, batch.messages))) return []
        const changes = batch.review
          ? await propose(operation, facts, {
              scope: first.scope,
              vectors,
              hashes,
              catalog: this.settings.indexes.catalog,
            })
          : await applyDecisions(operation, decisions, { scope: first.scope, facts, vectors, hashes })
        return finish(operation, changes)
      },
    )
    this.settings.onProgress?.(remaining)
    return value
  }

  private async areActive({ tx }: Operation, messages: readonly MessageRecord[]): Promise<boolean> {
    const rows = await Promise.all(messages.map(({ no }) => tx.get('messages', no)))
    return rows.every((row) => row?.status === 'active')
  }

  /**
   * Removes the batch from the job and returns how many messages remain. Messages that the model could not read become
   * a failed job, which `retry()` resumes.
   */
  private async finish(operation: Operation, jobId: string, batch: Batch, unread: readonly number[]): Promise<number> {
    const job = await operation.tx.get('jobs', jobId)
    if (!this.mine(job)) return 0
    const done = new Set(batch.nos)
    const nos = job.nos.filter((no) => !done.has(no))
    if (nos.length > 0) await operation.tx.put('jobs', { ...job, nos, state: 'running' })
    else if (unread.length === 0) await operation.tx.delete('jobs', jobId)
    if (unread.length > 0) {
      // Keeps the id of the job when nothing else remains of it, so that the caller of retry() finds it again.
      const id = nos.length > 0 ? this.settings.newId() : jobId
      await operation.tx.put('jobs', {
        ...job,
        id,
        nos: [...unread],
        state: 'failed',
        error: {
          code: 'EXTRACTION_FAILED',
          message: 'The language model gave no readable answer about these messages.',
        },
      })
    }
    return nos.length
  }
}

const numbersOf = (messages: readonly MessageRecord[], ids: readonly string[] = []): number[] =>
  messages.filter(({ id }) => ids.includes(id)).map(({ no }) => no)

/** A fact is untrusted if any of its evidence is; it is then attributed to the untrusted message's author. */
function withTrust<F extends ExtractedFact>(fact: F, messages: readonly MessageRecord[]): F & Pick<NewFact, 'trust'> {
  const ids = [fact.messageId, ...(fact.alsoFrom ?? []).map(({ messageId }) => messageId)]
  const source = messages.find((message) => ids.includes(message.id) && isUntrusted(message))
  return source ? { ...fact, trust: 'untrusted', attributedTo: source.name ?? source.role } : fact
}
