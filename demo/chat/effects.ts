import type { MemoryChange, MemoryItem } from 'locket-memory'
import type { MemoryApi } from 'locket-memory/worker'

/** What became of a fact that a message told. `changed` and `fuller` say what was known before. */
export interface Effect {
  id: string
  kind: 'new' | 'known' | 'fuller' | 'changed' | 'takenBack' | 'pending' | 'reading' | 'held'
  text: string
  previous?: string
  /** It does not hold any more: something newer has taken its place, or it was taken back. */
  past: boolean
}

/**
 * What the memory made of each message. Read from the store, so that it is there after a reload and for what was approved later;
 * what the store does not keep by message (known already, told more fully, taken back) comes from the results of this page's own adds.
 * Nothing is told of a memory that was deleted by hand or erased. Tells of a `change`.
 */
export class Effects extends EventTarget {
  #items = new Map<string, MemoryItem>()
  #byMessage = new Map<string, MemoryItem[]>()
  readonly #echoes = new Set<string>()
  readonly #told = new Map<string, readonly MemoryChange[]>()
  readonly #open = new Map<string, 'reading' | 'held'>()

  constructor(private readonly memory: MemoryApi) {
    super()
  }

  /** The message told nothing but what had just been recalled. */
  tellEcho(messageId: string): void {
    this.#echoes.add(messageId)
    this.dispatchEvent(new Event('change'))
  }

  /** Facts are yet to be drawn from the message: `held` for want of the model. Undefined: they were, or will not be. */
  tellOpen(messageId: string, state: 'reading' | 'held' | undefined): void {
    if (state === undefined) this.#open.delete(messageId)
    else this.#open.set(messageId, state)
    this.dispatchEvent(new Event('change'))
  }

  /** The results of adding, or approving what came from, this message. */
  tell(messageId: string, changes: readonly MemoryChange[]): void {
    this.#told.set(messageId, [...(this.#told.get(messageId) ?? []), ...changes])
    this.dispatchEvent(new Event('change'))
  }

  async refresh(): Promise<void> {
    const items: MemoryItem[] = []
    let cursor: string | undefined
    do {
      const page = await this.memory.getAll({
        status: ['active', 'pending', 'superseded', 'deleted'],
        limit: 1000,
        ...(cursor === undefined ? {} : { cursor }),
      })
      items.push(...page.results)
      cursor = page.next
    } while (cursor !== undefined)
    this.#items = new Map(items.map((item) => [item.id, item]))
    this.#byMessage = new Map()
    for (const item of items.reverse())
      for (const { messageId } of item.evidence)
        this.#byMessage.set(messageId, [...(this.#byMessage.get(messageId) ?? []), item])
    this.dispatchEvent(new Event('change'))
  }

  /** What holds now instead of what this message told, where something newer has taken its place. */
  successors(messageId: string): string[] {
    const now = (this.#byMessage.get(messageId) ?? [])
      .filter(({ status }) => status === 'superseded')
      .map((item) => this.#current(item)?.memory)
    return [...new Set(now.filter((text) => text !== undefined))]
  }

  of(messageId: string): Effect[] {
    const takenBack = new Set(
      [...this.#told.values()]
        .flat()
        .filter(({ event }) => event === 'DELETE')
        .map(({ id }) => id),
    )
    const effects = new Map<string, Effect>()
    for (const item of this.#byMessage.get(messageId) ?? []) {
      if (item.status === 'deleted' && !takenBack.has(item.id)) continue
      effects.set(item.id, this.#stored(item, messageId))
    }
    for (const { id, event, memory, previousMemory } of this.#told.get(messageId) ?? []) {
      const item = this.#items.get(id)
      if (!item || (event === 'DELETE' ? item.status !== 'deleted' : item.status === 'deleted' && !takenBack.has(id)))
        continue
      const past = isPast(item)
      if (event === 'DELETE') effects.set(id, { id, kind: 'takenBack', text: memory, past: false })
      else if (event === 'NONE') effects.set(id, { id, kind: 'known', text: memory, past })
      else if (event === 'UPDATE')
        effects.set(id, {
          id,
          kind: 'fuller',
          text: memory,
          past,
          ...(previousMemory === undefined ? {} : { previous: previousMemory }),
        })
    }
    if (effects.size === 0 && this.#echoes.has(messageId)) return [{ id: '', kind: 'known', text: '', past: false }]
    const open = this.#open.get(messageId)
    return [...effects.values(), ...(open ? [{ id: '', kind: open, text: '', past: false }] : [])]
  }

  #stored(item: MemoryItem, messageId: string): Effect {
    const { id, memory: text, status } = item
    const past = isPast(item)
    if (status === 'pending') return { id, kind: 'pending', text, past }
    if (item.evidence[0]?.messageId !== messageId) return { id, kind: 'known', text, past }
    const before = item.supersedes === undefined ? undefined : this.#items.get(item.supersedes)
    return before ? { id, kind: 'changed', text, previous: before.memory, past } : { id, kind: 'new', text, past }
  }

  /** The end of the chain of what took its place, when that holds. */
  #current(item: MemoryItem): MemoryItem | undefined {
    let at: MemoryItem | undefined = item
    while (at?.status === 'superseded')
      at = at.supersededBy === undefined ? undefined : this.#items.get(at.supersededBy)
    return at?.status === 'active' ? at : undefined
  }
}

function isPast({ status }: MemoryItem): boolean {
  return status === 'superseded' || status === 'deleted'
}
