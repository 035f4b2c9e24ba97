import { LocketError, type MemoryListener } from 'locket-memory'
import type { Format } from './format.js'
import type { Translation } from './i18n/index.js'
import { needsKey } from './lock.js'
import type { Session } from './session.js'
import type { Settings } from './settings.js'

export interface Notice {
  text: string
  /** Makes the notice offer to undo this operation. */
  operationId?: string
  tone?: 'calm' | 'alarm'
}

/** What every part of the page is given. */
export interface Ui {
  readonly session: Session
  readonly t: Translation
  readonly settings: Readonly<Settings>
  readonly format: Format
  /** Aborted when this view is replaced: listeners on what outlives it must carry it. */
  readonly signal: AbortSignal
  /** Said by screen readers, seen by nobody. */
  announce(text: string): void
  notify(notice: Notice): void
  /** Resolves to whether the visitor agreed. */
  confirm(question: { title: string; body: string; yes: string }): Promise<boolean>
  show(view: Session['view']): void
  change(settings: Partial<Settings>): void
  /** Brings a message into view in the conversation, with a quote of it marked. */
  reveal(messageId: string, quote?: string): Promise<void>
  /** Brings a memory into view in the panel. */
  showMemory(id: string): Promise<void>
  showSettings(): void
}

/** What the visitor is told of an error. */
export function describe(t: Translation, error: unknown): string {
  if (error instanceof LocketError && error.code === 'DISCONNECTED') return t.workerGone
  return t.failed(error instanceof Error ? error.message : String(error))
}

/** Runs `action`; a failure becomes a notice, and the result undefined. Where it needs the passphrase, the page is loaded again, which asks for it. */
export async function attempt<R>(ui: Ui, action: () => Promise<R>): Promise<R | undefined> {
  try {
    return await action()
  } catch (error) {
    if (needsKey(error)) location.reload()
    ui.notify({ text: describe(ui.t, error), tone: 'alarm' })
    // Not the memory's but this page's own mistake: the console is to show where.
    if (!(error instanceof LocketError)) throw error
    return undefined
  }
}

export function onMemory(ui: Ui, listener: MemoryListener): void {
  const stop = ui.session.memory.subscribe(listener)
  ui.signal.addEventListener('abort', stop)
}

/** Runs `refresh` after a change, never twice at once: what changes meanwhile is one more run. */
export function onChange(ui: Ui, refresh: () => Promise<void>): void {
  let running = false
  let again = false
  onMemory(ui, (event) => {
    if (event.type !== 'change' && event.type !== 'reset') return
    again = true
    if (running) return
    running = true
    void (async () => {
      try {
        while (again && !ui.signal.aborted) {
          again = false
          await attempt(ui, refresh)
        }
      } finally {
        running = false
      }
    })()
  })
}
