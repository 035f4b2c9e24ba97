/** Wrong passphrases since the last right one. Kept over a reload, which must not be a way round the wait. */
const KEY = 'locket-demo-tries'
/** So many are typing mistakes, and cost no wait. */
const FREE = 2
const FIRST_WAIT = 5_000
const LONGEST_WAIT = 300_000

interface Tries {
  wrong: number
  /** In milliseconds since 1970. */
  last: number
}

function tries(): Tries {
  try {
    const { wrong, last } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Tries>
    return { wrong: Number(wrong) || 0, last: Number(last) || 0 }
  } catch {
    return { wrong: 0, last: 0 }
  }
}

export function countWrongTry(): void {
  localStorage.setItem(KEY, JSON.stringify({ wrong: tries().wrong + 1, last: Date.now() } satisfies Tries))
}

export function forgetTries(): void {
  localStorage.removeItem(KEY)
}

/** Milliseconds until the next try: none at first, then 5 seconds, doubled by each wrong try, 5 minutes at most. */
export function waitBeforeTry(): number {
  const { wrong, last } = tries()
  if (wrong <= FREE) return 0
  const wait = Math.min(FIRST_WAIT * 2 ** (wrong - FREE - 1), LONGEST_WAIT)
  // A clock that was set back must not make it longer.
  return Math.max(0, Math.min(wait, last + wait - Date.now()))
}
