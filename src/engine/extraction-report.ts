import type { Extractor } from '../extract/extractor.js'
import { lazily } from '../platform/lazily.js'
import type { SecretFinder } from '../secrets/span.js'
import type { Store } from '../store/store.js'
import { LocketError } from '../values/errors.js'
import type { ExtractionOutcome } from '../write/extract/outcome.js'
import type { ExtractionReport } from '../write/types.js'
import type { Notices } from './notices.js'
import type { OpenOptions } from './open-options.js'

interface Host {
  store: Store
  extractor: Extractor | undefined
  onReport: OpenOptions['onReport']
  notices: Notices
  now: () => number
  secretFinder: () => Promise<SecretFinder | undefined>
  signal: AbortSignal
  inBackground: (task: () => Promise<unknown>) => void
}

/** Reports an extraction job that ended, and has the summary of its scope brought up to date. */
export function tellOutcome(outcome: ExtractionOutcome, host: Host): void {
  const { store, extractor, onReport, notices, now, secretFinder, signal, inBackground } = host
  const { state, scope } = outcome
  const report = reportOf(outcome)
  try {
    onReport?.(report)
  } catch (cause) {
    notices.warn(new LocketError('INVALID_INPUT', 'onReport threw.', { cause }))
  }
  notices.emit({ type: 'extracted', report })
  if (state === 'done' && scope && extractor?.summarise)
    inBackground(async () => {
      const { refreshSummary } = await lazily(() => import('../write/extract/scope-summary.js'))
      await refreshSummary({ store, extractor, now, secretFinder }, scope, signal)
    })
}

function reportOf({ job = '', state, scope, changes, rejected, model, problems }: ExtractionOutcome): ExtractionReport {
  return {
    ...scope,
    job,
    state,
    results: changes,
    rejected,
    ...(model ? { model } : {}),
    problems: problems.map(({ code, message }) => ({ code, message })),
  }
}
