import { LocketError } from 'locket-memory'
import { el } from '../dom.js'
import { lacks, savedSecrets, type ModelChoice, type ModelKind, type Secrets } from '../models/choice.js'
import { modelName, reasonText, stateText } from '../models/describe.js'
import { openRoom } from '../models/frame.js'
import type { Kept, Survey } from '../models/room.js'
import { attempt, type Ui } from '../ui.js'
import { drawingView } from './drawing-view.js'
import { line } from './fields.js'
import type { TabView } from './panel.js'

/** One way to have a language model: what can be set about it, and the choice that this makes. */
interface Way {
  kind: ModelKind
  fields: HTMLElement[]
  choose(): { choice: ModelChoice; secrets: Secrets }
}

/** Where the visitor chooses what draws facts and replies, sees how that is, and frees what it keeps on the device. */
export function createModelPicker(ui: Ui): TabView {
  const { t, format, signal } = ui
  const { models, drawing } = ui.session
  const ways = waysOf(ui)
  let picked: ModelKind = models.choice.kind
  let survey: Survey | undefined

  const problem = el('p', { class: 'problem', role: 'alert', hidden: true })
  const reasons = new Map<ModelKind, HTMLElement>()
  const inputs = new Map<ModelKind, HTMLInputElement>()
  const options = ways.map(({ kind, fields }) => {
    const reason = el('p', { class: 'hint', id: `model-${kind}-reason` }, t.modelHints[kind])
    const input = el('input', {
      type: 'radio',
      name: 'model-kind',
      id: `model-${kind}`,
      value: kind,
      'aria-describedby': reason.id,
      onchange: () => pick(kind),
    })
    reasons.set(kind, reason)
    inputs.set(kind, input)
    return {
      kind,
      fields: el('div', { class: 'way' }, ...fields),
      element: el('div', {}, el('label', { class: 'check', for: input.id }, input, t.modelKinds[kind]), reason),
    }
  })
  const use = el('button', { type: 'submit', class: 'primary' }, t.useModel)
  const form = el(
    'form',
    {
      class: 'ways',
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault()
        void take()
      },
    },
    el(
      'fieldset',
      {},
      el('legend', { class: 'spoken' }, t.languageModel),
      ...options.map(({ element, fields }) => el('div', { class: 'option' }, element, fields)),
    ),
    problem,
    el('div', { class: 'buttons' }, use),
  )

  const state = el('p', { role: 'status' })
  const bar = el('progress', { 'aria-label': t.languageModel, hidden: true })
  const again = el('button', { onclick: () => void attempt(ui, retry) })
  const current = el('div', { class: 'current-model' }, state, bar, again)
  const kept = el('div', { class: 'facts' })
  const element = el(
    'section',
    { class: 'settings', id: 'language-model' },
    el('h2', {}, t.languageModel),
    el('p', { class: 'hint' }, t.languageModelHint),
    current,
    drawingView(ui),
    form,
    kept,
  )

  function pick(kind: ModelKind): void {
    picked = kind
    for (const option of options) {
      option.fields.hidden = option.kind !== kind
      // What is not shown is not asked for.
      for (const field of option.fields.querySelectorAll('input, select'))
        field.toggleAttribute('disabled', option.kind !== kind)
    }
    const input = inputs.get(kind)
    if (input) input.checked = true
  }

  async function take(): Promise<void> {
    const way = ways.find(({ kind }) => kind === picked)
    if (!way) return
    const { choice, secrets } = way.choose()
    problem.hidden = true
    use.disabled = true
    try {
      // What the user has to say to something, such as a download, is asked for in the time of the click.
      await models.use(choice, secrets)
      // Not waited for: that takes as long as the model does.
      void attempt(ui, () => drawing.retryWaiting())
    } catch (error) {
      problem.hidden = false
      problem.textContent = error instanceof Error ? error.message : String(error)
      if (!(error instanceof Error)) throw error
    } finally {
      use.disabled = false
      await refresh()
    }
  }

  async function retry(): Promise<void> {
    await models.load().catch((error: unknown) => {
      // Its state tells.
      if (!(error instanceof LocketError)) throw error
    })
    void attempt(ui, () => drawing.retryWaiting())
    await refresh()
  }

  function render(): void {
    const name = modelName(ui, models.choice)
    const line = models.state === 'rules' ? t.modelStatesLong.rules : `${name}: ${stateText(ui)}`
    if (state.textContent !== line) state.textContent = line
    const { progress } = models
    bar.hidden = models.state !== 'loading'
    if (progress?.total) [bar.max, bar.value] = [progress.total, progress.loaded]
    else bar.removeAttribute('value')
    again.hidden = models.state !== 'failed' && models.state !== 'idle'
    again.textContent = models.state === 'failed' ? t.tryAgain : t.loadNow
    current.dataset['state'] = models.state
  }

  function renderSurvey({ promptApi, webLlm, wllama, builds }: Survey): void {
    // Yet to be downloaded is no hindrance: a click is what it waits for.
    const fit: [ModelKind, { usable: boolean; reason: string }, boolean][] = [
      ['prompt-api', promptApi, promptApi.usable || /download/.test(promptApi.reason)],
      ['web-llm', webLlm, webLlm.usable],
      ['wllama', wllama, wllama.usable],
    ]
    for (const [kind, { usable, reason }, possible] of fit) {
      inputs.get(kind)?.toggleAttribute('disabled', !possible)
      const shown = usable ? t.modelHints[kind] : `${possible ? '' : t.notHere} ${reasonText(ui, reason)}`
      reasons.get(kind)?.replaceChildren(shown)
    }
    const select = form.querySelector<HTMLSelectElement>('#model-build')
    if (!select || select.options.length > 0) return
    select.append(
      ...builds.map(({ id, videoMemoryMB, languages, recommended }) =>
        el(
          'option',
          { value: id },
          `${id} · ${format.bytes(videoMemoryMB * 1e6)} · ${languages.join(', ')}${recommended ? ` · ${t.recommended}` : ''}`,
        ),
      ),
    )
    if (models.choice.kind === 'web-llm') select.value = models.choice.model
  }

  async function renderKept(): Promise<void> {
    const files = await (await openRoom()).kept()
    kept.replaceChildren(
      ...(files.length === 0
        ? []
        : [el('section', {}, el('h2', {}, t.keptModels), el('dl', {}, ...files.map(keptView)))]),
    )
  }

  function keptView(file: Kept): HTMLElement {
    const size = format.bytes(file.bytes) + (file.complete ? '' : ` (${t.incomplete})`)
    const remove = el(
      'button',
      {
        class: 'link',
        'aria-label': `${t.remove}: ${file.id}`,
        onclick: () => void attempt(ui, () => removeKept(file)),
      },
      t.remove,
    )
    return el('div', {}, el('dt', {}, file.id), el('dd', {}, `${size} `, remove))
  }

  async function removeKept(file: Kept): Promise<void> {
    if (!(await ui.confirm({ title: t.confirmRemoveModel, body: file.id, yes: t.remove }))) return
    await (await openRoom()).remove(file)
    await renderKept()
  }

  async function refresh(): Promise<void> {
    await attempt(ui, async () => {
      survey ??= await (await openRoom()).survey()
      renderSurvey(survey)
      await renderKept()
    })
  }

  models.addEventListener('change', render, { signal })
  pick(picked)
  render()
  return { element, refresh }
}

function waysOf(ui: Ui): Way[] {
  const { t } = ui
  const { choice } = ui.session.models
  const secrets = savedSecrets()
  const build = el('select', { id: 'model-build', required: true })
  const files = text('model-files', choice.kind === 'web-llm' ? choice.files : '/models/')
  const gguf = text('model-gguf', choice.kind === 'wllama' ? choice.address : '', 'https://…/model.gguf')
  const file = el('input', { id: 'model-file', type: 'file', accept: '.gguf' })
  const baseUrl = text('model-address', choice.kind === 'openai' ? choice.baseUrl : '', 'http://localhost:11434/v1')
  const model = text('model-name', choice.kind === 'openai' ? choice.model : '', 'qwen3:4b')
  const key = el('input', { id: 'model-key', type: 'password', autocomplete: 'off' })
  key.value = choice.kind === 'openai' && !lacks(choice, secrets) ? (secrets.key ?? '') : ''
  for (const input of [files, baseUrl, model]) input.required = true
  return [
    { kind: 'rules', fields: [], choose: () => ({ choice: { kind: 'rules' }, secrets: {} }) },
    { kind: 'prompt-api', fields: [], choose: () => ({ choice: { kind: 'prompt-api' }, secrets: {} }) },
    {
      kind: 'web-llm',
      fields: [line(t.modelBuild, build, t.modelBuildHint), line(t.modelFilesAddress, files, t.modelFilesHint)],
      choose: () => ({ choice: { kind: 'web-llm', model: build.value, files: files.value.trim() }, secrets: {} }),
    },
    {
      kind: 'wllama',
      fields: [line(t.ggufAddress, gguf), line(t.ggufFile, file, t.ggufFileHint)],
      choose() {
        const [chosen] = file.files ?? []
        return {
          choice: { kind: 'wllama', address: chosen ? '' : gguf.value.trim() },
          secrets: chosen ? { file: chosen } : {},
        }
      },
    },
    {
      kind: 'openai',
      fields: [
        line(t.endpointAddress, baseUrl, t.endpointHint),
        line(t.endpointModel, model),
        line(t.endpointKey, key, t.endpointKeyHint),
      ],
      choose() {
        const given = key.value.trim()
        return {
          choice: { kind: 'openai', baseUrl: baseUrl.value.trim(), model: model.value.trim(), needsKey: given !== '' },
          secrets: given === '' ? {} : { key: given },
        }
      },
    },
  ]
}

function text(id: string, value: string, placeholder = ''): HTMLInputElement {
  const input = el('input', {
    id,
    type: 'text',
    placeholder,
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
  })
  input.value = value
  return input
}
