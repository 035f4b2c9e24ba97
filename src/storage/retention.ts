import { InputError } from '../values/errors.js'
import { checkOptions, wholeNumber } from '../values/options.js'
import { lastChange } from '../store/changes.js'
import { readHistoryMeta, type HistoryMeta } from '../store/history-floor.js'
import type { Store, Writer } from '../store/store.js'
import type { HistoryRetention } from './types.js'

const DAY_MS = 86_400_000
/** Rows of history trimmed by one transaction, so that writers need not wait. */
const BATCH = 1_000
/** Changes that stay undoable, whatever the days say. */
const LEAST = 1_000

/** @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION` */
export function readRetention(given: HistoryRetention | undefined): HistoryRetention | undefined {
  if (given === undefined) return undefined
  checkOptions('historyRetention', given, ['days', 'changes'])
  const { days, changes } = given as { days?: number; changes?: number }
  if ((days === undefined) === (changes === undefined))
    throw new InputError('INVALID_INPUT', 'historyRetention names either days or changes.', { value: given })
  return days === undefined
    ? { changes: wholeNumber('historyRetention.changes', changes, 0, LEAST, Number.MAX_SAFE_INTEGER) }
    : { days: wholeNumber('historyRetention.days', days, 0, 1, 3_650) }
}

/**
 * Drops what happened before the retention, a batch at a time; false when there is more to drop.
 *
 * How long ago something was is counted in changes, never by a clock. Days are days on which the store was open: each
 * begins when the clock is a day or more away, in either direction, from when the last one began. So a clock that
 * jumps, however far, takes one day off at most.
 */
export function trimHistory(store: Store, retention: HistoryRetention, now: number): Promise<boolean> {
  return store.write(['meta', 'history'], async (tx) => {
    const last = await lastChange(tx)
    const stored = await readHistoryMeta(tx)
    const meta = 'days' in retention ? withToday(stored, retention.days, last, now) : stored
    const goal = Math.min(
      last - LEAST,
      'days' in retention ? (meta.days[meta.days.length - 1 - retention.days]?.n ?? 0) : last - retention.changes,
    )
    const rows = goal > meta.floor ? await tx.list('history', { to: goal, limit: BATCH }) : []
    const end = rows.at(-1)
    if (end) await tx.deleteRange('history', { to: end.n })
    const operations = new Set([...meta.cut, ...rows.map(({ operationId }) => operationId)])
    const trimmed = end ? { ...meta, floor: end.n, floorAt: end.at, cut: await stillThere(tx, operations) } : meta
    if (trimmed !== stored) await tx.put('meta', trimmed)
    return rows.length < BATCH
  })
}

/** Operations of which a part is gone: undoing the rest would leave a state that never was. */
async function stillThere(tx: Writer, operations: Iterable<string>): Promise<string[]> {
  const cut: string[] = []
  for (const id of operations)
    if ((await tx.count('history', { index: 'operation', only: [id], limit: 1 })) > 0) cut.push(id)
  return cut
}

function withToday(meta: HistoryMeta, kept: number, last: number, now: number): HistoryMeta {
  const today = meta.days.at(-1)
  if (today && Math.abs(now - today.at) < DAY_MS) return meta
  return { ...meta, days: [...meta.days, { n: last, at: now }].slice(-kept - 1) }
}
