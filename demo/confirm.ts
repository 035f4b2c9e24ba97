import { el } from './dom.js'
import type { Translation } from './i18n/index.js'
import type { Ui } from './ui.js'

/** A modal question; Escape and "Cancel" mean no. The browser keeps the focus inside and gives it back. */
export function createConfirm(t: Translation): { element: HTMLElement; ask: Ui['confirm'] } {
  const title = el('h2', { id: 'confirm-title' })
  const body = el('p', { id: 'confirm-body' })
  const yes = el('button', { class: 'danger', value: 'yes' })
  const element = el(
    'dialog',
    { class: 'confirm', 'aria-labelledby': title.id, 'aria-describedby': body.id },
    el(
      'form',
      { method: 'dialog' },
      title,
      body,
      el('div', { class: 'buttons' }, el('button', { value: 'no', autofocus: true }, t.cancel), yes),
    ),
  )
  return {
    element,
    ask: (question) =>
      new Promise((resolve) => {
        title.textContent = question.title
        body.textContent = question.body
        yes.textContent = question.yes
        element.returnValue = 'no'
        element.addEventListener('close', () => resolve(element.returnValue === 'yes'), { once: true })
        element.showModal()
      }),
  }
}
