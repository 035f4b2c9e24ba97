import type { Job } from 'locket-memory'
import { el } from '../dom.js'
import { attempt, type Ui } from '../ui.js'

/** What facts are yet to be drawn from: what is under way, what waits and why, and what was given up. */
export function drawingView(ui: Ui): HTMLElement {
  const { t, signal } = ui
  const { drawing } = ui.session
  const list = el('ul', { class: 'cards' })
  const element = el(
    'section',
    { class: 'drawing', 'aria-label': t.drawing, hidden: true },
    el('h2', {}, t.drawing),
    list,
  )

  function jobView({ id, state, pending, attempts, problem }: Job): HTMLElement {
    const text =
      state === 'failed' ? t.jobGivenUp(pending) : problem || attempts > 0 ? t.jobWaits(pending) : t.jobRuns(pending)
    return el(
      'li',
      { class: 'card', 'data-state': state },
      el('p', { class: 'text' }, text),
      problem && el('p', { class: 'hint' }, problem.message),
      el(
        'div',
        { class: 'actions' },
        (state === 'failed' || problem) &&
          el('button', { class: 'link', onclick: () => void attempt(ui, () => drawing.retry(id)) }, t.tryAgain),
        state !== 'failed' &&
          el('button', { class: 'link', onclick: () => void attempt(ui, () => drawing.cancel(id)) }, t.giveUp),
      ),
    )
  }

  function render(): void {
    // Built anew only when it differs: a button that has the focus stays.
    const key = JSON.stringify(drawing.jobs)
    if (list.dataset['key'] === key) return
    list.dataset['key'] = key
    element.hidden = drawing.jobs.length === 0
    list.replaceChildren(...drawing.jobs.map(jobView))
  }

  drawing.addEventListener('change', render, { signal })
  render()
  return element
}
