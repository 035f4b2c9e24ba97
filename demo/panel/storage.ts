import type { Health } from 'locket-memory'
import { el } from '../dom.js'
import { focusUndo } from '../notice.js'
import { SCOPE } from '../scope.js'
import { attempt, onMemory, type Ui } from '../ui.js'
import { group, type Fact } from './facts.js'
import type { TabView } from './panel.js'

export function createStorage(ui: Ui): TabView {
  const { t } = ui
  const { memory, loading } = ui.session
  const facts = el('div', { class: 'facts' })
  const advice = el('p', { class: 'hint' })
  const files = el('div', { class: 'facts' })
  const warnings = el('div', { class: 'facts' })
  const persist = el('button', { onclick: () => void askToPersist() }, t.persist)
  const element = el(
    'div',
    {},
    facts,
    advice,
    el('p', { class: 'hint' }, t.browserKeeps),
    files,
    warnings,
    el('div', { class: 'buttons' }, persist),
    el(
      'section',
      { class: 'danger-zone' },
      el('p', { class: 'hint' }, t.deleteAllNote),
      el('button', { class: 'danger', onclick: () => void deleteAll() }, t.deleteAll),
    ),
  )

  async function refresh(): Promise<void> {
    const health = await attempt(ui, () => memory.health())
    if (!health) return
    advice.textContent = health.storage.advice[ui.settings.language]
    facts.replaceChildren(storedFacts(ui, health), indexFacts(ui, health))
    persist.hidden = health.store.persisted !== false
    renderFiles()
    warnings.replaceChildren(
      ...(health.warnings.length > 0
        ? [
            group(
              t.warnings,
              health.warnings.map(({ code, message }) => [code, message]),
            ),
          ]
        : []),
    )
  }

  function renderFiles(): void {
    const rows = [...loading.files.values()].map(({ item, loaded, total }): Fact => {
      const bar = el('progress', { max: total ?? loaded, value: loaded, 'aria-label': item })
      return [
        item,
        el(
          'span',
          { class: 'measure' },
          bar,
          total === undefined ? ui.format.bytes(loaded) : t.loadedOf(ui.format.bytes(loaded), ui.format.bytes(total)),
        ),
      ]
    })
    files.replaceChildren(...(rows.length > 0 ? [group(t.modelFiles, rows)] : []))
  }

  async function askToPersist(): Promise<void> {
    if (!(await navigator.storage.persist())) ui.notify({ text: t.persistRefused })
    await refresh()
  }

  async function deleteAll(): Promise<void> {
    if (!(await ui.confirm({ title: t.confirmDeleteAll, body: t.deleteAllNote, yes: t.deleteAll }))) return
    if (!(await attempt(ui, () => memory.deleteAll(SCOPE)))) return
    ui.session.transcript.forgetAnswers()
    ui.notify({ text: t.deletedAll })
    focusUndo()
    await refresh()
  }

  onMemory(ui, (event) => {
    if ((event.type === 'work' || event.type === 'warning') && ui.session.tab === 'storage') void refresh()
  })
  loading.addEventListener('change', () => ui.session.tab === 'storage' && renderFiles(), { signal: ui.signal })
  return { element, refresh }
}

function storedFacts({ t, format }: Ui, { store, counts }: Health): HTMLElement {
  const { usage, quota, persisted } = store
  const known = usage !== undefined && quota !== undefined && quota > 0
  return group(t.stored, [
    [
      t.storage,
      known
        ? el(
            'span',
            { class: 'measure' },
            el('progress', { max: quota, value: usage, 'aria-label': t.storage }),
            t.usage(format.bytes(usage), format.bytes(quota)),
          )
        : t.unknown,
    ],
    [t.encryption, store.encrypted ? t.encrypted : t.notEncrypted],
    [t.persisted, persisted === undefined ? t.unknown : persisted ? t.yes : t.no],
    [t.messages, format.number(counts.messages)],
    [t.memories, format.number(counts.memories)],
    [t.historyRows, format.number(counts.history)],
    [t.segments, format.number(counts.segments)],
  ])
}

function indexFacts({ t, format }: Ui, { vectors, keywords, embedder, pending }: Health): HTMLElement {
  const problem = embedder.problem ? ` (${embedder.problem.code}: ${embedder.problem.message})` : ''
  return group(t.indexes, [
    [
      t.vectorIndex,
      `${t.vectorRows(vectors.rows, format.bytes(vectors.bytes))} · ${vectors.index} · ${t.laneStates[vectors.state]}`,
    ],
    [t.keywordIndex, `${t.keywordDocuments(keywords.documents)} · ${keywords.index} · ${t.laneStates[keywords.state]}`],
    [t.model, `${t.modelStates[embedder.state]}${problem}`],
    [t.pending, pending.documents === 0 ? t.ready : format.number(pending.documents)],
  ])
}
