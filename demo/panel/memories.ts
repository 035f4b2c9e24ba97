import { rememberText } from '../chat/remember.js'
import { el } from '../dom.js'
import type { Ui } from '../ui.js'
import { createList, type List } from './list.js'
import { memoryCard } from './memory-card.js'
import { createPending } from './pending.js'
import type { TabView } from './panel.js'

export interface MemoriesView extends TabView {
  /** Brings a memory into view, those waiting for approval and those of the past included. */
  reveal(id: string): Promise<void>
}

export function createMemories(ui: Ui): MemoriesView {
  const { t, session } = ui
  const { memory } = session
  const pending = createPending(ui)
  const list: List = createList(ui, {
    label: t.memories,
    empty: t.memoriesEmpty,
    count: t.memoriesCount,
    page: (options) =>
      memory.getAll({ ...options, ...(session.pastShown ? { status: ['active', 'superseded'] as const } : {}) }),
    card: (item) => memoryCard(ui, item, (id, action) => void list.refresh().then(() => list.focus(id, action))),
  })
  const past = el('input', { id: 'past', type: 'checkbox', onchange: () => void showPast(past.checked) })
  past.checked = session.pastShown
  const input = el('input', {
    id: 'new-memory',
    type: 'text',
    placeholder: t.addMemoryPlaceholder,
    autocomplete: 'off',
    required: true,
  })
  const form = el(
    'form',
    {
      class: 'line',
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault()
        const text = input.value.trim()
        if (text === '') return
        void rememberText(ui, text).then((kept) => {
          if (kept) input.value = ''
        })
      },
    },
    el('label', { for: input.id }, t.addMemory),
    el('div', { class: 'field' }, input, el('button', { type: 'submit' }, t.add)),
  )

  async function showPast(shown: boolean): Promise<void> {
    session.pastShown = past.checked = shown
    await list.refresh()
  }

  async function refresh(): Promise<void> {
    await Promise.all([pending.refresh(), list.refresh()])
  }

  async function reveal(id: string): Promise<void> {
    await refresh()
    if ((await pending.reveal(id)) || (await list.reveal(id))) return
    if (session.pastShown) return
    await showPast(true)
    await list.reveal(id)
  }

  const toggle = el('label', { class: 'check', for: past.id }, past, t.showPast)
  return {
    element: el(
      'div',
      {},
      el('p', { class: 'hint' }, session.models.state === 'rules' ? t.memoriesIntro : t.memoriesIntroModel),
      pending.element,
      form,
      toggle,
      list.element,
    ),
    refresh,
    reveal,
  }
}
