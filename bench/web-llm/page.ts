// Runs a real model through WebLLM and tells what happens, line by line, on the page and on the console. Its address says which model:
// ?model=ID, and &models=ADDRESS or &appConfig=ADDRESS.
import { languageModelExtractor } from '../../src/extract/llm/extractor.js'
import { LocketError } from '../../src/values/errors.js'
import type { LanguageModel } from '../../src/llm/language-model.js'
import { probeWebLlm, webLlm, webLlmCache, type WebLlmAppConfig } from '../../src/llm/web-llm.js'

const TALK = {
  en: [
    ['ana', 'Hi! I moved from Porto to Lisbon last month, and I started as a nurse at Santa Maria hospital.'],
    ['assistant', 'Congratulations! How do you like the city?'],
    ['ana', 'I love it. By the way, I am allergic to peanuts, so no satay for me. My brother Rui visits on Friday.'],
  ],
  zh: [
    ['李雷', '你好！我上个月从上海搬到了成都，在一家医院当护士。'],
    ['assistant', '恭喜！你喜欢成都吗？'],
    ['李雷', '很喜欢。对了，我对花生过敏。我弟弟周五来看我。'],
  ],
} as const

const query = new URLSearchParams(location.search)

function tell(line: string): void {
  document.querySelector('#transcript')?.append(`${line}\n`)
  console.log(line)
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Addresses in the file are relative to it. */
async function readConfig(address: string): Promise<WebLlmAppConfig> {
  const config = (await (await fetch(address)).json()) as WebLlmAppConfig
  const base = new URL(address, location.href)
  return {
    ...config,
    model_list: config.model_list.map((record) => ({
      ...record,
      model: new URL(record.model, base).href,
      model_lib: new URL(record.model_lib, base).href,
    })),
  }
}

/** The model, which tells what it is asked and what it replies. */
function watched(model: LanguageModel): LanguageModel {
  return {
    name: model.name,
    get capabilities() {
      return model.capabilities
    },
    load: (options) => model.load(options),
    dispose: () => model.dispose(),
    async complete(request) {
      const begun = performance.now()
      for (const { role, content } of request.messages) tell(`\n[${role}] ${content}`)
      const reply = await model.complete(request)
      const tokens = reply.usage
        ? `${reply.usage.prompt} + ${reply.usage.completion} tokens, ${(reply.usage.completion / ((performance.now() - begun) / 1000)).toFixed(1)} a second`
        : 'tokens not told'
      tell(`\n[reply, ${seconds(begun)}, ${tokens}, ${reply.finish}] ${reply.text}`)
      return reply
    },
  }
}

async function run(): Promise<void> {
  const appConfig = query.get('appConfig')
  const model = query.get('model') ?? undefined
  const { usable, reason, maxBufferBytes } = await probeWebLlm()
  tell(
    `Device: ${usable ? 'usable' : 'not usable'}, ${reason}${maxBufferBytes === undefined ? '' : `, buffers of up to ${Math.round(maxBufferBytes / 2 ** 20)} MB`}.`,
  )

  const llm = webLlm({
    ...(model && { model }),
    ...(appConfig ? { appConfig: await readConfig(appConfig) } : { models: query.get('models') ?? 'hub' }),
  })
  tell(`Loading ${llm.name} …`)
  const begun = performance.now()
  let said = ''
  await llm.load({
    onProgress({ item, loaded, total }) {
      const line = `  ${item}: ${total === undefined ? '…' : `${Math.floor((10 * loaded) / total) * 10} %${total > 1 ? ` of ${Math.round(total / 2 ** 20)} MB` : ''}`}`
      if (line !== said) tell((said = line))
    },
  })
  tell(`Loaded ${llm.name} in ${seconds(begun)}, with a context of ${llm.capabilities.contextTokens} tokens.`)

  for (const language of ['en', 'zh'] as const) {
    tell(`\n── Facts of a conversation (${language})`)
    const at = Date.now()
    const messages = TALK[language].map(([name, text], i) => ({
      id: `m${i}`,
      role: name === 'assistant' ? 'assistant' : 'user',
      ...(name !== 'assistant' && { name }),
      text,
      at: at + i,
    }))
    const drawn = await languageModelExtractor(watched(llm)).extract({
      messages,
      context: [],
      recalled: [],
      categories: [],
      scope: { userId: 'try' },
    })
    const { facts, notes, unread } = Array.isArray(drawn)
      ? { facts: drawn, notes: undefined, unread: undefined }
      : drawn
    for (const fact of facts) tell(`  • ${fact.text}   [“${fact.quote}”]`)
    tell(`  ${facts.length} facts, ${JSON.stringify({ unread, notes })}`)
  }

  tell('\n── A reply that is stopped, and one after it')
  const controller = new AbortController()
  const stopped = llm.complete({
    messages: [{ role: 'user', content: 'Count from one to fifty in words.' }],
    maxTokens: 200,
    signal: controller.signal,
    onToken: () => controller.abort(),
  })
  tell(
    `  ${await stopped.then(
      ({ text }) => `not stopped: ${text}`,
      (error: unknown) => `stopped: ${String(error)}`,
    )}`,
  )
  await watched(llm).complete({
    messages: [{ role: 'user', content: 'Is Lisbon a city? Answer in one word.' }],
    maxTokens: 8,
  })

  tell('\n── Kept by the browser')
  for (const { id, bytes, complete } of await webLlmCache().list())
    tell(`  ${id}: ${Math.round(bytes / 2 ** 20)} MB${complete ? '' : ', not complete'}`)
  await llm.dispose()
}

function describe(error: unknown): string {
  if (!(error instanceof LocketError)) return error instanceof Error ? (error.stack ?? String(error)) : String(error)
  return `${error.name} ${error.code}: ${error.message}${error.cause === undefined ? '' : `\n  cause: ${String(error.cause)}`}`
}

run().then(
  () => (tell('\nDone.'), Object.assign(window, { ended: 'well' })),
  (error: unknown) => (tell(`\n${describe(error)}`), Object.assign(window, { ended: 'with an error' })),
)
