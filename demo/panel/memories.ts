import { rememberText } from '../chat/remember.js'
import { el } from '../dom.js'
import type { Ui } from '../ui.js'
import { createList, type List } from './list.js'
import { memoryCard } from './memory-card.js'
import type { TabView } from './panel.js'

export function createMemories(ui: Ui): TabView {
  const { t } = ui
  const { memory } = ui.session
  const list: List = createList(ui, {
    label: t.memories,
    empty: t.memoriesEmpty,
    count: t.memoriesCount,
    page: (options) => memory.getAll(options),
    card: (item) => memoryCard(ui, item, (id) => void list.refresh().then(() => list.focus(id, 'edit'))),
  })
  const input = el('input', { id: 'new-memory', type: 'text', placeholder: t.addMemoryPlaceholder, autocomplete: 'off', required: true })
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
  return { element: el('div', {}, el('p', { class: 'hint' }, t.memoriesIntro), form, list.element), refresh: list.refresh }
}
