import { LocketError } from 'locket-memory'
import { el } from './dom.js'
import { translation } from './i18n/index.js'
import { Loading } from './loading.js'
import { openMemory } from './memory.js'
import { mountPage } from './page.js'
import { startOffline } from './offline.js'
import { createSession } from './session.js'
import { applySettings, loadSettings } from './settings.js'

const settings = loadSettings()
applySettings(settings)
const root = document.querySelector('#app') as HTMLElement
const t = translation(settings.language)
document.title = t.title
root.append(el('p', { class: 'opening', role: 'status' }, t.opening))

const loading = new Loading()
const warnings: LocketError[] = []

try {
  await startOffline()
  const opened = await openMemory(settings.index, loading, (error) => {
    warnings.push(error)
    loading.dispatchEvent(new Event('warning'))
  })
  const session = createSession(opened, loading, warnings)
  await Promise.all([session.transcript.refresh(), session.effects.refresh()])
  mountPage(root, session, settings)
  // Where there is something to find, a first search loads the model while the visitor reads.
  await opened.memory.search(t.query, { topK: 1 })
} catch (error) {
  if (!(error instanceof LocketError)) throw error
  if (root.querySelector('main')) warnings.push(error)
  else root.replaceChildren(el('p', { class: 'opening', role: 'alert' }, `${t.openFailed} ${error.message} (${error.code})`))
}
