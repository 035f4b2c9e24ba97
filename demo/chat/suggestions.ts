import { el } from '../dom.js'
import type { Language } from '../i18n/index.js'
import { loadSample } from '../samples/index.js'
import type { Ui } from '../ui.js'
import type { Turn } from './transcript.js'

interface Suggestions {
  element: HTMLElement
  render(turns: readonly Turn[]): void
}

/** Questions that the loaded sample can answer; nothing without a sample. */
export function createSuggestions(ui: Ui, onAsk: (question: string) => void): Suggestions {
  const row = el('div', { class: 'suggestion-row', role: 'group', 'aria-label': ui.t.tryAsking })
  const element = el(
    'div',
    { class: 'suggestions', hidden: true },
    el('span', { class: 'hint', 'aria-hidden': 'true' }, ui.t.tryAsking),
    row,
  )
  let shown: Language | undefined

  function render(turns: readonly Turn[]): void {
    const language = sampleLanguage(turns)
    if (language === shown) return
    shown = language
    element.hidden = language === undefined
    row.replaceChildren()
    if (language === undefined) return
    void loadSample(language).then(({ questions }) => {
      if (language === shown)
        row.replaceChildren(
          ...questions.map((question) => el('button', { class: 'chip', onclick: () => onAsk(question) }, question)),
        )
    })
  }

  return { element, render }
}

/** The language of the sample that is loaded; with both, the page's own. */
function sampleLanguage(turns: readonly Turn[]): Language | undefined {
  const has = (language: Language) => turns.some((turn) => turn.key.startsWith(`sample-${language}-`))
  const own: Language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
  const other: Language = own === 'zh' ? 'en' : 'zh'
  return has(own) ? own : has(other) ? other : undefined
}
