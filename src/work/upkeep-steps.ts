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

/** Runs all steps, also when one of them fails. Resolves with whether one failed. */
export async function upkeepSteps(settings: UpkeepSettings, signal: AbortSignal): Promise<boolean> {
  const { name, store, keywords, room, retention, now, warn } = settings
  const isFull = async (): Promise<boolean> => (await room.look()) === 'full'
  const inTurn = (step: () => Promise<unknown>) => (): Promise<void> =>
    runExclusively(`locket:${name}:upkeep`, async () => void (await step()), signal)
  const untilDone = async (step: () => Promise<boolean>): Promise<void> => {
    while (!signal.aborted && !(await step()));
  }
  const steps = [
    // First, while the index is up to date: a merge makes new changes. On a full disk the snapshot is dropped instead.
    async () => ((await isFull()) ? keywords?.forget() : keywords?.save()),
    // A merge needs space before it frees any.
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
