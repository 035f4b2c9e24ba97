import type { Engine } from '../engine.js'
import { asLocketError, InputError, LocketError } from '../errors.js'
import { checkOptions, flag } from '../options.js'
import { requireScope, resolveScope, SCOPE_INPUT_FIELDS } from '../scope.js'
import type { AddInput, AddOptions, AddReport, AddResult } from '../types.js'
import type { EmbeddingOutcome } from './embedding.js'
import { nothingRejected, type ExtractionOutcome } from './extraction-outcome.js'
import { readFactTemplate } from './fact-template.js'
import { journal } from './journal.js'
import { readMessages } from './messages.js'
import type { LeftJobs } from './operation.js'

const OPTIONS = [...SCOPE_INPUT_FIELDS, 'infer', 'metadata', 'categories', 'kind', 'evidence', 'at', 'expiresAt', 'review', 'store', 'wait', 'signal']

/** The write path: read and check the input, make it durable, then embed what is new. */
export async function add(engine: Engine, input: AddInput, options: AddOptions = {}): Promise<AddResult> {
  checkOptions('add()', options, OPTIONS)
  const scope = requireScope(resolveScope(options, engine.scope), 'add()')
  const infer = flag('infer', options.infer, true)
  const record = flag('store', options.store, true) && !engine.paused
  const wait = flag('wait', options.wait, true)
  const review = flag('review', options.review, false)
  const template = readFactTemplate(options)
  if (infer && template.evidence) throw new InputError('INVALID_INPUT', 'evidence belongs to an imported fact.', { hint: 'Pass infer: false with it.' })
  const drafts = await readMessages(input, scope, { at: options.at, metadata: template.metadata, now: engine.now() })
  if (!record) for (const draft of drafts) draft.skip ??= 'off'

  if (options.signal?.aborted) throw new LocketError('ABORTED', 'add() was aborted before anything was stored.', { cause: options.signal.reason })

  // A run is kept as a whole, by an extractor that can; what else is procedural (instructions, decisions) is drawn from any message.
  const kind = template.kind === 'procedural' ? 'digest' : 'extract'
  if (infer && kind === 'digest' && scope.agentId === undefined)
    throw new InputError('SCOPE_REQUIRED', 'A procedural memory belongs to an agent.', { hint: 'Pass agentId, or infer: false to keep a text as it stands.' })
  const extract = infer && engine.extraction?.can(kind) === true
  const { operationId, value, jobs } = await engine.operate(async (operation) => {
    const journaled = await journal(operation, { drafts, scope, ...(infer ? {} : { facts: template }) })
    if (extract) operation.extractLater(journaled.added, { kind, scope, ...(review ? { review } : {}) })
    return journaled
  }, 'strict')

  const report = emptyReport(infer ? (extract ? 'off' : 'unavailable') : 'off')
  const result: AddResult = { operationId, results: value.results, messages: value.receipts, report }
  const work = workOff(engine, jobs, options.signal)
  if (wait) {
    const { embedding, extraction, problems } = await work
    if (embedding) describeEmbedding(report, embedding)
    if (extraction) describeExtraction(result, extraction)
    for (const { code, message } of problems) report.problems.push({ code, message })
  } else {
    if (jobs.embed !== undefined && engine.embedding) report.embedding = 'waiting'
    if (jobs.extract !== undefined) report.extraction = 'waiting'
    engine.inBackground(async () => {
      for (const problem of (await work).problems) engine.warn(problem)
    })
  }
  const left = report.extraction === 'waiting' || report.extraction === 'cancelled' ? jobs.extract : report.embedding === 'waiting' ? jobs.embed : undefined
  if (left !== undefined) result.job = left
  return result
}

interface WorkedOff {
  embedding?: EmbeddingOutcome
  extraction?: ExtractionOutcome
  problems: LocketError[]
}

/** The messages are durable by now: whatever fails from here on is told, and done later. */
async function workOff(engine: Engine, jobs: LeftJobs, signal: AbortSignal | undefined): Promise<WorkedOff> {
  try {
    const done = await engine.work(jobs, signal)
    return { ...done, problems: [...(done.embedding?.problems ?? []), ...(done.extraction?.problems ?? [])] }
  } catch (cause) {
    return { problems: [asLocketError(cause, 'TRANSACTION_FAILED', 'What was added is stored, but could not be worked on; it is tried again.')] }
  }
}

const NO_EXTRACTOR = { code: 'NO_EXTRACTOR', message: 'There is no extractor here, so no facts were drawn; the messages are kept and found. Pass infer: false to make a memory of a text as it stands.' }

function emptyReport(extraction: AddReport['extraction']): AddReport {
  return {
    extraction,
    rejected: nothingRejected(),
    embedding: 'off',
    tokensSkipped: 0,
    unknownShare: 0,
    problems: extraction === 'unavailable' ? [NO_EXTRACTOR] : [],
  }
}

function describeEmbedding(report: AddReport, outcome: EmbeddingOutcome): void {
  report.embedding = outcome.state === 'done' ? 'done' : 'waiting'
  report.tokensSkipped = outcome.tokensSkipped
  report.unknownShare = outcome.tokens === 0 ? 0 : outcome.unknownTokens / outcome.tokens
}

function describeExtraction({ results, report }: AddResult, outcome: ExtractionOutcome): void {
  report.extraction = outcome.state
  report.rejected = outcome.rejected
  if (outcome.model) report.model = outcome.model
  results.push(...outcome.changes)
}
