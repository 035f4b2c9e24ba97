import { choice } from '../choices.js'
import { el } from '../dom.js'
import { LANGUAGES, type Language } from '../i18n/index.js'
import { setRecording } from '../session.js'
import { INDEXES, THEMES } from '../settings.js'
import { attempt, type Ui } from '../ui.js'
import { modelName } from '../models/describe.js'
import { createEncryption } from './encryption.js'
import { group, type Fact } from './facts.js'
import { check } from './fields.js'
import { createModelPicker } from './model-picker.js'
import type { TabView } from './panel.js'

export function createSettings(ui: Ui): TabView {
  const { t, session, settings, signal } = ui
  const engine = el('div', { class: 'facts' })
  const picker = createModelPicker(ui)
  const recording = check(
    'setting-recording',
    t.recordingSetting,
    session.shared ? t.recordingHint.shared : t.recordingHint.own,
    !session.paused,
    (on) => setRecording(session, on),
  )
  const review = check('setting-review', t.reviewSetting, t.reviewHint, settings.review, (on) =>
    ui.change({ review: on }),
  )
  const reload = el(
    'div',
    { class: 'reload' },
    el('p', { class: 'hint' }, t.indexLater),
    el('button', { onclick: () => location.reload() }, t.reload),
  )
  const index = choice('setting-index', INDEXES, t.indexNames, settings.index, (value) => {
    ui.change({ index: value })
    reload.hidden = value === session.index
  })
  const graph = el('p', { class: 'hint' })
  reload.hidden = settings.index === session.index

  async function refresh(): Promise<void> {
    await Promise.all([picker.refresh(), refreshEngine()])
  }

  async function refreshEngine(): Promise<void> {
    const health = await attempt(ui, () => session.memory.health())
    if (!health) return
    const { fingerprint, state, problem, runtime } = health.embedder
    engine.replaceChildren(
      group(t.model, [
        [t.fingerprint, el('code', {}, fingerprint ?? t.unknown)],
        [t.device, runtime ? (t.devices[runtime.device] ?? runtime.device) : t.deviceLater],
        [t.worker, session.shared ? t.workerShared : t.workerOwn],
        [t.state, t.modelStates[state] + (problem ? ` (${problem.code}: ${problem.message})` : '')],
        [t.extractor, session.models.state === 'rules' ? t.extractorRules : modelName(ui, session.models.choice)],
      ] satisfies Fact[]),
    )
    const { vectors } = health
    graph.textContent = vectors.graph
      ? `${t.graphStates[vectors.graph]}${vectors.problem ? ` ${vectors.problem.message}` : ''}`
      : ''
  }

  document.addEventListener('recording', () => (recording.input.checked = !session.paused), { signal })
  session.loading.addEventListener('change', () => session.tab === 'settings' && void refreshEngine(), { signal })
  session.models.addEventListener('change', () => session.tab === 'settings' && void refreshEngine(), { signal })
  const element = el(
    'div',
    {},
    picker.element,
    el('section', { class: 'settings' }, el('h2', {}, t.memory), recording.element, review.element),
    createEncryption(ui),
    el(
      'section',
      { class: 'settings' },
      el('h2', {}, t.interface),
      line(
        t.language,
        choice('setting-language', Object.keys(LANGUAGES) as Language[], LANGUAGES, settings.language, (language) =>
          ui.change({ language }),
        ),
      ),
      line(
        t.theme,
        choice('theme', THEMES, t.themes, settings.theme, (theme) => ui.change({ theme })),
      ),
    ),
    el(
      'section',
      { class: 'settings' },
      el('h2', {}, t.vectorIndexSetting),
      line(t.vectorIndexChoice, index),
      el('p', { class: 'hint' }, t.indexNote),
      graph,
      reload,
    ),
    engine,
  )
  return { element, refresh }
}

function line(label: string, control: HTMLElement): HTMLElement {
  return el('div', { class: 'setting' }, el('label', { for: control.id }, label), control)
}
