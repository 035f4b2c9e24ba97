import type { Quote, SearchHit } from 'locket-memory'
import { el } from '../dom.js'
import type { Ui } from '../ui.js'
import { categoriesView } from '../panel/fact-meta.js'
import { evidenceView } from '../panel/evidence.js'
import { explanationView } from './explanation.js'

/** One thing found: quoted, dated, and with the reasons for its place. */
export function hitView(ui: Ui, hit: SearchHit, next?: SearchHit): HTMLElement {
  const { t, format } = ui
  const relevance = format.percent(hit.score)
  const { messageId } = hit
  return el(
    'figure',
    { class: 'hit' },
    el('blockquote', {}, hit.memory),
    el(
      'figcaption',
      { class: 'meta' },
      ...(messageId === undefined ? categoriesView(ui, hit) : [el('span', { class: 'speaker' }, speaker(ui, hit))]),
      hit.supersededBy !== undefined && el('span', { class: 'tag past' }, t.superseded),
      el(
        'time',
        { datetime: hit.at, title: format.moment(hit.at) },
        `${format.moment(hit.at)} · ${format.ago(hit.at)}`,
      ),
      el('span', { class: 'relevance' }, t.relevance(relevance)),
    ),
    ...(messageId === undefined
      ? []
      : ui.session.effects
          .successors(messageId)
          .map((text) => el('p', { class: 'now' }, el('span', { class: 'label' }, t.nowInstead), text))),
    ...(messageId === undefined ? hit.evidence.map((quote) => evidenceView(ui, quote)) : []),
    el(
      'details',
      {},
      el('summary', {}, t.why),
      hit.explanation
        ? explanationView(ui, hit.explanation, next?.explanation)
        : el('p', { class: 'hint' }, t.noExplanation),
      neighbour(ui, t.before, hit.before),
      neighbour(ui, t.after, hit.after),
      messageId !== undefined &&
        el('button', { class: 'link', onclick: () => void ui.reveal(messageId) }, t.inConversation),
    ),
  )
}

export function speaker(ui: Ui, { role, name }: { role?: string; name?: string }): string {
  if (name !== undefined) return name
  return role === 'user' ? ui.t.you : role === 'assistant' ? ui.t.assistant : (role ?? '')
}

function neighbour(ui: Ui, label: string, quote: Quote | undefined): HTMLElement | undefined {
  return (
    quote &&
    el('p', { class: 'neighbour' }, el('span', { class: 'label' }, `${label} · ${speaker(ui, quote)}`), quote.quote)
  )
}
