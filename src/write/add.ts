import type { Engine } from '../engine/engine.js'
import { asLocketError, InputError, LocketError } from '../values/errors.js'
import { checkOptions, flag, oneOf } from '../values/options.js'
import { requireScope, resolveScope, SCOPE_INPUT_FIELDS, type Scope } from '../values/scope.js'
import { maskedText, type SecretFinder, type SecretSpan } from '../secrets/span.js'
import type { AddInput, AddOptions, AddReport, AddResult, SecretReport } from './types.js'
import type { EmbeddingOutcome } from './embedding.js'
import { nothingRejected, type ExtractionOutcome } from './extract/outcome.js'
import { readFactTemplate } from './fact-template.js'
import { journal, type FactTemplate } from './journal.js'
import { readMessages, TRUST, type Draft } from './messages.js'
import type { CreatedJobs } from '../store/operation.js'

const OPTIONS = [
  ...SCOPE_INPUT_FIELDS,
  'infer',
  'metadata',
  'categories',
  'kind',
  'evidence',
  'at',
  'expiresAt',
  'review',
  'trust',
  'store',
  'wait',
  'signal',
] as const

/** From this many characters on, `add` checks before it writes that the browser has room for them. */
const LARGE = 50_000

/**
 * The write path, in three steps:
 *
 * 1. **Journal** (`journal.ts`): one durable transaction stores the messages and queues jobs for the other two steps.
 * 2. **Embedding** (`embedding.ts`): gives the new texts their vectors.
 * 3. **Extraction** (`extract/extraction.ts`): draws facts from the messages and reconciles them with known facts.
 *
 * Only the first can make `add` fail: a job that fails is retried later. With `wait: false` the jobs run in the
 * background.
 */
export async function add(engine: Engine, input: AddInput, options: AddOptions = {}): Promise<AddResult> {
  const request = await readRequest(engine, input, options)
  const { result, jobs } = await storeMessages(engine, request)
  const processing = embedAndExtract(engine, jobs, options.signal)
  if (request.wait) describeProcessing(engine, result, jobs, await processing)
  else {
    describeWaiting(engine, result.report, jobs)
    engine.inBackground(async () => {
      for (const problem of (await processing).problems) engine.warn(problem)
    })
  }
  const { extraction, embedding } = result.report
  const unfinished =
    extraction === 'waiting' || extraction === 'cancelled'
      ? jobs.extract
      : embedding === 'waiting'
        ? jobs.embed
        : undefined
  if (unfinished !== undefined) result.job = unfinished
  return result
}

/** What one call of `add` asks for, checked. */
interface AddRequest {
  drafts: Draft[]
  scope: Scope
  /** What the memories made without extraction have in common. */
  template: FactTemplate
  infer: boolean
  /** The job that extracts facts; undefined when nothing here can do it, or with `infer: false`. */
  extraction: 'digest' | 'extract' | undefined
  review: boolean
  wait: boolean
}

async function readRequest(engine: Engine, input: AddInput, options: AddOptions): Promise<AddRequest> {
  checkOptions('add()', options, OPTIONS)
  const scope = requireScope(resolveScope(options, engine.scope), 'add()')
  const infer = flag('infer', options.infer, true)
  const record = flag('store', options.store, true) && !engine.paused
  const wait = flag('wait', options.wait, true)
  const review = flag('review', options.review, false)
  const template = readFactTemplate(options)
  if (infer && template.evidence)
    throw new InputError('INVALID_INPUT', 'evidence is only for memories stored without extraction.', {
      hint: 'Pass infer: false with it.',
    })
  const drafts = await readMessages(input, scope, {
    at: options.at,
    metadata: template.metadata,
    trust: options.trust === undefined ? undefined : oneOf('trust', options.trust, TRUST, 'trusted'),
    now: engine.now(),
  })
  if (!record) for (const draft of drafts) draft.skip ??= 'off'

  if (options.signal?.aborted)
    throw new LocketError('ABORTED', 'add() was aborted before anything was stored.', { cause: options.signal.reason })

  // With kind: 'procedural' the messages are one run of an agent, which an extractor with digest() sums up as one
  // memory. Single procedural facts (instructions, decisions) come from the extraction of any message.
  const kind = template.kind === 'procedural' ? 'digest' : 'extract'
  if (infer && kind === 'digest' && scope.agentId === undefined)
    throw new InputError('SCOPE_REQUIRED', 'A procedural memory belongs to an agent.', {
      hint: 'Pass agentId, or infer: false to store a text unchanged.',
    })
  const extraction = infer && engine.extraction?.can(kind) === true ? kind : undefined
  return { drafts, scope, template, infer, extraction, review, wait }
}

/** Makes the messages durable, and queues jobs for their vectors and facts. */
async function storeMessages(
  engine: Engine,
  { drafts, scope, template, infer, extraction, review }: AddRequest,
): Promise<{ result: AddResult; jobs: CreatedJobs }> {
  // Refused before the browser writes any of it: what a failed transaction wrote keeps its disk space for a while.
  // Each text is stored twice: in its row, and in the row's history.
  const characters = drafts.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > LARGE) await engine.room.require(2 * characters, 'What is added')
  const findSecrets = await secretFinder(engine)
  if (typeof findSecrets === 'function') markSecrets(findSecrets, drafts, template)
  const { operationId, value, jobs } = await engine.operate(async (operation) => {
    const journaled = await journal(operation, { drafts, scope, ...(infer ? {} : { facts: template }) })
    const { categories, expiresAt } = template
    if (extraction)
      operation.extractLater(journaled.added, {
        kind: extraction,
        scope,
        ...(review ? { review } : {}),
        ...(categories ? { categories } : {}),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      })
    return journaled
  }, 'strict')

  if (value.added.length + value.results.length > 0) engine.onStored()
  const report = emptyReport(infer && !extraction ? 'unavailable' : 'off')
  if (typeof findSecrets === 'object') report.problems.push(findSecrets)
  report.secrets = drafts.flatMap(({ secrets = [] }, i) =>
    secretsOf(secrets, value.receipts[i]?.id ?? template.evidence?.[0]?.messageId),
  )
  return { result: { operationId, results: value.results, messages: value.receipts, report }, jobs }
}

const UNCHECKED = {
  code: 'SECRETS_UNCHECKED',
  message:
    'The secret finder could not be loaded, so results show these messages unmasked; ' +
    'extraction masks their secrets before it reads them.',
}

/**
 * The secret finder; undefined with `secrets: 'keep'`; a problem to report when it cannot be loaded, which does not
 * keep the messages from being stored.
 */
async function secretFinder(engine: Engine): Promise<SecretFinder | typeof UNCHECKED | undefined> {
  try {
    return (await engine.secretFinder()) ?? (engine.masksSecrets ? UNCHECKED : undefined)
  } catch {
    return UNCHECKED
  }
}

function markSecrets(findSecrets: SecretFinder, drafts: readonly Draft[], { evidence }: FactTemplate): void {
  for (const draft of drafts) {
    const secrets = draft.skip ? [] : findSecrets(draft.text)
    if (secrets.length > 0) draft.secrets = secrets
  }
  for (const one of evidence ?? []) one.quote = maskedText({ text: one.quote, secrets: findSecrets(one.quote) })
}

function secretsOf(secrets: readonly SecretSpan[], messageId: string | undefined): SecretReport[] {
  return messageId === undefined
    ? []
    : [...new Set(secrets.map(({ kind }) => kind))].map((kind) => ({ kind, messageId }))
}

/** What the embedding and extraction jobs of one call came to. */
interface Processed {
  /** An unexpected error stopped a job, so how far it got is unknown. */
  interrupted?: true
  embedding?: EmbeddingOutcome
  extraction?: ExtractionOutcome
  problems: LocketError[]
}

/** Runs the jobs that the journal queued. Never rejects: the messages are stored, and a failed job is retried later. */
async function embedAndExtract(engine: Engine, jobs: CreatedJobs, signal: AbortSignal | undefined): Promise<Processed> {
  try {
    const done = await engine.work(jobs, signal)
    return { ...done, problems: [...(done.embedding?.problems ?? []), ...(done.extraction?.problems ?? [])] }
  } catch (cause) {
    return {
      interrupted: true,
      problems: [
        asLocketError(
          cause,
          'TRANSACTION_FAILED',
          'The messages are stored, but embedding or extraction failed; it is retried later.',
        ),
      ],
    }
  }
}

const NO_EXTRACTOR = {
  code: 'NO_EXTRACTOR',
  message:
    'There is no extractor, so no facts were extracted; the messages are stored and can be searched. ' +
    'Pass infer: false to store a text unchanged as a memory.',
}

function emptyReport(extraction: AddReport['extraction']): AddReport {
  return {
    extraction,
    rejected: nothingRejected(),
    embedding: 'off',
    tokensSkipped: 0,
    unknownShare: 0,
    secrets: [],
    problems: extraction === 'unavailable' ? [NO_EXTRACTOR] : [],
  }
}

function describeProcessing(engine: Engine, result: AddResult, jobs: CreatedJobs, processed: Processed): void {
  const { embedding, extraction, interrupted, problems } = processed
  if (interrupted) describeWaiting(engine, result.report, jobs)
  if (embedding) describeEmbedding(result.report, embedding)
  if (extraction) describeExtraction(result, extraction)
  for (const { code, message } of problems) result.report.problems.push({ code, message })
}

function describeWaiting(engine: Engine, report: AddReport, jobs: CreatedJobs): void {
  if (jobs.embed !== undefined && engine.embedding) report.embedding = 'waiting'
  if (jobs.extract !== undefined) report.extraction = 'waiting'
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
