import { LanguageModelError } from 'locket-memory'
import { createChat, type Chat } from './chat/chat.js'
import { createConfirm } from './confirm.js'
import { el } from './dom.js'
import { createFormat } from './format.js'
import { createHeader } from './header.js'
import { translation } from './i18n/index.js'
import { needsKey } from './lock.js'
import { createNotices } from './notice.js'
import { createPanel, type Panel } from './panel/panel.js'
import type { Session } from './session.js'
import { applySettings, saveSettings, type Settings } from './settings.js'
import { describe, onMemory, type Ui } from './ui.js'

/** Builds the page, and builds it anew in another language when asked: the session holds what must stay. */
export function mountPage(root: HTMLElement, session: Session, settings: Settings): Ui {
  const view = new AbortController()
  const t = translation(settings.language)
  const live = el('div', { class: 'spoken', role: 'status' })
  const confirm = createConfirm(t)
  let chat: Chat | undefined
  let panel: Panel | undefined

  const ui: Ui = {
    session,
    t,
    settings,
    change,
    format: createFormat(settings.language),
    signal: view.signal,
    announce: (text) => (live.textContent = text),
    notify: (notice) => notices.show(notice),
    confirm: confirm.ask,
    show(name) {
      session.view = name
      root.dataset['view'] = name
      for (const button of nav.querySelectorAll('button')) button.toggleAttribute('aria-current', button.value === name)
      for (const button of nav.querySelectorAll('[aria-current]')) button.setAttribute('aria-current', 'page')
    },
    async reveal(messageId, quote) {
      ui.show('chat')
      await chat?.reveal(messageId, quote)
    },
    async showMemory(id) {
      ui.show('panel')
      await panel?.showMemory(id)
    },
    showSettings() {
      ui.show('panel')
      panel?.showSettings()
    },
  }

  function change(next: Partial<Settings>): void {
    Object.assign(settings, next)
    saveSettings(settings)
    applySettings(settings)
    if (translation(settings.language) === t) return
    const focused = document.activeElement?.id
    view.abort()
    mountPage(root, session, settings)
    if (focused) document.getElementById(focused)?.focus()
  }

  const notices = createNotices(ui)
  const nav = el(
    'nav',
    { class: 'views', 'aria-label': t.views },
    el('button', { value: 'chat', onclick: () => ui.show('chat') }, t.chat),
    el('button', { value: 'panel', onclick: () => ui.show('panel') }, t.memory),
  )
  chat = createChat(ui)
  panel = createPanel(ui)
  root.replaceChildren(
    el('a', { class: 'skip', href: '#message', onclick: () => ui.show('chat') }, t.skip),
    createHeader(ui),
    el('main', {}, chat.element, panel.element),
    notices.element,
    nav,
    live,
    confirm.element,
  )
  document.title = t.title
  ui.show(session.view)

  onMemory(ui, (event) => {
    // The page asks for the passphrase when it is loaded.
    if ('error' in event && needsKey(event.error)) return location.reload()
    // How the language model is, and what waits for it, is shown all the time.
    if (event.type === 'warning' && !(event.error instanceof LanguageModelError))
      ui.notify({ text: event.error.message, tone: 'alarm' })
    if (event.type === 'closed' && !session.link.encrypting)
      ui.notify({ text: describe(t, event.error), tone: 'alarm' })
  })
  return ui
}
