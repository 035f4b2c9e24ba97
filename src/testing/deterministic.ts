/** Ids `prefix-1`, `prefix-2`, …: for `Memory.open({ newId })`. */
export function sequentialIds(prefix = 'id'): () => string {
  let n = 0
  return () => `${prefix}-${++n}`
}

/** A clock that moves only when told: for `Memory.open({ now })`. */
export function manualClock(start: number | string | Date = '2026-01-01T00:00:00Z'): {
  now: () => number
  advance: (ms: number) => void
  set: (moment: number | string | Date) => void
} {
  let time = new Date(start).getTime()
  return {
    now: () => time,
    advance: (ms) => {
      time += ms
    },
    set: (moment) => {
      time = new Date(moment).getTime()
    },
  }
}
