import { Memory, LocketError } from 'locket-memory'
import { el } from './dom.js'
import { translation } from './i18n/index.js'
import { Loading } from './loading.js'
import { mountPage } from './page.js'
import { startOffline } from './offline.js'
import { createSession, SCOPE } from './session.js'
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
  const memory = await Memory.open({
    name: 'locket-demo',
    scope: SCOPE,
    models: `${import.meta.env.BASE_URL}models/`,
    onProgress: loading.report,
    onWarning: (error) => {
      warnings.push(error)
      loading.dispatchEvent(new Event('warning'))
    },
  })
  const session = createSession(memory, loading, warnings)
  await session.transcript.refresh()
  mountPage(root, session, settings)
  // Where there is something to find, a first search loads the model while the visitor reads.
  await memory.search(t.query, { topK: 1 })
} catch (error) {
  if (!(error instanceof LocketError)) throw error
  if (root.querySelector('main')) warnings.push(error)
  else root.replaceChildren(el('p', { class: 'opening', role: 'alert' }, `${t.openFailed} ${error.message} (${error.code})`))
}
