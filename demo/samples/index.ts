import type { MessageInput } from 'locket-memory'
import type { Language } from '../i18n/index.js'

export interface SampleTurn {
  daysAgo: number
  /** `HH:MM`, local time. */
  time: string
  role: 'user' | 'assistant'
  text: string
}

export interface Sample {
  turns: readonly SampleTurn[]
  /** Questions mostly in other words than the answers' own. */
  questions: readonly string[]
}

/** Loaded when asked for: most visitors read one language. */
export async function loadSample(language: Language): Promise<Sample> {
  return language === 'zh' ? (await import('./zh.js')).zhSample : (await import('./en.js')).enSample
}

/** As an application passes a stored conversation: dated, and with ids, so that loading it again stores nothing twice. */
export function sampleMessages(sample: Sample, language: Language, now = new Date()): MessageInput[] {
  return sample.turns.map(({ daysAgo, time, role, text }, index) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hours, minutes)
    return { id: `sample-${language}-${index + 1}`, role, content: text, at }
  })
}
