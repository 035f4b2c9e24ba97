import { el } from '../dom.js'
import { attempt, type Ui } from '../ui.js'

/** What happened to a memory, read when it is opened. */
export function historyView(ui: Ui, id: string): HTMLElement {
  const { t, format } = ui
  const list = el('ol', { class: 'history' })
  const element = el('details', { ontoggle: () => element.open && void load() }, el('summary', {}, t.historyOf), list)

  async function load(): Promise<void> {
    const items = (await attempt(ui, () => ui.session.memory.history(id))) ?? []
    list.replaceChildren(
      ...items.map(({ event, before, after, at }) =>
        el(
          'li',
          {},
          el('p', { class: 'meta' }, el('span', { class: 'tag' }, t.events[event]), el('time', { datetime: at }, format.moment(at))),
          before !== undefined && before !== after && el('p', {}, el('del', {}, before)),
          after !== undefined && before !== after && el('p', {}, el('ins', {}, after)),
        ),
      ),
    )
  }

  return element
}
