import { LocketError, type CompletionRequest } from 'locket-memory'
import { el } from '../dom.js'
import { describe, onChange, attempt, type Ui } from '../ui.js'
import { composeAnswer } from './answer.js'
import { createComposer } from './composer.js'
import { createConversation } from './conversation.js'
import { createStatus } from './status.js'
import { replyPrompt } from './prompt.js'
import { rememberText } from './remember.js'
import { say } from './say.js'
import type { Turn } from './transcript.js'

/** More than are quoted, because questions and repetitions are left out. */
const CANDIDATES = 15
/** Just loaded, a conversation is found by words at once, by meaning when it is embedded: that long an answer waits for it. */
const PATIENCE_MS = 15_000
/** Of a reply by a language model, in tokens; of a small context, a quarter. The same for what is recalled. */
const REPLY_TOKENS = 500

export interface Chat {
  element: HTMLElement
  reveal(messageId: string, quote?: string): Promise<void>
}

export function createChat(ui: Ui): Chat {
  const { memory, transcript, effects, models } = ui.session
  const conversation = createConversation(ui, { onAsk: (question) => void send(question) })
  const composer = createComposer(ui, { onSend: send, onRemember: (text) => rememberText(ui, text) })
  onChange(ui, async () => void (await Promise.all([transcript.refresh(), effects.refresh()])))

  /** Whether the text was taken. */
  async function send(text: string): Promise<boolean> {
    const before = transcript.turns
    const release = models.hold()
    try {
      // Durable first: whatever goes wrong afterwards, what was said is kept.
      const saidId = await say(ui, text)
      if (saidId === false) return false
      if (saidId === undefined) transcript.addUnrecorded(text)
      else await transcript.refresh()
      const answered = (models.state === 'rules' ? answer(text, saidId) : reply(text, saidId, before)).finally(release)
      if (models.state === 'rules') conversation.awaitAnswer(answered)
      return true
    } catch (error) {
      release()
      throw error
    }
  }

  async function answer(said: string, saidId: string | undefined): Promise<void> {
    const found = await attempt(ui, async () => {
      await embedded()
      return memory.search(said, { topK: CANDIDATES, explain: true })
    })
    if (found) transcript.addAnswer(composeAnswer({ said, saidId, hits: found.results, report: found.report }))
  }

  /** By the language model, which is given what is remembered. */
  async function reply(said: string, saidId: string | undefined, before: readonly Turn[]): Promise<void> {
    const reply = transcript.addReply()
    conversation.scrollToQuestion()
    try {
      await embedded()
      const limit = Math.min(REPLY_TOKENS, Math.floor(models.contextTokens / 4))
      const recalled = await memory.context(said, {
        budgetTokens: limit,
        ...(saidId === undefined ? {} : { filters: { id: { ne: saidId } } }),
      })
      reply.given(recalled.results)
      const instructions = ui.t.replyInstructions(ui.format.day(new Date().toISOString()))
      const request: CompletionRequest = {
        messages: replyPrompt({ instructions, recalled: recalled.text, turns: before, said }),
        maxTokens: limit,
        temperature: 0.3,
        signal: reply.signal,
        onToken: reply.append,
      }
      const { finish } = await models.complete(request)
      reply.end(finish === 'stop' ? 'done' : 'cut')
    } catch (error) {
      if (reply.signal.aborted) reply.end('stopped')
      else reply.end('failed', isAway(error) ? ui.t.modelAway : describe(ui.t, error))
    }
  }

  async function embedded(): Promise<void> {
    const { pending } = await memory.health()
    // One is what was just said. Of facts that wait for a language model, no answer must wait.
    if (pending.documents <= 1 || models.state !== 'rules') return
    await Promise.race([memory.idle(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  }

  const element = el(
    'section',
    { class: 'chat', 'aria-label': ui.t.chat },
    createStatus(ui),
    conversation.element,
    composer,
  )
  return { element, reveal: conversation.reveal }
}

/** Why, and what to do, is in the settings for as long as it lasts. */
const isAway = (error: unknown): boolean =>
  error instanceof LocketError && (error.code === 'MODEL_UNAVAILABLE' || error.code === 'MODEL_MISSING')
