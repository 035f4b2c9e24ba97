import { keyRequired } from './failures.js'
import type { ChangeRecord, HistoryRecord, MetaRecord, TableName } from './records.js'
import type { Reader, Store, Writer } from './store.js'

type Counters = Extract<MetaRecord, { key: 'counters' }>

/** The tables that a `Commit` itself writes. */
export const COMMIT_TABLES = ['meta', 'changes', 'history'] as const satisfies readonly TableName[]

/** Change rows that are retained, the newest ones. A reader whose cursor is further behind loads everything anew. */
export const RETAINED_CHANGES = 10_000
/** Changes between two trims; so there are up to `RETAINED_CHANGES + TRIM_EVERY` rows. */
const TRIM_EVERY = 1_000

/** The change numbers of one commit, `first` to `last`; empty when `first > last`. */
export interface CommitSpan {
  first: number
  last: number
}

/**
 * Assigns numbers and collects change rows and history of one write transaction. Numbers start at 1 and are never
 * reused. Change numbers have no gaps until the oldest rows are trimmed, which is how `readChanges` detects missing
 * ones. Use it through `commit`, which always finishes it.
 */
export class Commit {
  readonly tx: Writer
  readonly #counters: Counters
  readonly #before: Counters
  readonly #changes: ChangeRecord[] = []
  readonly #history: HistoryRecord[] = []

  private constructor(tx: Writer, counters: Counters) {
    this.tx = tx
    this.#before = { ...counters }
    this.#counters = counters
  }

  /** The transaction must include `COMMIT_TABLES`. */
  static async begin(tx: Writer): Promise<Commit> {
    const [counters, epoch] = await Promise.all([readCounters(tx), tx.get('meta', 'epoch')])
    // The store is new, was cleared while open, or lost its epoch to `dropEpoch`: earlier cursors must not be valid.
    if (!epoch) await renewEpoch(tx)
    return new Commit(tx, counters)
  }

  /** The last change number assigned, by this commit or an earlier one. */
  get lastChange(): number {
    return this.#counters.change
  }

  /** The last segment number assigned, by this commit or an earlier one. */
  get lastSegment(): number {
    return this.#counters.segment
  }

  nextDocument(): number {
    return ++this.#counters.document
  }

  nextSegment(): number {
    return ++this.#counters.segment
  }

  nextSession(): number {
    return ++this.#counters.session
  }

  /**
   * Records that a row changed, for readers that follow; returns the change number. The caller writes the row itself.
   */
  change(table: ChangeRecord['table'], key: number, operation: ChangeRecord['operation'] = 'put'): number {
    const n = ++this.#counters.change
    this.#changes.push({ n, table, key, operation })
    return n
  }

  /** Records a history event and its change row under one change number, which it returns. */
  history(event: Omit<HistoryRecord, 'n'>): number {
    const n = this.change(event.table, event.no, event.after ? 'put' : 'delete')
    this.#history.push({ ...event, n })
    return n
  }

  /** Writes counters, change rows and history. Must be the last step of the transaction. */
  async finish(): Promise<CommitSpan> {
    const last = this.#counters.change
    const writes: Promise<void>[] = []
    const trim = Math.floor(last / TRIM_EVERY) > Math.floor(this.#before.change / TRIM_EVERY) && last > RETAINED_CHANGES
    for (const row of this.#changes)
      if (!trim || row.n > last - RETAINED_CHANGES) writes.push(this.tx.put('changes', row))
    for (const row of this.#history) writes.push(this.tx.put('history', row))
    const used = (['document', 'change', 'segment', 'session'] as const).some(
      (name) => this.#counters[name] !== this.#before[name],
    )
    if (used) writes.push(this.tx.put('meta', this.#counters))
    if (trim) writes.push(this.tx.deleteRange('changes', { to: last - RETAINED_CHANGES }))
    await Promise.all(writes)
    return { first: this.#before.change + 1, last }
  }
}

/** Runs `body` in a write transaction over `tables` and `COMMIT_TABLES`, and begins and finishes its `Commit`. */
export function commit<R>(
  store: Store,
  tables: readonly TableName[],
  body: (commit: Commit, tx: Writer) => Promise<R>,
  durability?: 'strict' | 'relaxed',
): Promise<{ result: R; span: CommitSpan }> {
  return store.write(
    [...new Set([...tables, ...COMMIT_TABLES])],
    async (tx) => {
      const work = await Commit.begin(tx)
      const result = await body(work, tx)
      return { result, span: await work.finish() }
    },
    durability,
  )
}

export interface ChangesRead {
  /** Oldest first. */
  changes: ChangeRecord[]
  /** False when change rows after the cursor are missing: the reader must load everything anew. */
  complete: boolean
  /** The cursor to continue from. */
  last: number
}

/** Reads the changes after number `after`. Needs `meta` and `changes`. */
export async function readChanges(tx: Reader, after: number): Promise<ChangesRead> {
  const { change: last } = await readCounters(tx)
  // Only up to the counter, even if it is wrong: a reader that continues from `last` must not miss a row.
  const changes = last === after ? [] : await tx.list('changes', { from: after, after: true, to: last })
  return { changes, complete: changes.length === last - after, last }
}

/** The number of the last change. Needs `meta`. */
export async function lastChange(tx: Reader): Promise<number> {
  return (await readCounters(tx)).change
}

/**
 * The store's epoch, an opaque id that is renewed by whatever invalidates all cursors and caches. Undefined in a new
 * store. After `dropEpoch`, the number of the oldest change row serves as epoch. Needs `meta` and `changes`.
 */
export async function readEpoch(tx: Reader): Promise<string | undefined> {
  const row = requireUnencrypted(await tx.get('meta', 'epoch'))
  if (row?.key === 'epoch') return row.value
  const [oldest] = await tx.list('changes', { limit: 1 })
  return oldest && `from ${oldest.n}`
}

/**
 * Begins a new epoch, which invalidates all cursors and caches. Counters continue, so numbers are never reused. Needs
 * `meta`.
 */
export async function renewEpoch(tx: Writer): Promise<string> {
  // Not `randomUUID`: it exists in secure contexts only.
  const value = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-')
  await tx.put('meta', { key: 'epoch', value })
  return value
}

/**
 * Throws `KEY_REQUIRED` when the row is sealed. Every read and write reads one of these rows, and encrypting a store
 * seals them first, so opening it without its key fails here.
 */
function requireUnencrypted<R extends object>(row: R | undefined): R | undefined {
  if (row && 'sealed' in row) throw keyRequired()
  return row
}

/** Tables that `areCountersBehind` reads. */
export const NUMBERED_TABLES = [
  'meta',
  'messages',
  'memories',
  'entities',
  'segments',
  'changes',
  'history',
] as const satisfies readonly TableName[]

/**
 * Whether the counters would assign numbers that are in use, so that new rows would overwrite others. Reads the last
 * row of each table only.
 */
export async function areCountersBehind(tx: Reader): Promise<boolean> {
  const { document, change, segment, session } = await readCounters(tx)
  const last = { reverse: true, limit: 1 }
  const [messages, memories, entities, segments, changes, history] = await Promise.all([
    tx.list('messages', last),
    tx.list('memories', last),
    tx.list('entities', last),
    tx.list('segments', last),
    tx.list('changes', last),
    tx.list('history', last),
  ])
  const isBehind = (counter: number, used: readonly (number | undefined)[]): boolean =>
    !Number.isInteger(counter) || used.some((number) => number !== undefined && number > counter)
  return (
    isBehind(document, [messages[0]?.no, memories[0]?.no, entities[0]?.no]) ||
    isBehind(change, [changes[0]?.n, history[0]?.n]) ||
    isBehind(segment, [segments[0]?.id]) ||
    isBehind(session, [messages[0]?.session])
  )
}

async function readCounters(tx: Reader): Promise<Counters> {
  const row = requireUnencrypted(await tx.get('meta', 'counters'))
  return row?.key === 'counters' ? row : { key: 'counters', document: 0, change: 0, segment: 0, session: 0 }
}
