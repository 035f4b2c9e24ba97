import type { StorageEstimate } from '../store/store.js'

/** The newest changes, 1,000 or more; or what happened on so many days (1 to 3,650) on which the store was open. */
export type HistoryRetention = { changes: number } | { days: number }

export interface StorageHealth extends StorageEstimate {
  /** That the browser throws away what is remembered, or takes no more. */
  risk: 'none' | 'low' | 'high'
  /** What its user can do about it, in words for the user. */
  advice: { en: string; zh: string }
}
