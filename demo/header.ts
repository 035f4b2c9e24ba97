import { choice } from './choices.js'
import { el } from './dom.js'
import { LANGUAGES, type Language } from './i18n/index.js'
import { setRecording } from './session.js'
import type { Ui } from './ui.js'

export function createHeader(ui: Ui): HTMLElement {
  const { t, settings } = ui
  const language = choice('language', Object.keys(LANGUAGES) as Language[], LANGUAGES, settings.language, (value) => ui.change({ language: value }))
  language.setAttribute('aria-label', t.language)
  for (const option of language.options) option.lang = option.value
  return el(
    'header',
    {},
    el('div', { class: 'brand' }, el('img', { src: `${import.meta.env.BASE_URL}icon.svg`, alt: '', width: 28, height: 28 }), el('h1', {}, 'Locket'), el('p', {}, t.tagline)),
    el('div', { class: 'controls' }, recordingButton(ui), language),
  )
}

function recordingButton({ t, session, signal }: Ui): HTMLElement {
  const label = el('span')
  const button = el('button', { id: 'recording', class: 'recording', onclick: () => setRecording(session, session.paused) }, el('span', { class: 'dot', 'aria-hidden': 'true' }), label)
  function render(): void {
    button.classList.toggle('off', session.paused)
    label.textContent = session.paused ? t.paused : t.recording
    button.title = session.paused ? t.resume : t.pause
    button.setAttribute('aria-label', `${label.textContent}: ${button.title}`)
  }
  document.addEventListener('recording', render, { signal })
  render()
  return button
}
