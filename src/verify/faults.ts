import type { Finding } from './types.js'
import type { Operation } from '../store/operation.js'

/** Repairs a fault, within the transaction that found it. */
export type Mend = (operation: Operation) => Promise<void>

/** Findings and the repairs that mend them; one repair may mend many findings. */
export class Faults {
  readonly findings: Finding[] = []
  readonly mends: Mend[] = []

  /** @param mend absent: another repair mends it (then pass `mendable: true`), or nothing does */
  add(finding: Omit<Finding, 'mendable'> & { mendable?: boolean }, mend?: Mend): void {
    this.findings.push({ ...finding, mendable: finding.mendable ?? mend !== undefined })
    if (mend) this.mends.push(mend)
  }
}

/** Findings that a report lists at most. */
export const MAX_FINDINGS = 1_000
