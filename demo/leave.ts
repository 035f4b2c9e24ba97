import type { Session } from './session.js'

/**
 * Leaves nothing of an encrypted memory in a page that is locked, left or loaded again: browsers keep the text of fields for their session
 * restore, and whole pages for the way back.
 */
export function forgetOnLeave(root: HTMLElement, session: Session): void {
  addEventListener('pagehide', () => {
    if (!session.encrypted) return
    session.draft = session.query = ''
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      field.value = ''
    root.replaceChildren()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && session.encrypted) location.reload()
  })
}
