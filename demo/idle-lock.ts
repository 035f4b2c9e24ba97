import { lock } from './lock.js'
import type { Session } from './session.js'
import type { Settings } from './settings.js'

/** When somebody last did something in any tab, in milliseconds since 1970: a lock is one for all tabs. */
const KEY = 'locket-demo-active'
const CHECK_EVERY = 5_000

/** Locks an encrypted memory when nobody has touched any of its tabs for the minutes that the settings say. */
export function startIdleLock(session: Session, settings: Settings): void {
  let noted = 0

  function note(): void {
    const now = Date.now()
    if (now - noted < CHECK_EVERY) return
    noted = now
    localStorage.setItem(KEY, String(now))
  }

  /** Compares times instead of counting: timers of a hidden page or a sleeping computer stand still. */
  function check(): void {
    if (!session.encrypted || settings.idleLock === 'off') return
    if (Date.now() - Number(localStorage.getItem(KEY) ?? Date.now()) >= Number(settings.idleLock) * 60_000) lock()
  }

  note()
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    addEventListener(type, note, { capture: true, passive: true })
  document.addEventListener('visibilitychange', check)
  setInterval(check, CHECK_EVERY)
}
