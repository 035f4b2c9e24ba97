import { el } from '../dom.js'

export type Fact = [name: string, value: Node | string]

/** Names and values under a heading. */
export function group(title: string, facts: readonly Fact[]): HTMLElement {
  return el(
    'section',
    {},
    el('h2', {}, title),
    el('dl', {}, ...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)))),
  )
}
