/** What is wrong in a store; `docs/backup.md` says of each what it means. */
export interface Finding {
  code: string
  table: string
  /** The row's key. */
  key: string | number
  message: string
  /** Whether `repair()` can mend it. */
  mendable: boolean
}

export interface VerifyReport {
  /** Nothing is wrong. */
  ok: boolean
  /** Rows looked at, by table. */
  checked: Record<string, number>
  /** 1,000 at most. */
  findings: Finding[]
  /** All of them. */
  total: number
}

export interface RepairReport {
  /** What was found and mended, 1,000 at most. */
  mended: Finding[]
  /** What a look afterwards still finds. */
  left: VerifyReport
}
