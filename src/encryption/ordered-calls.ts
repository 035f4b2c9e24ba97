import type { LocketError } from '../values/errors.js'
import { inactive, outsideTransaction, storeFailure } from '../store/failures.js'
import type { TableName } from '../store/records.js'

/** A request that was sent to the underlying store; its result follows. */
export interface Started<R> {
  answer: Promise<R>
}

/**
 * The calls of one transaction, sent to the underlying store in the order in which they were made. A call may have to
 * load or create a key first; the calls after it wait, because a read must see the writes before it.
 */
export class OrderedCalls {
  /** The last call that was not sent to the underlying store yet; later calls wait for it. */
  private tail: Promise<void> | undefined
  private readonly pending = new Set<Promise<unknown>>()
  private failure: LocketError | undefined

  constructor(private readonly tables: ReadonlySet<TableName>) {}

  /** Resolves when every call is answered. @throws LocketError the first failure of any of them */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending)
    if (this.failure) throw this.failure
  }

  /** Runs `issue` after all calls made before, and resolves to its result. */
  run<R>(table: TableName, issue: () => Started<R> | Promise<Started<R>>): Promise<R> {
    const answer = this.perform(table, issue)
    // `settled` reports a failure even when the caller never awaited this promise.
    const settled: Promise<void> = answer
      .then(
        () => undefined,
        (cause: unknown) => void (this.failure ??= storeFailure(cause, `using ${table}`)),
      )
      .then(() => void this.pending.delete(settled))
    this.pending.add(settled)
    return answer
  }

  private async perform<R>(table: TableName, issue: () => Started<R> | Promise<Started<R>>): Promise<R> {
    const begin = (): Started<R> | Promise<Started<R>> => {
      if (this.failure) throw inactive(this.failure)
      if (!this.tables.has(table)) throw outsideTransaction(table)
      return issue()
    }
    const begun = this.tail ? this.tail.then(begin) : begin()
    if (!(begun instanceof Promise)) return begun.answer
    const tail: Promise<void> = begun.then(
      () => this.passed(tail),
      () => this.passed(tail),
    )
    this.tail = tail
    return (await begun).answer
  }

  private passed(tail: Promise<void>): void {
    if (this.tail === tail) this.tail = undefined
  }
}
