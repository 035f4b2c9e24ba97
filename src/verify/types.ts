/** One fault in a store. `docs/backup.md` lists the codes, what each means and what `repair()` does about it. */
export interface Finding {
  code: string
  /** The table of the row, or the name of the in-memory index. */
  table: string
  /** The row's primary key; empty for an index. */
  key: string | number
  message: string
  /** Whether `repair()` can repair it. */
  mendable: boolean
}

/** Result of `verify()`. */
export interface VerifyReport {
  /** No fault was found. */
  ok: boolean
  /** Rows checked, by table. */
  checked: Record<string, number>
  /** The first 1,000 faults. */
  findings: Finding[]
  /** Number of all faults. */
  total: number
}

/** Result of `repair()`. */
export interface RepairReport {
  /** The first 1,000 faults that were repaired. */
  mended: Finding[]
  /** The report of a `verify()` afterwards: faults that remain. */
  left: VerifyReport
}
