/** What the visitor chose to draw facts and to reply with. */
export type ModelChoice =
  | { kind: 'rules' }
  | { kind: 'prompt-api' }
  /** `files`: where they are served: an address, or `hub` for those of the library's makers. */
  | { kind: 'web-llm'; model: string; files: string }
  /** An empty address: a file of the visitor's, which is asked for again when the page is loaded again. */
  | { kind: 'wllama'; address: string }
  | { kind: 'openai'; baseUrl: string; model: string; needsKey: boolean }

export type ModelKind = ModelChoice['kind']

/** What is not kept beyond this tab. */
export interface Secrets {
  key?: string
  file?: File
}

const CHOICE = 'locket-demo-model'
const KEY = 'locket-demo-model-key'

export function loadChoice(): ModelChoice {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(CHOICE) ?? 'null')
    if (typeof saved === 'object' && saved !== null && 'kind' in saved) return saved as ModelChoice
  } catch {
    // Storage is switched off or holds something else.
  }
  return { kind: 'rules' }
}

/** For all tabs, except the key. */
export function saveChoice(choice: ModelChoice, { key }: Secrets): void {
  try {
    localStorage.setItem(CHOICE, JSON.stringify(choice))
    if (key === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, key)
  } catch (error) {
    console.warn('The choice lasts until the page is closed:', error)
  }
}

export function savedSecrets(): Secrets {
  try {
    const key = sessionStorage.getItem(KEY)
    return key === null ? {} : { key }
  } catch {
    return {}
  }
}

/** Calls back when another tab has chosen. */
export function onChoiceElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === CHOICE) listener()
  })
}

/** What is missing after the page was loaded again. */
export function lacks(choice: ModelChoice, { key, file }: Secrets): 'key' | 'file' | undefined {
  if (choice.kind === 'openai' && choice.needsKey && key === undefined) return 'key'
  if (choice.kind === 'wllama' && choice.address === '' && file === undefined) return 'file'
  return undefined
}

/** The host that what is written goes to; undefined for a model on this device. */
export function hostOf(choice: ModelChoice): string | undefined {
  return choice.kind === 'openai' && URL.canParse(choice.baseUrl, location.href) ? new URL(choice.baseUrl, location.href).host : undefined
}
