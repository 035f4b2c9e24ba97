import type { MemoryItem } from 'locket-memory'
import { el } from '../dom.js'
import { attempt, type Ui } from '../ui.js'
import { action, erase, remove } from './actions.js'
import { historyView } from './history.js'

/** `onEdited` is called with the id after a change, when the list must show the new revision. */
export function memoryCard(ui: Ui, item: MemoryItem, onEdited: (id: string) => void): HTMLElement {
  const { t, format } = ui
  const { memory } = ui.session
  const evidence = item.evidence.filter(({ quote }) => quote !== item.memory)
  const text = el('p', { class: 'text' }, item.memory)
  const actions = el(
    'div',
    { class: 'actions' },
    action('edit', t.edit, item.memory, edit),
    action('delete', t.remove, item.memory, () => void remove(ui, t.removedMemory, () => memory.delete(item.id))),
    action('erase', t.erase, item.memory, () => void erase(ui, () => memory.purge(item.id))),
  )
  const card = el(
    'article',
    { class: 'card' },
    text,
    el(
      'p',
      { class: 'meta' },
      el('span', { class: 'tag' }, t.kinds[item.kind]),
      el('time', { datetime: item.observedAt }, format.moment(item.observedAt)),
      item.revision > 1 && t.edited,
    ),
    ...evidence.map(({ quote, messageId }) =>
      el('p', { class: 'neighbour' }, el('span', { class: 'label' }, t.from), quote, ' ', el('button', { class: 'link', onclick: () => void ui.reveal(messageId) }, t.inConversation)),
    ),
    historyView(ui, item.id),
    actions,
  )

  function edit(): void {
    const box = el('textarea', { rows: 3, 'aria-label': t.edit, onkeydown: (event: KeyboardEvent) => event.key === 'Escape' && !event.isComposing && stop() })
    box.value = item.memory
    const form = el(
      'form',
      {
        class: 'edit',
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault()
          void save(box.value.trim())
        },
      },
      box,
      el('div', { class: 'buttons' }, el('button', { type: 'button', class: 'quiet', onclick: stop }, t.cancel), el('button', { type: 'submit', class: 'primary' }, t.save)),
    )
    text.replaceWith(form)
    actions.hidden = true
    box.focus()

    function stop(): void {
      form.replaceWith(text)
      actions.hidden = false
      actions.querySelector('button')?.focus()
    }

    async function save(changed: string): Promise<void> {
      if (changed === '' || changed === item.memory) return stop()
      // Fails with a conflict if another tab changed the memory meanwhile, instead of overwriting it.
      const updated = await attempt(ui, () => memory.update(item.id, { text: changed }, { ifRevision: item.revision }))
      if (!updated) return
      const operationId = (await memory.history(item.id)).findLast(({ event }) => event === 'UPDATE')?.operationId
      ui.notify({ text: t.changed, ...(operationId === undefined ? {} : { operationId }) })
      onEdited(item.id)
    }
  }

  return card
}
