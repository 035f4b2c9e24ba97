import { el } from './dom.js'
import { attempt, type Notice, type Ui } from './ui.js'

interface Notices {
  element: HTMLElement
  show(notice: Notice): void
}

/** One line about what was just done, with its undo. It stays until it is dismissed or replaced: nobody is hurried. */
export function createNotices(ui: Ui): Notices {
  const { t } = ui
  const text = el('p', { role: 'status' })
  const actions = el('div', { class: 'buttons' })
  const element = el('aside', { class: 'notice', 'aria-label': t.undo, hidden: true }, text, actions)

  function show({ text: line, operationId, tone = 'calm' }: Notice): void {
    element.hidden = false
    element.dataset['tone'] = tone
    text.textContent = line
    actions.replaceChildren(
      ...(operationId === undefined
        ? []
        : [el('button', { class: 'undo', onclick: () => void undo(operationId) }, t.undo)]),
      el('button', { class: 'quiet', onclick: hide }, t.dismiss),
    )
  }

  function hide(): void {
    const hadFocus = element.contains(document.activeElement)
    element.hidden = true
    if (hadFocus) landingPlace()?.focus()
  }

  async function undo(operationId: string): Promise<void> {
    const done = await attempt(ui, () => ui.session.memory.undo(operationId))
    if (done) show({ text: t.undone })
    actions.querySelector('button')?.focus()
  }

  return { element, show }
}

/** Where the focus goes when the button that had it disappears. */
function landingPlace(): HTMLElement | null {
  const chatShown = document.querySelector('.chat')?.checkVisibility() ?? true
  return document.querySelector<HTMLElement>(chatShown ? '#message' : '[role=tab][aria-selected=true]')
}

/** After a deletion the card and its buttons are gone: the undo is the natural next place. */
export function focusUndo(): void {
  document.querySelector<HTMLElement>('.notice .undo, .notice button')?.focus()
}
