import { Drawing } from './chat/drawing.js'
import { Effects } from './chat/effects.js'
import { Transcript } from './chat/transcript.js'
import type { Loading } from './loading.js'
import { tell } from './lock.js'
import type { Opened } from './memory.js'
import type { Models } from './models/models.js'

export const TABS = ['search', 'memories', 'messages', 'storage', 'settings'] as const
export type Tab = (typeof TABS)[number]

/** What outlives a change of language, which builds the whole view anew. */
export interface Session extends Readonly<Opened> {
  readonly transcript: Transcript
  readonly effects: Effects
  readonly drawing: Drawing
  readonly loading: Loading
  readonly models: Models
  view: 'chat' | 'panel'
  tab: Tab
  draft: string
  query: string
  paused: boolean
  encrypted: boolean
  /** Whether the memories that something newer took the place of are listed too. */
  pastShown: boolean
}

export async function createSession(opened: Opened, loading: Loading, models: Models): Promise<Session> {
  const { memory } = opened
  const effects = new Effects(memory)
  const session: Session = {
    ...opened,
    loading,
    transcript: new Transcript(memory),
    effects,
    drawing: new Drawing(memory, effects),
    models,
    view: 'chat',
    tab: 'search',
    draft: '',
    query: '',
    paused: false,
    encrypted: false,
    pastShown: false,
  }
  memory.subscribe((event) => {
    if (event.type === 'recording') showRecording(session, event.on)
    if (event.type === 'closed') loading.forget()
  })
  const { paused, store } = await memory.health()
  session.encrypted = store.encrypted
  // Another tab may have paused it. Said again, it also holds for a worker that takes the place of this one.
  if (paused) setRecording(session, false)
  return session
}

/** For all tabs that share the memory. */
export function setRecording(session: Session, on: boolean): void {
  if (on) session.memory.resume()
  else session.memory.pause()
  showRecording(session, on)
}

/** Tells the page with a `recording` event on the document. */
function showRecording(session: Session, on: boolean): void {
  session.paused = !on
  document.dispatchEvent(new Event('recording'))
}

/** Encrypts the memory, for all tabs. Tells the page with an `encryption` event on the document. */
export async function encrypt(session: Session, passphrase: string): Promise<void> {
  await session.encrypt(passphrase)
  session.encrypted = true
  tell('encrypted')
  document.dispatchEvent(new Event('encryption'))
}
