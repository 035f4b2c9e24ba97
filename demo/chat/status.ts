import { el } from '../dom.js'
import { modelName, stateText } from '../models/describe.js'
import { attempt, onChange, onMemory, type Ui } from '../ui.js'

/** One line above the conversation: what is loading or waiting, else what this assistant is. */
export function createStatus(ui: Ui): HTMLElement {
  const { t, format, signal } = ui
  const { loading, memory, models, drawing } = ui.session
  const text = el('span', { role: 'status' })
  const bar = el('progress', { 'aria-label': t.loadingModel, hidden: true })
  const element = el('div', { class: 'status' }, text, bar)
  let pending = 0

  function render(): void {
    const remaining = loading.remaining
    bar.hidden = remaining === undefined
    if (remaining) {
      bar.max = remaining.total
      bar.value = remaining.loaded
      bar.setAttribute('aria-valuetext', t.loadedOf(format.bytes(remaining.loaded), format.bytes(remaining.total)))
    }
    const line = remaining
      ? t.loadingModel
      : ui.session.paused
        ? t.pausedNote
        : models.state === 'rules'
          ? pending > 0
            ? t.waiting(pending)
            : t.noModel
          : modelLine()
    // Set only when it differs: every setting is announced.
    if (text.textContent !== line) text.textContent = line
  }

  /** The model that replies, and what it has yet to read. */
  function modelLine(): string {
    const waits = drawing.jobs.filter(({ state }) => state !== 'failed')
    const held = waits.some(({ problem }) => problem)
    const texts = waits.reduce((sum, job) => sum + job.pending, 0)
    if (models.state === 'ready' && texts > 0) return held ? t.drawingHeld(texts) : t.drawingRuns(texts)
    const name = modelName(ui, models.choice)
    // Why it failed stands in the settings, and under what failed.
    const state =
      models.state === 'ready'
        ? t.modelReplies(name)
        : `${name}: ${models.state === 'failed' ? t.modelStatesLong.failed : stateText(ui)}`
    return texts > 0 ? `${state} ${t.drawingHeld(texts)}` : state
  }

  async function count(): Promise<void> {
    pending = (await memory.health()).pending.documents
    render()
  }

  // A change may bring work, an end of work tells what is left.
  onChange(ui, count)
  onMemory(ui, (event) => {
    if (event.type !== 'work') return
    pending = event.pending
    render()
  })
  for (const told of [loading, models, drawing]) told.addEventListener('change', render, { signal })
  document.addEventListener('recording', render, { signal })
  void attempt(ui, count)
  render()
  return element
}
