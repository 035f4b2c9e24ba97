import { deleteDB, openDB, type IDBPDatabase } from 'idb'
import { blocked, OPENING, storeFailure, unavailable } from './failures.js'
import { upgrade, type Layout } from './migrations.js'

/** Milliseconds. */
export interface ConnectLimits {
  /** How long opening or deleting may be blocked by other connections. */
  blockedTimeoutMs: number
  /** How long opening may go without any event, for example queued behind another tab's blocked deletion. */
  openTimeoutMs: number
}

export interface ConnectionEvents {
  /** Another connection requests a newer version, or the deletion of the database (null); this one must close. */
  versionChange(newVersion: number | null): void
  /** The browser closed the connection. */
  terminated(): void
}

/**
 * Opens and upgrades the database, or fails within the time limits. A connection that opens after that is closed, so
 * that it does not block others.
 */
export async function connect(
  name: string,
  layout: Layout,
  limits: ConnectLimits,
  events: ConnectionEvents,
): Promise<IDBPDatabase> {
  requireIndexedDB()
  let upgradeFailure: unknown
  return bounded<IDBPDatabase>(
    'opened',
    limits,
    (timer) =>
      openDB(name, layout.version, {
        upgrade(db, oldVersion, _newVersion, tx) {
          timer.stop()
          upgrade(db, oldVersion, tx, layout).catch((error: unknown) => {
            upgradeFailure = error
            tx.done.catch(() => {}) // the open request rejects as well, and its rejection is reported
            tx.abort()
          })
        },
        blocked: timer.blocked,
        blocking: (_version, newVersion) => events.versionChange(newVersion),
        terminated: () => events.terminated(),
      }),
    (db) => db.close(),
  ).catch((error: unknown) => {
    throw upgradeFailure === undefined ? storeFailure(error, OPENING) : storeFailure(upgradeFailure, 'upgrading')
  })
}

export async function deleteDatabase(name: string, limits: ConnectLimits): Promise<void> {
  requireIndexedDB()
  await bounded('deleted', limits, (timer) => deleteDB(name, { blocked: timer.blocked })).catch((error: unknown) => {
    throw storeFailure(error, 'deleting the database')
  })
}

interface Timer {
  blocked(): void
  stop(): void
}

/**
 * Rejects with `STORE_BLOCKED` when `start` takes too long. `timer.blocked` switches to the limit for blocked requests,
 * `timer.stop` lifts the limit.
 * @param what completes "could not be …"
 * @param late receives a result that arrives after the rejection
 */
function bounded<T>(
  what: string,
  limits: ConnectLimits,
  start: (timer: Timer) => Promise<T>,
  late?: (value: T) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let gaveUp = false
    const giveUpAfter = (ms: number) =>
      setTimeout(() => {
        gaveUp = true
        reject(blocked(what, ms))
      }, ms)
    let timeout = giveUpAfter(limits.openTimeoutMs)
    const stop = () => clearTimeout(timeout)
    const timer: Timer = {
      stop,
      blocked() {
        stop()
        timeout = giveUpAfter(limits.blockedTimeoutMs)
      },
    }
    // `async`, because IndexedDB throws synchronously where it is forbidden.
    const run = async () => start(timer)
    run()
      .finally(stop)
      .then((value) => (gaveUp ? late?.(value) : resolve(value)), reject)
  })
}

function requireIndexedDB(): void {
  let factory: unknown
  try {
    factory = globalThis.indexedDB
  } catch (error) {
    throw unavailable(error)
  }
  if (!factory) throw unavailable()
}
