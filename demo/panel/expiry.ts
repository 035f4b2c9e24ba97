import type { MemoryItem } from 'locket-memory'
import { el, uniqueId } from '../dom.js'
import type { Ui } from '../ui.js'

interface ExpiryOptions {
  /** With the last day that it is remembered on, or null for ever. */
  onSave: (until: Date | null) => void
  onCancel: () => void
}

/** Asks for the last day that a memory is kept. */
export function expiryForm({ t }: Ui, item: MemoryItem, { onSave, onCancel }: ExpiryOptions): HTMLElement {
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  const input = el('input', { id: uniqueId('expiry'), type: 'date', required: true, min: localDay(tomorrow) })
  if (item.expiresAt !== undefined) input.value = localDay(new Date(item.expiresAt))
  return el(
    'form',
    {
      class: 'edit',
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault()
        onSave(new Date(`${input.value}T00:00`))
      },
      onkeydown: (event: KeyboardEvent) => event.key === 'Escape' && onCancel(),
    },
    el('div', { class: 'field' }, el('label', { for: input.id }, t.expiresOn), input),
    el(
      'div',
      { class: 'buttons' },
      item.expiresAt !== undefined &&
        el('button', { type: 'button', class: 'quiet', onclick: () => onSave(null) }, t.keepForever),
      el('button', { type: 'button', class: 'quiet', onclick: onCancel }, t.cancel),
      el('button', { type: 'submit', class: 'primary' }, t.save),
    ),
  )
}

function localDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
