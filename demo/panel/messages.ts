import { rememberMessage } from '../chat/remember.js'
import { el } from '../dom.js'
import { speaker } from '../recall/hit.js'
import type { Ui } from '../ui.js'
import { action, erase, remove } from './actions.js'
import { createList } from './list.js'
import type { TabView } from './panel.js'

export function createMessages(ui: Ui): TabView {
  const { t, format } = ui
  const { memory } = ui.session
  const list = createList(ui, {
    label: t.messages,
    empty: t.messagesEmpty,
    count: t.messagesCount,
    page: (options) => memory.messages.list({ ...options, sort: 'at' }),
    card: (message) =>
      el(
        'article',
        { class: 'card' },
        el('p', { class: 'text' }, message.content),
        el(
          'p',
          { class: 'meta' },
          el('span', { class: 'speaker' }, speaker(ui, message)),
          el('time', { datetime: message.at }, format.moment(message.at)),
        ),
        el(
          'div',
          { class: 'actions' },
          action('remember', t.remember, message.content, () => void rememberMessage(ui, message)),
          action(
            'delete',
            t.remove,
            message.content,
            () => void remove(ui, t.removedMessage, () => memory.messages.delete(message.id)),
          ),
          action('erase', t.erase, message.content, () => void erase(ui, () => memory.purge(message.id))),
        ),
      ),
  })
  return { element: el('div', {}, el('p', { class: 'hint' }, t.messagesIntro), list.element), refresh: list.refresh }
}
