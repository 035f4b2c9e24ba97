import { el } from '../dom.js'
import { onChange, onMemory, type Ui } from '../ui.js'

/** One line above the conversation: what is loading or waiting, else what this assistant is. */
export function createStatus(ui: Ui): HTMLElement {
  const { t, format, signal } = ui
  const { loading, memory } = ui.session
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
    const line = remaining ? t.loadingModel : ui.session.paused ? t.pausedNote : pending > 0 ? t.waiting(pending) : t.noModel
    // Set only when it differs: every setting is announced.
    if (text.textContent !== line) text.textContent = line
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
  loading.addEventListener('change', render, { signal })
  document.addEventListener('recording', render, { signal })
  void count()
  render()
  return element
}
