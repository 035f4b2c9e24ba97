import type { LocketError } from 'locket-memory'
import { Effects } from './chat/effects.js'
import { Transcript } from './chat/transcript.js'
import type { Loading } from './loading.js'
import type { Opened } from './memory.js'

/** Whose memory this page shows. A real application puts its own user's id here. */
export const SCOPE = { userId: 'visitor' }

export const TABS = ['search', 'memories', 'messages', 'storage', 'settings'] as const
export type Tab = (typeof TABS)[number]

/** What outlives a change of language, which builds the whole view anew. */
export interface Session extends Readonly<Opened> {
  readonly transcript: Transcript
  readonly effects: Effects
  readonly loading: Loading
  readonly warnings: LocketError[]
  view: 'chat' | 'panel'
  tab: Tab
  draft: string
  query: string
  paused: boolean
  /** Whether the memories that something newer took the place of are listed too. */
  pastShown: boolean
}

export function createSession(opened: Opened, loading: Loading, warnings: LocketError[]): Session {
  const { memory } = opened
  return {
    ...opened,
    loading,
    warnings,
    transcript: new Transcript(memory),
    effects: new Effects(memory),
    view: 'chat',
    tab: 'search',
    draft: '',
    query: '',
    paused: false,
    pastShown: false,
  }
}

/** Tells the page with a `recording` event on the document. */
export function setRecording(session: Session, on: boolean): void {
  session.paused = !on
  if (on) session.memory.resume()
  else session.memory.pause()
  document.dispatchEvent(new Event('recording'))
}
