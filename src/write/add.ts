import type { Engine } from '../engine/engine.js'
import { asLocketError, InputError, LocketError } from '../values/errors.js'
import { checkOptions, flag, oneOf } from '../values/options.js'
import { requireScope, resolveScope, SCOPE_INPUT_FIELDS } from '../values/scope.js'
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

/** Characters from which on it is looked whether there is room for them. */
const LARGE = 50_000

/** The write path: read and check the input, make it durable, then embed what is new. */
export async function add(engine: Engine, input: AddInput, options: AddOptions = {}): Promise<AddResult> {
  checkOptions('add()', options, OPTIONS)
  const scope = requireScope(resolveScope(options, engine.scope), 'add()')
  const infer = flag('infer', options.infer, true)
  const record = flag('store', options.store, true) && !engine.paused
  const wait = flag('wait', options.wait, true)
  const review = flag('review', options.review, false)
  const template = readFactTemplate(options)
  if (infer && template.evidence)
    throw new InputError('INVALID_INPUT', 'evidence belongs to an imported fact.', {
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

  // A run is kept as a whole, by an extractor that can; what else is procedural (instructions, decisions) is drawn from
  // any message.
  const kind = template.kind === 'procedural' ? 'digest' : 'extract'
  if (infer && kind === 'digest' && scope.agentId === undefined)
    throw new InputError('SCOPE_REQUIRED', 'A procedural memory belongs to an agent.', {
      hint: 'Pass agentId, or infer: false to keep a text as it stands.',
    })
  const extract = infer && engine.extraction?.can(kind) === true
  // What surely does not fit is refused before the browser writes any of it: what it had written before it refuses
  // stays on the disk for a while. Each text is stored in its row and in that row's history.
  const characters = drafts.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > LARGE) await engine.room.require(2 * characters, 'What is added')
  const findSecrets = await secretFinder(engine)
  if (typeof findSecrets === 'function') markSecrets(findSecrets, drafts, template)
  const { operationId, value, jobs } = await engine.operate(async (operation) => {
    const journaled = await journal(operation, { drafts, scope, ...(infer ? {} : { facts: template }) })
    if (extract) operation.extractLater(journaled.added, { kind, scope, ...(review ? { review } : {}) })
    return journaled
  }, 'strict')

  if (value.added.length + value.results.length > 0) engine.kept()
  const report = emptyReport(infer ? (extract ? 'off' : 'unavailable') : 'off')
  if (typeof findSecrets === 'object') report.problems.push(findSecrets)
  report.secrets = drafts.flatMap(({ secrets = [] }, i) =>
    secretsOf(secrets, value.receipts[i]?.id ?? template.evidence?.[0]?.messageId),
  )
  const result: AddResult = { operationId, results: value.results, messages: value.receipts, report }
  const work = workOff(engine, jobs, options.signal)
  if (wait) {
    const { embedding, extraction, interrupted, problems } = await work
    if (interrupted) describeWaiting(engine, report, jobs)
    if (embedding) describeEmbedding(report, embedding)
    if (extraction) describeExtraction(result, extraction)
    for (const { code, message } of problems) report.problems.push({ code, message })
  } else {
    describeWaiting(engine, report, jobs)
    engine.inBackground(async () => {
      for (const problem of (await work).problems) engine.warn(problem)
    })
  }
  const left =
    report.extraction === 'waiting' || report.extraction === 'cancelled'
      ? jobs.extract
      : report.embedding === 'waiting'
        ? jobs.embed
        : undefined
  if (left !== undefined) result.job = left
  return result
}

const UNCHECKED = {
  code: 'SECRETS_UNCHECKED',
  message:
    'What looks for secrets could not be loaded here: results show these messages as they are; facts are drawn without their secrets all the same.',
}

/** What finds secrets; the problem where it cannot be had, which keeps nothing from being stored. */
async function secretFinder(engine: Engine): Promise<SecretFinder | typeof UNCHECKED | undefined> {
  try {
    return (await engine.secretFinder()) ?? (engine.masks ? UNCHECKED : undefined)
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

interface WorkedOff {
  /** Nobody knows how far it came. */
  interrupted?: true
  embedding?: EmbeddingOutcome
  extraction?: ExtractionOutcome
  problems: LocketError[]
}

/** The messages are durable by now: whatever fails from here on is told, and done later. */
async function workOff(engine: Engine, jobs: CreatedJobs, signal: AbortSignal | undefined): Promise<WorkedOff> {
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
          'What was added is stored, but could not be worked on; it is tried again.',
        ),
      ],
    }
  }
}

const NO_EXTRACTOR = {
  code: 'NO_EXTRACTOR',
  message:
    'There is no extractor here, so no facts were drawn; the messages are kept and found. Pass infer: false to make a memory of a text as it stands.',
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
