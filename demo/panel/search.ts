import type { ContextResult, MemoryKind, SearchReport, SearchResult } from 'locket-memory'
import { el } from '../dom.js'
import { hitView } from '../recall/hit.js'
import { attempt, type Ui } from '../ui.js'
import type { TabView } from './panel.js'

const TOP = 10
/** What "Among" offers; messages are the episodic kind. */
const AMONG: Record<'all' | 'messages' | 'memories', readonly MemoryKind[] | undefined> = {
  all: undefined,
  messages: ['episodic'],
  memories: ['semantic', 'procedural'],
}

export function createSearch(ui: Ui): TabView {
  const { t, session } = ui
  const { memory } = session
  const box = el('input', {
    id: 'query',
    type: 'search',
    placeholder: t.queryPlaceholder,
    autocomplete: 'off',
    enterkeyhint: 'search',
  })
  box.value = session.query
  const among = el('select', { id: 'among', 'aria-label': t.among, onchange: () => void search(true) })
  const names = { all: t.amongAll, messages: t.amongMessages, memories: t.amongMemories }
  for (const key of Object.keys(AMONG) as (keyof typeof AMONG)[]) among.append(el('option', { value: key }, names[key]))
  const count = el('p', { class: 'count', role: 'status' })
  const intro = el('p', { class: 'hint' }, t.searchIntro)
  const results = el('ol', { class: 'cards', 'aria-label': t.search })
  const notes = el('div', { class: 'notes' })
  const prompt = el('div')
  const form = el(
    'form',
    {
      class: 'line',
      role: 'search',
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault()
        session.query = box.value.trim()
        void search(true)
      },
    },
    el('label', { for: box.id }, t.query),
    el('div', { class: 'field' }, box, among, el('button', { type: 'submit', class: 'primary' }, t.search)),
  )
  /** The latest search wins: an earlier one that ends later is dropped. */
  let latest = 0

  async function search(asked: boolean): Promise<void> {
    const query = session.query
    const turn = ++latest
    if (query === '') return render(undefined, undefined)
    const kinds = AMONG[among.value as keyof typeof AMONG]
    const options = kinds === undefined ? {} : { kinds }
    const found = await attempt(ui, () => memory.search(query, { ...options, topK: TOP, explain: true }))
    const block = found && (await attempt(ui, () => memory.context(query, options)))
    if (turn !== latest || (!asked && !found)) return
    render(found, block)
  }

  function render(found: SearchResult | undefined, block: ContextResult | undefined): void {
    intro.hidden = found !== undefined
    count.textContent = found ? t.results(found.results.length) : ''
    results.replaceChildren(
      ...(found?.results ?? []).map((hit, i, hits) => el('li', { class: 'card' }, hitView(ui, hit, hits[i + 1]))),
    )
    notes.replaceChildren(
      ...(found ? reportLines(ui, found.report).map((line) => el('p', { class: 'hint' }, line)) : []),
    )
    prompt.replaceChildren(...(block ? [promptView(ui, block)] : []))
  }

  return { element: el('div', {}, form, intro, count, notes, results, prompt), refresh: () => search(false) }
}

function reportLines({ t, format }: Ui, report: SearchReport): string[] {
  const lanes = (['dense', 'keywords'] as const)
    .map((lane) => `${t.lane[lane]}: ${t.laneStates[report[lane]]}`)
    .join(' · ')
  return [
    t.searched(report.searched, lanes),
    ...(report.unknownShare > 0 ? [t.unknownShare(format.percent(report.unknownShare))] : []),
    ...report.problems.map(({ code, message }) => `${code}: ${message}`),
  ]
}

function promptView({ t }: Ui, { text, tokens }: ContextResult): HTMLElement {
  if (text === '') return el('p', { class: 'hint' }, t.promptEmpty)
  return el(
    'details',
    { class: 'prompt' },
    el('summary', {}, t.prompt(tokens)),
    el('pre', { tabindex: 0, 'aria-label': t.prompt(tokens) }, text),
  )
}
