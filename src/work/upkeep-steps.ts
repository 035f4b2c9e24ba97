import { asLocketError, type LocketError } from '../values/errors.js'
import type { KeywordLane } from '../index/keyword-lane.js'
import { commit } from '../store/changes.js'
import { mergeSegments } from '../store/segment-merge.js'
import { SEGMENT_TABLES } from '../store/segments.js'
import type { Store } from '../store/store.js'
import { keepReserve } from '../storage/reserve.js'
import { trimHistory } from '../storage/retention.js'
import type { StorageWatch } from '../storage/room.js'
import type { HistoryRetention } from '../storage/types.js'
import { runExclusively } from '../platform/exclusive.js'
import { trimJobs } from './trim-jobs.js'

export interface UpkeepSettings {
  name: string
  store: Store
  keywords: KeywordLane | undefined
  room: StorageWatch
  retention: HistoryRetention | undefined
  now: () => number
  warn: (problem: LocketError) => void
}

/** Does all that is due. True when something failed: the rest is done all the same. */
export async function upkeepSteps(settings: UpkeepSettings, signal: AbortSignal): Promise<boolean> {
  const { name, store, keywords, room, retention, now, warn } = settings
  const isFull = async (): Promise<boolean> => (await room.look()) === 'full'
  const inTurn = (step: () => Promise<unknown>) => (): Promise<void> =>
    runExclusively(`locket:${name}:upkeep`, async () => void (await step()), signal)
  const untilDone = async (step: () => Promise<boolean>): Promise<void> => {
    while (!signal.aborted && !(await step()));
  }
  const steps = [
    // First, while the index has seen every change: a merge makes new ones. A full disk has better uses for the room
    // that the snapshot takes.
    async () => ((await isFull()) ? keywords?.forget() : keywords?.save()),
    // A merge needs room before it gives any back.
    inTurn(() =>
      untilDone(
        async () => (await isFull()) || !(await commit(store, SEGMENT_TABLES, (work) => mergeSegments(work))).result,
      ),
    ),
    inTurn(() => trimJobs(store)),
    async () => void ((await isFull()) || (await keepReserve(store))),
    ...(retention ? [inTurn(() => untilDone(() => trimHistory(store, retention, now())))] : []),
  ]
  let failed = false
  for (const step of steps) {
    if (signal.aborted) return failed
    try {
      await step()
    } catch (cause) {
      failed = true
      if (!signal.aborted)
        warn(asLocketError(cause, 'TRANSACTION_FAILED', 'Background upkeep failed; it is tried again.'))
    }
  }
  return failed
}
