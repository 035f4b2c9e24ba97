import type { MessageItem } from 'locket-memory'
import type { MemoryApi } from 'locket-memory/worker'
import type { Answer } from './answer.js'
import { Reply } from './reply.js'

export type Turn =
  | { kind: 'message'; key: string; at: string; message: MessageItem }
  /** Written while recording was paused: this page's own. */
  | { kind: 'unrecorded'; key: string; at: string; text: string }
  /** Made of quotes. Stored, it would be found again and quoted in turn, so it stays in this page. */
  | { kind: 'answer'; key: string; at: string; answer: Answer }
  /** A language model's, which grows. It may be wrong, so it stays in this page too: the memory holds what was said to it. */
  | { kind: 'reply'; key: string; at: string; reply: Reply }

type OwnTurn = Exclude<Turn, { kind: 'message' }>

const PAGE = 100

/** The conversation shown: the stored messages, as the memory has them, and this page's own turns between them. Tells of a `change`. */
export class Transcript extends EventTarget {
  #messages: MessageItem[] = []
  #own: OwnTurn[] = []
  #wanted = PAGE
  /** Whether there are earlier messages than those loaded. */
  hasEarlier = false

  constructor(private readonly memory: MemoryApi) {
    super()
  }

  get turns(): Turn[] {
    const stored = this.#messages.map((message): Turn => ({
      kind: 'message',
      key: message.id,
      at: message.at,
      message,
    }))
    return [...stored, ...this.#own].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  }

  async refresh(): Promise<void> {
    const newestFirst: MessageItem[] = []
    let cursor: string | undefined
    do {
      const limit = Math.min(1000, this.#wanted - newestFirst.length)
      const page = await this.memory.messages.list({ sort: 'at', limit, ...(cursor === undefined ? {} : { cursor }) })
      newestFirst.push(...page.results)
      cursor = page.next
    } while (cursor !== undefined && newestFirst.length < this.#wanted)
    this.hasEarlier = cursor !== undefined
    this.#messages = newestFirst.reverse()
    this.#changed()
  }

  async loadEarlier(): Promise<void> {
    this.#wanted += PAGE
    await this.refresh()
  }

  /** Loads until the message is there; false when it is not stored any more. */
  async reach(messageId: string): Promise<boolean> {
    while (!this.#messages.some(({ id }) => id === messageId)) {
      if (!this.hasEarlier) return false
      await this.loadEarlier()
    }
    return true
  }

  addUnrecorded(text: string): void {
    this.#add({ kind: 'unrecorded', key: crypto.randomUUID(), at: new Date().toISOString(), text })
  }

  addAnswer(answer: Answer): void {
    this.#add({ kind: 'answer', key: crypto.randomUUID(), at: new Date().toISOString(), answer })
  }

  addReply(): Reply {
    const reply = new Reply()
    this.#add({ kind: 'reply', key: crypto.randomUUID(), at: new Date().toISOString(), reply })
    return reply
  }

  /** An answer must not go on quoting what was erased. */
  forgetAnswers(): void {
    for (const turn of this.#own) if (turn.kind === 'reply') turn.reply.stop()
    this.#own = []
    this.#changed()
  }

  #add(turn: OwnTurn): void {
    this.#own.push(turn)
    this.#changed()
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'))
  }
}
