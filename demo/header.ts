import { choice } from './choices.js'
import { el } from './dom.js'
import { LANGUAGES, type Language } from './i18n/index.js'
import { lock } from './lock.js'
import { modelName, stateText } from './models/describe.js'
import { setRecording } from './session.js'
import type { Ui } from './ui.js'

export function createHeader(ui: Ui): HTMLElement {
  const { t, settings } = ui
  const language = choice('language', Object.keys(LANGUAGES) as Language[], LANGUAGES, settings.language, (value) =>
    ui.change({ language: value }),
  )
  language.setAttribute('aria-label', t.language)
  for (const option of language.options) option.lang = option.value
  return el(
    'header',
    {},
    el(
      'div',
      { class: 'brand' },
      el('img', { src: `${import.meta.env.BASE_URL}icon.svg`, alt: '', width: 28, height: 28 }),
      el('h1', {}, 'Locket'),
      tagline(ui),
    ),
    el('div', { class: 'controls' }, modelButton(ui), recordingButton(ui), lockButton(ui), language),
  )
}

/** Where what is written goes. */
function tagline({ t, session: { models }, signal }: Ui): HTMLElement {
  const line = el('p')
  const render = (): void =>
    void (line.textContent = models.host === undefined ? t.tagline : t.taglineEndpoint(models.host))
  models.addEventListener('change', render, { signal })
  render()
  return line
}

/** What draws facts and replies, and how it is; opens the settings. */
function modelButton(ui: Ui): HTMLElement {
  const { t, signal } = ui
  const { models } = ui.session
  const label = el('span')
  const button = el(
    'button',
    { id: 'model-state', class: 'recording', onclick: () => ui.showSettings() },
    el('span', { class: 'dot', 'aria-hidden': 'true' }),
    label,
  )
  function render(): void {
    const { state, progress, choice } = models
    const share = state === 'loading' && progress?.total ? ui.format.percent(progress.loaded / progress.total) : ''
    label.textContent = share === '' ? t.modelStatesShort[state] : share
    button.dataset['state'] = state
    button.title = state === 'rules' ? t.modelStatesLong.rules : `${modelName(ui, choice)}: ${stateText(ui)}`
    button.setAttribute('aria-label', `${t.languageModel}: ${button.title}`)
  }
  models.addEventListener('change', render, { signal })
  render()
  return button
}

function recordingButton({ t, session, signal }: Ui): HTMLElement {
  const label = el('span')
  const button = el(
    'button',
    { id: 'recording', class: 'recording', onclick: () => setRecording(session, session.paused) },
    el('span', { class: 'dot', 'aria-hidden': 'true' }),
    label,
  )
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

function lockButton({ t, session, signal }: Ui): HTMLElement {
  const button = el('button', { id: 'lock', title: t.lockHint, onclick: lock }, t.lock)
  const render = (): void => void (button.hidden = !session.encrypted)
  document.addEventListener('encryption', render, { signal })
  render()
  return button
}
