import { el } from '../dom.js'
import { onChange, attempt, type Ui } from '../ui.js'
import { composeAnswer } from './answer.js'
import { createComposer } from './composer.js'
import { createConversation } from './conversation.js'
import { createStatus } from './status.js'
import { rememberText } from './remember.js'
import { say } from './say.js'

/** More than are quoted, because questions and repetitions are left out. */
const CANDIDATES = 15
/** Just loaded, a conversation is found by words at once, by meaning when it is embedded: that long an answer waits for it. */
const PATIENCE_MS = 15_000

export interface Chat {
  element: HTMLElement
  reveal(messageId: string, quote?: string): Promise<void>
}

export function createChat(ui: Ui): Chat {
  const { memory, transcript, effects } = ui.session
  const conversation = createConversation(ui, { onAsk: (question) => void send(question) })
  const composer = createComposer(ui, { onSend: send, onRemember: (text) => rememberText(ui, text) })
  onChange(ui, async () => void (await Promise.all([transcript.refresh(), effects.refresh()])))

  /** Whether the text was taken. */
  async function send(text: string): Promise<boolean> {
    // Durable first: whatever goes wrong afterwards, what was said is kept.
    const saidId = await say(ui, text)
    if (saidId === false) return false
    if (saidId === undefined) transcript.addUnrecorded(text)
    else await transcript.refresh()
    conversation.awaitAnswer(answer(text, saidId))
    return true
  }

  async function answer(said: string, saidId: string | undefined): Promise<void> {
    const found = await attempt(ui, async () => {
      const { pending } = await memory.health()
      // One is what was just said.
      if (pending.documents > 1) await Promise.race([memory.idle(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
      return memory.search(said, { topK: CANDIDATES, explain: true })
    })
    if (found) transcript.addAnswer(composeAnswer({ said, saidId, hits: found.results, report: found.report }))
  }

  const element = el('section', { class: 'chat', 'aria-label': ui.t.chat }, createStatus(ui), conversation.element, composer)
  return { element, reveal: conversation.reveal }
}
