import { isLanguage, type Language } from './i18n/index.js'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const INDEXES = ['exact', 'hnsw'] as const
export type IndexChoice = (typeof INDEXES)[number]

/** Minutes without a touch after which an encrypted memory is locked. */
export const IDLE_LOCKS = ['off', '5', '15', '60'] as const
export type IdleLock = (typeof IDLE_LOCKS)[number]

export interface Settings {
  language: Language
  theme: Theme
  /** Facts wait for the visitor's yes. */
  review: boolean
  /** Used from the next load on: an open memory keeps its index. */
  index: IndexChoice
  idleLock: IdleLock
}

const KEY = 'locket-demo-settings'

/** What was chosen before, else what the browser prefers. */
export function loadSettings(): Settings {
  const saved = savedSettings()
  return {
    language: isLanguage(saved.language) ? saved.language : navigator.language.startsWith('zh') ? 'zh' : 'en',
    theme: THEMES.find((theme) => theme === saved.theme) ?? 'system',
    review: saved.review === true,
    index: INDEXES.find((index) => index === saved.index) ?? 'exact',
    idleLock: IDLE_LOCKS.find((minutes) => minutes === saved.idleLock) ?? '15',
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch (error) {
    console.warn('The choice lasts until the page is closed:', error)
  }
}

/** `system` leaves it to `prefers-color-scheme`. */
export function applySettings({ language, theme }: Settings): void {
  const root = document.documentElement
  root.lang = language === 'zh' ? 'zh-CN' : 'en'
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}

function savedSettings(): Partial<Record<keyof Settings, unknown>> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof saved === 'object' && saved !== null ? saved : {}
  } catch {
    // Storage is switched off or holds something else: the browser's preferences are as good.
    return {}
  }
}
