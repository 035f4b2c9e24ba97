import type { MemoryItem, UpdateInput } from 'locket-memory'
import { el } from '../dom.js'
import { attempt, type Ui } from '../ui.js'
import { action, erase, remove } from './actions.js'
import { evidenceView } from './evidence.js'
import { expiryForm } from './expiry.js'
import { categoriesView, validityView } from './fact-meta.js'
import { historyView } from './history.js'

/** `onEdited` is called with the id and the action after a change, when the list must show the new revision. */
export function memoryCard(ui: Ui, item: MemoryItem, onEdited: (id: string, action: string) => void): HTMLElement {
  const { t } = ui
  const { memory } = ui.session
  const { supersededBy } = item
  const text = el('p', { class: 'text' }, item.memory)
  const meta = el('p', { class: 'meta' }, ...categoriesView(ui, item), ...validityView(ui, item))
  const active = item.status === 'active'
  const actions = el(
    'div',
    { class: 'actions' },
    active && action('edit', t.edit, item.memory, edit),
    active && action('expiry', t.expiry, item.memory, setExpiry),
    supersededBy !== undefined && action('successor', t.successor, item.memory, () => void ui.showMemory(supersededBy)),
    action('delete', t.remove, item.memory, () => void remove(ui, t.removedMemory, () => memory.delete(item.id))),
    action('erase', t.erase, item.memory, () => void erase(ui, () => memory.purge(item.id))),
  )

  /** Puts a form in the place of a part of the card; the function returned ends it. */
  function open(form: HTMLElement, place: HTMLElement, name: string): void {
    place.replaceWith(form)
    actions.hidden = true
    form.querySelector<HTMLElement>('input, textarea')?.focus()
    close = () => {
      form.replaceWith(place)
      actions.hidden = false
      actions.querySelector<HTMLElement>(`[data-action="${name}"]`)?.focus()
    }
  }
  let close = () => {}

  function edit(): void {
    const box = el('textarea', {
      rows: 3,
      'aria-label': t.edit,
      onkeydown: (event: KeyboardEvent) => event.key === 'Escape' && !event.isComposing && close(),
    })
    box.value = item.memory
    const form = el(
      'form',
      {
        class: 'edit',
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault()
          const changed = box.value.trim()
          if (changed === '' || changed === item.memory) close()
          else void save({ text: changed }, 'edit')
        },
      },
      box,
      el(
        'div',
        { class: 'buttons' },
        el('button', { type: 'button', class: 'quiet', onclick: () => close() }, t.cancel),
        el('button', { type: 'submit', class: 'primary' }, t.save),
      ),
    )
    open(form, text, 'edit')
  }

  function setExpiry(): void {
    open(
      expiryForm(ui, item, { onSave: (until) => void save({ expiresAt: until }, 'expiry'), onCancel: () => close() }),
      meta,
      'expiry',
    )
  }

  async function save(change: UpdateInput, name: string): Promise<void> {
    // Fails with a conflict if another tab changed the memory meanwhile, instead of overwriting it.
    const updated = await attempt(ui, () => memory.update(item.id, change, { ifRevision: item.revision }))
    if (!updated) return
    const operationId = (await memory.history(item.id)).findLast(({ event }) => event === 'UPDATE')?.operationId
    ui.notify({ text: t.changed, ...(operationId === undefined ? {} : { operationId }) })
    onEdited(item.id, name)
  }

  return el(
    'article',
    { class: active ? 'card' : 'card past' },
    text,
    meta,
    ...item.evidence.map((one) => evidenceView(ui, one)),
    historyView(ui, item),
    actions,
  )
}
