import { en } from './en.js'
import { zh } from './zh.js'

export type Translation = typeof en
export type Language = 'en' | 'zh'

export const LANGUAGES: Record<Language, string> = { en: 'English', zh: '中文' }
const TRANSLATIONS: Record<Language, Translation> = { en, zh }

export function translation(language: Language): Translation {
  return TRANSLATIONS[language]
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}
