import { el, spoken } from '../dom.js'
import { TABS, type Tab } from '../session.js'
import { attempt, onChange, type Ui } from '../ui.js'
import { createMemories, type MemoriesView } from './memories.js'
import { createMessages } from './messages.js'
import { createSearch } from './search.js'
import { createSettings } from './settings.js'
import { createStorage } from './storage.js'

export interface TabView {
  element: HTMLElement
  /** Called when the tab is chosen, and after every change while it is. */
  refresh(): Promise<void>
}

export interface Panel {
  element: HTMLElement
  showMemory(id: string): Promise<void>
  showSettings(): void
}

/** Tabs by the WAI-ARIA pattern: arrows, Home and End move, only the chosen tab is in the tab order. */
export function createPanel(ui: Ui): Panel {
  const { t, session } = ui
  const memories: MemoriesView = createMemories(ui)
  const views: Record<Tab, TabView> = {
    search: createSearch(ui),
    memories,
    messages: createMessages(ui),
    storage: createStorage(ui),
    settings: createSettings(ui),
  }
  const tabs = new Map<Tab, { button: HTMLButtonElement; view: TabView; panel: HTMLElement }>()
  for (const name of TABS) {
    const view = views[name]
    const button = el(
      'button',
      {
        id: `tab-${name}`,
        role: 'tab',
        'aria-controls': `panel-${name}`,
        onclick: () => choose(name),
        onkeydown: move,
      },
      t[name],
    )
    const panel = el(
      'div',
      { id: `panel-${name}`, class: 'tab-panel', role: 'tabpanel', 'aria-labelledby': button.id, tabindex: 0 },
      view.element,
    )
    tabs.set(name, { button, view, panel })
  }

  function choose(name: Tab): void {
    session.tab = name
    for (const [other, { button, panel }] of tabs) {
      button.setAttribute('aria-selected', String(other === name))
      button.tabIndex = other === name ? 0 : -1
      if (other === name) button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      panel.hidden = other !== name
    }
    void tabs.get(name)?.view.refresh()
  }

  function move(event: KeyboardEvent): void {
    const now = TABS.indexOf(session.tab)
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: TABS.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const name = TABS[(to + TABS.length) % TABS.length] as Tab
    choose(name)
    tabs.get(name)?.button.focus()
  }

  const badge = el('span', { class: 'badge', hidden: true })
  tabs.get('memories')?.button.append(badge)
  async function countPending(): Promise<void> {
    const { total } = await session.memory.getAll({ status: ['pending'], limit: 1 })
    badge.hidden = total === 0
    badge.replaceChildren()
    if (total > 0) badge.append(el('span', { 'aria-hidden': 'true' }, String(total)), spoken(t.pendingBadge(total)))
  }
  void attempt(ui, countPending)
  onChange(ui, countPending)

  onChange(ui, async () => tabs.get(session.tab)?.view.refresh())
  choose(session.tab)
  const all = [...tabs.values()]
  const element = el(
    'section',
    { class: 'panel', 'aria-label': t.panel },
    el('div', { class: 'tabs', role: 'tablist', 'aria-label': t.panel }, ...all.map(({ button }) => button)),
    ...all.map(({ panel }) => panel),
  )

  async function showMemory(id: string): Promise<void> {
    choose('memories')
    await memories.reveal(id)
  }

  function showSettings(): void {
    choose('settings')
    const settings = tabs.get('settings')
    if (settings) settings.panel.scrollTop = 0
    settings?.button.focus()
  }

  return { element, showMemory, showSettings }
}
