import type { SignalExplanation } from 'locket-memory'
import { el } from '../dom.js'
import type { Ui } from '../ui.js'

/** A row per signal: what it measured, its rank by it alone, and a bar for its share of the ranking value. */
export function explanationView(ui: Ui, signals: readonly SignalExplanation[]): HTMLElement {
  const { t, format } = ui
  const largest = Math.max(...signals.map(({ share }) => Math.abs(share)), Number.EPSILON)
  const heading = (text: string) => el('th', { scope: 'col' }, text)
  return el(
    'table',
    { class: 'explanation' },
    el('thead', {}, el('tr', {}, heading(t.signal), heading(t.raw), heading(t.rank), heading(t.share))),
    el(
      'tbody',
      {},
      ...signals.map(({ signal, raw, rank, share }) =>
        // `|| 0` below: a weight of −1 makes −0 of nothing.
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, t.signalNames[signal] ?? signal),
          el('td', {}, format.number(raw, 2)),
          el('td', {}, format.number(rank)),
          el('td', {}, el('span', { class: 'share' }, bar(share / largest), format.number(share || 0, 2))),
        ),
      ),
    ),
  )
}

function bar(ratio: number): HTMLElement {
  const element = el('span', { class: ratio < 0 ? 'bar negative' : 'bar', 'aria-hidden': 'true' })
  element.style.setProperty('--ratio', String(Math.abs(ratio)))
  return element
}
