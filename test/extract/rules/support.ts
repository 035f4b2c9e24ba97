import { factsOf, type ExtractionInput, type ExtractionMessage } from '../../../src/extract/extractor.js'
import type { ExtractedFact } from '../../../src/extract/fact.js'
import { rulesExtractor } from '../../../src/extract/rules.js'

/** Monday, 30 November 2026. */
export const NOW = new Date(2026, 10, 30, 9).getTime()

export const said = (text: string, rest: Partial<ExtractionMessage> = {}): ExtractionMessage => ({
  id: 'm1',
  role: 'user',
  text,
  at: NOW,
  ...rest,
})

const extractor = rulesExtractor()

export async function extract(
  messages: string | ExtractionMessage[],
  rest: Partial<Omit<ExtractionInput, 'messages'>> = {},
): Promise<ExtractedFact[]> {
  return factsOf(
    await extractor.extract({
      messages: typeof messages === 'string' ? [said(messages)] : messages,
      context: [],
      recalled: [],
      categories: [],
      scope: { userId: 'ana' },
      ...rest,
    }),
  )
}

export const textsOf = async (text: string): Promise<string[]> => (await extract(text)).map((fact) => fact.text)

export const day = (at: number | undefined): string | undefined =>
  at === undefined
    ? undefined
    : `${new Date(at).getFullYear()}-${new Date(at).getMonth() + 1}-${new Date(at).getDate()}`
