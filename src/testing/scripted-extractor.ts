import type { ExtractionInput, Extractor } from '../extract/extractor.js'
import type { ExtractedFact } from '../extract/fact.js'

/** A fact as a script writes it: what is left out is filled in from the message that it quotes. */
export type ScriptedFact = Pick<ExtractedFact, 'text' | 'quote' | 'slot'> & Partial<ExtractedFact>

/**
 * A stand-in for an extractor, for tests of mechanics: `script` says which facts each message's text holds.
 * It may throw to play a failing extractor, and is called once per message.
 */
export function scriptedExtractor(
  script: (text: string, input: ExtractionInput) => readonly ScriptedFact[],
): Extractor {
  return {
    name: 'scripted',
    extract: (input) =>
      // In an async function, so that a script that throws rejects.
      Promise.resolve().then(() =>
        input.messages.flatMap((message) =>
          script(message.text, input).map((fact) => ({
            language: 'en',
            kind: 'semantic' as const,
            category: 'other',
            attributedTo: message.name ?? message.role,
            mode: 'assert' as const,
            messageId: message.id,
            ...fact,
          })),
        ),
      ),
    dispose: () => Promise.resolve(),
  }
}
