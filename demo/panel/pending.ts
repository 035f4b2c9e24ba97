import type { MemoryItem } from 'locket-memory'
import { el } from '../dom.js'
import { focusUndo } from '../notice.js'
import { attempt, type Ui } from '../ui.js'
import { action } from './actions.js'
import { evidenceView } from './evidence.js'
import { categoriesView } from './fact-meta.js'
import { createList, type List } from './list.js'

/** The facts that wait for the visitor's yes or no; hidden when there are none. */
export function createPending(ui: Ui): List {
  const { t } = ui
  const { memory, effects } = ui.session
  const list = createList(ui, {
    label: t.pendingFacts,
    empty: '',
    count: t.pendingCount,
    page: (options) => memory.getAll({ ...options, status: ['pending'] }),
    card,
  })
  const element = el('section', { class: 'pending', 'aria-label': t.pendingFacts, hidden: true }, list.element)

  function card(item: MemoryItem): HTMLElement {
    return el(
      'article',
      { class: 'card' },
      el('p', { class: 'text' }, item.memory),
      el('p', { class: 'meta' }, ...categoriesView(ui, item)),
      ...item.evidence.map((one) => evidenceView(ui, one)),
      el(
        'div',
        { class: 'actions' },
        action('approve', t.approve, item.memory, () => void approve(item)),
        action('reject', t.reject, item.memory, () => void reject(item)),
      ),
    )
  }

  async function approve({ id, evidence }: MemoryItem): Promise<void> {
    const done = await attempt(ui, () => memory.approve(id))
    if (!done) return
    const messageId = evidence[0]?.messageId
    if (messageId !== undefined) effects.tell(messageId, done.results)
    ui.notify({ text: t.approved, operationId: done.operationId })
    focusUndo()
  }

  async function reject({ id }: MemoryItem): Promise<void> {
    const done = await attempt(ui, () => memory.reject(id))
    if (!done) return
    ui.notify({ text: t.rejected, operationId: done.operationId })
    focusUndo()
  }

  return {
    ...list,
    element,
    async refresh() {
      await list.refresh()
      element.hidden = list.total() === 0
    },
  }
}
