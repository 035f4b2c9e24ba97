import type { Page } from 'locket-memory'
import { el } from '../dom.js'
import { attempt, type Ui } from '../ui.js'

interface Row {
  id: string
  revision: number
}

interface ListOptions<T extends Row> {
  label: string
  empty: string
  count: (total: number) => string
  page: (options: { limit: number; cursor?: string }) => Promise<Page<T>>
  card: (row: T) => HTMLElement
}

export interface List {
  element: HTMLElement
  refresh(): Promise<void>
  /** Focuses a row's button by its name. */
  focus(id: string, action: string): void
  /** Loads pages until a row is there, and focuses it; false when it is not in the list. */
  reveal(id: string): Promise<boolean>
  /** Rows on every page, as of the last refresh. */
  total(): number
}

const PAGE = 30

/** Stored rows, newest first, a page at a time. A row that did not change keeps its element, and with it an edit under way. */
export function createList<T extends Row>(ui: Ui, { label, empty, count, page, card }: ListOptions<T>): List {
  const heading = el('h2', { class: 'count' })
  const rows = el('ul', { class: 'cards', 'aria-label': label })
  const more = el('button', { class: 'quiet', onclick: () => void showMore() }, ui.t.more)
  const element = el('div', { class: 'list' }, heading, rows, more)
  const cards = new Map<string, HTMLElement>()
  let wanted = PAGE
  let total = 0

  async function refresh(): Promise<void> {
    const found = await attempt(ui, () => page({ limit: Math.min(wanted, 1000) }))
    if (!found) return
    total = found.total
    heading.textContent = found.total === 0 ? empty : count(found.total)
    heading.classList.toggle('hint', found.total === 0)
    more.hidden = found.next === undefined
    const shown = found.results.map((row) => {
      const key = `${row.id}:${row.revision}`
      const element = cards.get(key) ?? el('li', { 'data-id': row.id, tabindex: -1 }, card(row))
      cards.set(key, element)
      return element
    })
    for (const [key, element] of cards) if (!shown.includes(element)) cards.delete(key)
    for (const child of [...rows.children]) if (!shown.some((element) => element === child)) child.remove()
    shown.forEach((element, index) => {
      if (rows.children[index] !== element) rows.insertBefore(element, rows.children[index] ?? null)
    })
  }

  async function showMore(): Promise<void> {
    const first = rows.children.length
    wanted += PAGE
    await refresh()
    rows.children[first]?.querySelector<HTMLElement>('button, summary')?.focus()
  }

  const find = (id: string) => rows.querySelector<HTMLElement>(`:scope > [data-id="${CSS.escape(id)}"]`)

  function focus(id: string, action: string): void {
    find(id)?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus()
  }

  async function reveal(id: string): Promise<boolean> {
    while (!find(id) && !more.hidden && wanted < 1000) {
      wanted += PAGE
      await refresh()
    }
    const row = find(id)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
    return row !== null
  }

  return { element, refresh, focus, reveal, total: () => total }
}
