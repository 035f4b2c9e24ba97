import { el } from '../dom.js'
import type { Ui } from '../ui.js'
import type { Effect } from './effects.js'

/** Puts into `list` a chip for each thing that the memory made of a message; a chip opens the memory. */
export function renderEffects(ui: Ui, list: HTMLElement, effects: readonly Effect[]): void {
  // Set only when they differ: a list that is built anew is announced again, and loses the focus.
  const key = JSON.stringify(effects)
  if (list.dataset['key'] === key) return
  list.dataset['key'] = key
  list.hidden = effects.length === 0
  list.replaceChildren(...effects.map((effect) => el('li', {}, chip(ui, effect))))
}

function chip(ui: Ui, { id, kind, text, previous, past }: Effect): HTMLElement {
  const { t } = ui
  // What was taken back is in no list, and an echo is no memory of its own.
  const gone = kind === 'takenBack' || id === ''
  const words = [
    el('span', { class: 'what' }, t.effects[kind]),
    el('span', {}, ' ', past || kind === 'takenBack' ? el('s', {}, text) : text),
    previous !== undefined && previous !== text && el('span', { class: 'previous' }, ' ', t.previously(previous)),
    past && el('span', { class: 'previous' }, ' ', t.sinceChanged),
  ]
  return gone
    ? el('span', { class: 'effect', 'data-kind': kind }, ...words)
    : el('button', { class: 'effect', 'data-kind': kind, onclick: () => void ui.showMemory(id) }, ...words)
}
