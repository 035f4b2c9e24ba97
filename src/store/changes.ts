import { keyRequired } from './failures.js'
import type { ChangeRecord, HistoryRecord, MetaRecord, TableName } from './records.js'
import type { Reader, Store, Writer } from './store.js'

type Counters = Extract<MetaRecord, { key: 'counters' }>

/** The tables that a `Commit` itself writes. */
export const COMMIT_TABLES = ['meta', 'changes', 'history'] as const satisfies readonly TableName[]

/** The newest change rows that are kept; a reader further behind rebuilds. */
export const RETAINED_CHANGES = 10_000
/** Trimming happens once in this many changes, so up to `KEPT_CHANGES + TRIM_EVERY` rows exist. */
const TRIM_EVERY = 1_000

/** The change numbers that one commit wrote: `first` to `last`; none when `first > last`. */
export interface CommitSpan {
  first: number
  last: number
}

/**
 * The numbers, change rows and history of one write transaction. Numbers start at 1 and are never used twice;
 * every change number up to the last has its change row until the oldest are trimmed, which is how `readChanges` knows
 * that it missed none. Use it through `commit`, which cannot forget to finish it.
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
    // A new store, one that was cleared while open, or erased from on a full disk: no earlier cursor may pass for one
    // of its own.
    if (!epoch) await renewEpoch(tx)
    return new Commit(tx, counters)
  }

  /** The last change number given out so far, here or before. */
  get lastChange(): number {
    return this.#counters.change
  }

  /** The last segment number given out so far, here or before. */
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

  /** Tells followers that a row changed; returns the change's number. The row itself is the caller's to write. */
  change(table: ChangeRecord['table'], key: number, operation: ChangeRecord['operation'] = 'put'): number {
    const n = ++this.#counters.change
    this.#changes.push({ n, table, key, operation })
    return n
  }

  /** Records what happened to a row, and tells followers, under one number, which it returns. */
  history(event: Omit<HistoryRecord, 'n'>): number {
    const n = this.change(event.table, event.no, event.after ? 'put' : 'delete')
    this.#history.push({ ...event, n })
    return n
  }

  /** Writes all of it; the last thing done in the transaction. */
  async finish(): Promise<CommitSpan> {
    const last = this.#counters.change
    const writes: Promise<void>[] = []
    const trim = Math.floor(last / TRIM_EVERY) > Math.floor(this.#before.change / TRIM_EVERY) && last > RETAINED_CHANGES
    for (const row of this.#changes) if (!trim || row.n > last - RETAINED_CHANGES) writes.push(this.tx.put('changes', row))
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

/** A write transaction over `tables` and `COMMIT_TABLES`, with its `Commit` begun and finished around `body`. */
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
  /** False when rows after the cursor are missing, or the cursor is from another life of the store: rebuild. */
  complete: boolean
  /** The cursor to continue from. */
  last: number
}

/** The changes after number `after`. Needs `meta` and `changes`. */
export async function readChanges(tx: Reader, after: number): Promise<ChangesRead> {
  const { change: last } = await readCounters(tx)
  // Not beyond the counter, should it ever lie: whoever starts from `last` must find nothing missing.
  const changes = last === after ? [] : await tx.list('changes', { from: after, after: true, to: last })
  return { changes, complete: changes.length === last - after, last }
}

/** The number of the last change. Needs `meta`. */
export async function lastChange(tx: Reader): Promise<number> {
  return (await readCounters(tx)).change
}

/**
 * The store's epoch: it changes with whatever makes every cursor and cache worthless. Undefined in a new store. Where
 * `dropEpoch` took the row away, the number of the oldest change row stands for it. Needs `meta` and `changes`.
 */
export async function readEpoch(tx: Reader): Promise<string | undefined> {
  const row = requireUnencrypted(await tx.get('meta', 'epoch'))
  if (row?.key === 'epoch') return row.value
  const [oldest] = await tx.list('changes', { limit: 1 })
  return oldest && `from ${oldest.n}`
}

/**
 * A new epoch: every cursor and cache of the old one is worthless. Counters go on, so numbers are never used twice.
 * Needs `meta`.
 */
export async function renewEpoch(tx: Writer): Promise<string> {
  // Not `randomUUID`, which plain-http pages lack.
  const value = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-')
  await tx.put('meta', { key: 'epoch', value })
  return value
}

/**
 * An encrypted store seals these rows first of all: so whoever reads or writes one without its key learns it here,
 * however it came about.
 */
function requireUnencrypted<R extends object>(row: R | undefined): R | undefined {
  if (row && 'sealed' in row) throw keyRequired()
  return row
}

/** What `numbersBehind` looks at. */
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
 * Whether the next numbers would be some that are in use: then rows would take the place of others. Looks at the last
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
