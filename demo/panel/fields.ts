import { el } from '../dom.js'

/** A control under its label, with a hint. */
export function line(label: string, control: HTMLElement, hint?: string): HTMLElement {
  if (hint !== undefined) control.setAttribute('aria-describedby', `${control.id}-hint`)
  return el(
    'div',
    { class: 'line' },
    el('label', { for: control.id }, label),
    control,
    hint !== undefined && el('p', { class: 'hint', id: `${control.id}-hint` }, hint),
  )
}

export function check(
  id: string,
  label: string,
  hint: string,
  on: boolean,
  onChange?: (on: boolean) => void,
): { element: HTMLElement; input: HTMLInputElement } {
  const input = el('input', {
    id,
    type: 'checkbox',
    'aria-describedby': `${id}-hint`,
    onchange: () => onChange?.(input.checked),
  })
  input.checked = on
  return {
    input,
    element: el(
      'div',
      {},
      el('label', { class: 'check', for: id }, input, label),
      el('p', { id: `${id}-hint`, class: 'hint' }, hint),
    ),
  }
}
