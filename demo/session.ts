import type { LocketError, Memory } from 'locket-memory'
import type { Loading } from './loading.js'
import { Transcript } from './chat/transcript.js'

/** Whose memory this page shows. A real application puts its own user's id here. */
export const SCOPE = { userId: 'visitor' }

export const TABS = ['search', 'memories', 'messages', 'storage'] as const
export type Tab = (typeof TABS)[number]

/** What outlives a change of language, which builds the whole view anew. */
export interface Session {
  readonly memory: Memory
  readonly transcript: Transcript
  readonly loading: Loading
  readonly warnings: LocketError[]
  view: 'chat' | 'panel'
  tab: Tab
  draft: string
  query: string
  paused: boolean
}

export function createSession(memory: Memory, loading: Loading, warnings: LocketError[]): Session {
  return { memory, loading, warnings, transcript: new Transcript(memory), view: 'chat', tab: 'search', draft: '', query: '', paused: false }
}
