import { LocketError } from 'locket-memory'

/** What one tab tells the others and all workers: to close the memory (`locked`), or what has become of it there. */
export type LockNews = 'locked' | 'unlocked' | 'encrypted'

/** What a page tells the memory's worker: to open the memory with this passphrase, and to encrypt it where it is not. */
export interface KeyNotice {
  passphrase: string
}

const channel = new BroadcastChannel('locket-demo-lock')

export function tell(news: LockNews): void {
  channel.postMessage(news)
}

/** Of other tabs; `signal` ends it. */
export function onLockNews(listener: (news: LockNews) => void, signal?: AbortSignal): void {
  channel.addEventListener('message', ({ data }) => listener(data as LockNews), signal ? { signal } : {})
}

/** Closes the memory in all tabs. Loading them anew leaves nothing of it on the screen or in the page. */
export function lock(): void {
  tell('locked')
  location.reload()
}

/** The store is encrypted, and the passphrase is missing, wrong, or no longer the right one. */
export function needsKey(error: unknown): boolean {
  return error instanceof LocketError && (error.code === 'KEY_REQUIRED' || error.code === 'WRONG_KEY')
}
