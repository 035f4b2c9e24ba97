import { el } from '../dom.js'
import { hitView } from '../recall/hit.js'
import type { Ui } from '../ui.js'
import type { Reply } from './reply.js'

/** A reply as it comes, with a button that stops it, and what the model was given for it. */
export function replyView(ui: Ui, reply: Reply): HTMLElement {
  const { t, signal } = ui
  const text = el('p', { class: 'said' })
  const note = el('p', { class: 'hint' })
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true })
  const stop = el('button', { class: 'stop', onclick: () => reply.stop() }, t.stopReply)
  const given = el('div', { class: 'given' })
  const summary = el('summary')
  const details = el('details', { hidden: true }, summary, given)
  const element = el(
    'div',
    { class: 'bubble answer reply', 'aria-busy': 'true' },
    el('p', { class: 'spoken' }, `${t.assistant}: `),
    text,
    note,
    problem,
    stop,
    details,
  )

  function render(): void {
    const coming = reply.state === 'coming'
    element.setAttribute('aria-busy', String(coming))
    text.textContent = reply.text
    text.hidden = reply.text === ''
    note.textContent = coming
      ? reply.text === ''
        ? t.replyWaits
        : ''
      : reply.state === 'stopped'
        ? t.replyStopped
        : reply.state === 'cut'
          ? t.replyCut
          : ''
    note.hidden = note.textContent === ''
    problem.hidden = reply.problem === undefined
    problem.textContent = reply.problem ?? ''
    stop.hidden = !coming
    if (details.hidden && reply.recalled.length > 0) {
      details.hidden = false
      summary.textContent = t.replyGiven(reply.recalled.length)
      given.replaceChildren(...reply.recalled.map((hit) => hitView(ui, hit)))
    }
    // What is remembered stands in for a reply that failed.
    if (reply.state === 'failed') details.open = true
  }

  reply.addEventListener('change', render, { signal })
  render()
  return element
}
