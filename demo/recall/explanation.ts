import type { SignalExplanation } from 'locket-memory'
import { el } from '../dom.js'
import type { Ui } from '../ui.js'

const LEAST_GAIN = 0.05
const GAINS_TOLD = 3

/** A row per signal: what it measured, its rank by it alone, and a bar for its share of the ranking value; above them what puts it before the next. */
export function explanationView(
  ui: Ui,
  signals: readonly SignalExplanation[],
  next?: readonly SignalExplanation[],
): HTMLElement {
  const lead = next && leadOver(ui, signals, next)
  return el('div', {}, lead !== undefined && el('p', { class: 'hint' }, lead), tableOf(ui, signals))
}

/** The signals that gain most over the next result, named with what they gain. */
function leadOver(
  { t, format }: Ui,
  signals: readonly SignalExplanation[],
  next: readonly SignalExplanation[],
): string | undefined {
  const shares = new Map(next.map(({ signal, share }) => [signal, share]))
  const gains = signals
    .map(({ signal, share }) => ({ signal, gain: share - (shares.get(signal) ?? 0) }))
    .filter(({ gain }) => gain >= LEAST_GAIN)
    .sort((a, b) => b.gain - a.gain)
  if (gains.length === 0) return undefined
  return t.aboveNext(
    gains
      .slice(0, GAINS_TOLD)
      .map(({ signal, gain }) => `${t.signalNames[signal] ?? signal} +${format.number(gain, 1)}`),
  )
}

function tableOf({ t, format }: Ui, signals: readonly SignalExplanation[]): HTMLElement {
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
