import type { Evidence } from 'locket-memory'
import { el, spoken } from '../dom.js'
import type { Ui } from '../ui.js'

/** The words that a fact rests on; a click shows them marked in their message. */
export function evidenceView(ui: Ui, { quote, messageId }: Evidence): HTMLElement {
  const { t } = ui
  return el(
    'p',
    { class: 'neighbour evidence' },
    el('span', { class: 'label' }, t.from),
    el('q', {}, quote),
    ' ',
    el(
      'button',
      { class: 'link', 'data-action': 'evidence', onclick: () => void ui.reveal(messageId, quote) },
      t.inConversation,
      spoken(`: ${quote}`),
    ),
  )
}
