import type { HistoryItem, MemoryItem } from 'locket-memory'
import type { MemoryApi } from 'locket-memory/worker'
import { el, spoken } from '../dom.js'
import { attempt, type Ui } from '../ui.js'
import { wordDiff } from './diff.js'

/** As many predecessors are told of. */
const CHAIN = 20

/** What happened to a memory and to those it took the place of, read when it is opened. */
export function historyView(ui: Ui, item: MemoryItem): HTMLElement {
  const { t, format } = ui
  const list = el('ol', { class: 'history' })
  const element = el('details', { ontoggle: () => element.open && void load() }, el('summary', {}, t.historyOf), list)

  async function load(): Promise<void> {
    const rows = (await attempt(ui, () => storyOf(ui.session.memory, item))) ?? []
    list.replaceChildren(
      ...rows.map(({ event, before, after, at, reason }) =>
        el(
          'li',
          {},
          el(
            'p',
            { class: 'meta' },
            el('span', { class: 'tag' }, t.events[event]),
            reason !== undefined && (t.reasons[reason] ?? reason),
            el('time', { datetime: at }, format.moment(at)),
          ),
          before !== undefined && after !== undefined
            ? before !== after && el('p', {}, ...diffView(ui, before, after))
            : el('p', {}, after ?? before),
        ),
      ),
    )
  }

  return element
}

/** The rows of a chain of memories as one story: where one takes the place of another, the texts are told apart. */
async function storyOf(memory: MemoryApi, item: MemoryItem): Promise<HistoryItem[]> {
  const chain = [item]
  for (let earliest: MemoryItem | undefined = item; earliest && chain.length < CHAIN;) {
    const previous: Awaited<ReturnType<MemoryApi['get']>> =
      earliest.supersedes === undefined ? null : await memory.get(earliest.supersedes)
    earliest = previous && 'memory' in previous ? previous : undefined
    if (earliest) chain.unshift(earliest)
  }
  const stories = await Promise.all(chain.map(({ id }) => memory.history(id)))
  return stories.flatMap((rows, index) => {
    const predecessor = chain[index - 1]
    const successor = chain[index + 1]
    return rows
      .filter(({ event }) => !(event === 'SUPERSEDE' && successor))
      .map((row) =>
        row.event === 'ADD' && predecessor ? { ...row, event: 'SUPERSEDE' as const, before: predecessor.memory } : row,
      )
  })
}

function diffView({ t }: Ui, before: string, after: string): (HTMLElement | string)[] {
  return wordDiff(before, after, document.documentElement.lang).map(({ kind, text }) => {
    if (kind === 'same') return text
    return kind === 'removed' ? el('del', {}, spoken(t.diffRemoved), text) : el('ins', {}, spoken(t.diffAdded), text)
  })
}
