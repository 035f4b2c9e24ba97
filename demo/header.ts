import { el } from './dom.js'
import { isLanguage, LANGUAGES, type Language } from './i18n/index.js'
import { THEMES, type Settings } from './settings.js'
import type { Ui } from './ui.js'

export function createHeader(ui: Ui, settings: Settings, change: (settings: Settings) => void): HTMLElement {
  const { t } = ui
  const language = el('select', {
    id: 'language',
    'aria-label': t.language,
    onchange: () => isLanguage(language.value) && change({ ...settings, language: language.value }),
  })
  for (const code of Object.keys(LANGUAGES) as Language[]) language.append(el('option', { value: code, lang: code }, LANGUAGES[code]))
  language.value = settings.language

  const theme = el('select', {
    id: 'theme',
    'aria-label': t.theme,
    onchange: () => change({ ...settings, theme: THEMES.find((name) => name === theme.value) ?? 'system' }),
  })
  for (const name of THEMES) theme.append(el('option', { value: name }, t.themes[name]))
  theme.value = settings.theme

  return el(
    'header',
    {},
    el('div', { class: 'brand' }, el('img', { src: `${import.meta.env.BASE_URL}icon.svg`, alt: '', width: 28, height: 28 }), el('h1', {}, 'Locket'), el('p', {}, t.tagline)),
    el('div', { class: 'controls' }, recordingButton(ui), language, theme),
  )
}

function recordingButton({ t, session }: Ui): HTMLElement {
  const label = el('span')
  const button = el('button', { id: 'recording', class: 'recording', onclick: toggle }, el('span', { class: 'dot', 'aria-hidden': 'true' }), label)
  function render(): void {
    button.classList.toggle('off', session.paused)
    label.textContent = session.paused ? t.paused : t.recording
    button.title = session.paused ? t.resume : t.pause
    button.setAttribute('aria-label', `${label.textContent}: ${button.title}`)
  }
  function toggle(): void {
    session.paused = !session.paused
    if (session.paused) session.memory.pause()
    else session.memory.resume()
    render()
    document.dispatchEvent(new Event('recording'))
  }
  render()
  return button
}
