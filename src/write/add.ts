import type { Engine } from '../engine.js'
import { InputError } from '../errors.js'
import { checkOptions, flag } from '../options.js'
import { requireScope, resolveScope, SCOPE_INPUT_FIELDS } from '../scope.js'
import type { AddInput, AddOptions, AddReport, AddResult } from '../types.js'
import type { EmbeddingOutcome } from './embedding.js'
import { readFactTemplate } from './fact-template.js'
import { journal } from './journal.js'
import { readMessages } from './messages.js'

const OPTIONS = [...SCOPE_INPUT_FIELDS, 'infer', 'metadata', 'categories', 'kind', 'evidence', 'at', 'expiresAt', 'store', 'wait']

/** The write path: read and check the input, make it durable, then embed what is new. */
export async function add(engine: Engine, input: AddInput, options: AddOptions = {}): Promise<AddResult> {
  checkOptions('add()', options, OPTIONS)
  const scope = requireScope(resolveScope(options, engine.scope), 'add()')
  const infer = flag('infer', options.infer, true)
  const record = flag('store', options.store, true) && !engine.paused
  const wait = flag('wait', options.wait, true)
  const template = readFactTemplate(options)
  if (infer && template.evidence) throw new InputError('INVALID_INPUT', 'evidence belongs to an imported fact.', { hint: 'Pass infer: false with it.' })
  const drafts = readMessages(input, scope, { at: options.at, metadata: template.metadata, now: engine.now() })
  if (!record) for (const draft of drafts) draft.skip ??= 'off'

  const { operationId, value, job } = await engine.operate((operation) => journal(operation, { drafts, scope, ...(infer ? {} : { facts: template }) }), 'strict')

  const report: AddReport = { extraction: infer ? 'unavailable' : 'off', embedding: 'off', tokensSkipped: 0, unknownShare: 0, problems: [] }
  if (infer) report.problems.push(NO_EXTRACTOR)
  const result: AddResult = { operationId, results: value.results, messages: value.receipts, report }
  if (job === undefined || !engine.work) return result
  const outcome = engine.work.run(job)
  if (wait) describe(report, await outcome)
  else {
    report.embedding = 'waiting'
    engine.inBackground(() => outcome)
  }
  if (report.embedding === 'waiting') result.job = job
  return result
}

const NO_EXTRACTOR = { code: 'NO_EXTRACTOR', message: 'No extractor is at hand, so no facts were drawn; the messages are kept and found. Pass infer: false to make a memory of a text as it stands.' }

function describe(report: AddReport, outcome: EmbeddingOutcome): void {
  report.embedding = outcome.state
  report.tokensSkipped = outcome.tokensSkipped
  report.unknownShare = outcome.tokens === 0 ? 0 : outcome.unknownTokens / outcome.tokens
  for (const { code, message } of outcome.problems) report.problems.push({ code, message })
}
