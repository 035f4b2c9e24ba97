import type { Finding } from './types.js'
import type { Operation } from '../store/operation.js'

/** Mends what was found, within the transaction that found it. */
export type Mend = (operation: Operation) => Promise<void>

/** What is wrong, and what mends it: one mending may be for many findings. */
export class Faults {
  readonly findings: Finding[] = []
  readonly mends: Mend[] = []

  /** @param mend undefined: it is mended by another, or by nobody, see `mendable` */
  add(finding: Omit<Finding, 'mendable'> & { mendable?: boolean }, mend?: Mend): void {
    this.findings.push({ ...finding, mendable: finding.mendable ?? mend !== undefined })
    if (mend) this.mends.push(mend)
  }
}

/** Findings that a report lists. */
export const MOST_FINDINGS = 1_000
