import { LocketError } from 'locket-memory'
import { el } from './dom.js'
import { translation } from './i18n/index.js'
import { Loading } from './loading.js'
import { startIdleLock } from './idle-lock.js'
import { forgetOnLeave } from './leave.js'
import { onLockNews } from './lock.js'
import { openMemory } from './memory.js'
import { Models } from './models/models.js'
import { mountPage } from './page.js'
import { startOffline } from './offline.js'
import { createSession } from './session.js'
import { applySettings, loadSettings } from './settings.js'
import { attempt } from './ui.js'
import { askPassphrase } from './unlock.js'

const settings = loadSettings()
applySettings(settings)
const root = document.querySelector('#app') as HTMLElement
const t = translation(settings.language)
document.title = t.title
root.append(el('p', { class: 'opening', role: 'status' }, t.opening))

try {
  await startOffline()
  const loading = new Loading()
  const models = new Models()
  const opened = await openMemory(settings.index, loading, models, (wrong) =>
    askPassphrase(translation(settings.language), wrong),
  )
  onLockNews((news) => news !== 'unlocked' && location.reload())
  const session = await createSession(opened, loading, models)
  await Promise.all([session.transcript.refresh(), session.effects.refresh()])
  const ui = mountPage(root, session, settings)
  forgetOnLeave(root, session)
  startIdleLock(session, settings)
  await attempt(ui, async () => {
    await models.restore()
    await session.drawing.refresh()
  })
  // Where there is something to find, a first search loads the model while the visitor reads.
  await attempt(ui, () => session.memory.search(t.query, { topK: 1 }))
  // What was wrong before this page was connected, no event tells.
  const health = await attempt(ui, () => session.memory.health())
  if (health?.embedder.problem) ui.notify({ text: health.embedder.problem.message, tone: 'alarm' })
} catch (error) {
  if (!(error instanceof LocketError)) throw error
  root.replaceChildren(el('p', { class: 'opening', role: 'alert' }, `${t.openFailed} ${error.message} (${error.code})`))
}
