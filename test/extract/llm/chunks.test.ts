import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, halve, pack, textOf, wholeMessage, type Piece } from '../../../src/extract/llm/chunks.js'
import { estimateTokens } from '../../../src/extract/llm/tokens.js'
import { wellFormed } from '../../../src/values/well-formed.js'
import { said } from './support.js'

const count = (text: string): Promise<number> => Promise.resolve(estimateTokens(text))
const words = fc
  .array(fc.constantFrom('word', '字', '。', '. ', ' ', '\n', '😀', '1234567890', 'Iliad? '), { maxLength: 400 })
  .map((parts) => parts.join(''))

/** Every character is in some piece, in order. */
function covers(pieces: readonly Piece[], length: number): boolean {
  let at = 0
  for (const { start, end } of pieces) {
    if (start > at || end < start) return false
    at = Math.max(at, end)
  }
  return at === length
}

test('chunks hold every message whole and in order, within the budget, with nothing skipped', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(words, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 80, max: 600 }),
      async (texts, budget) => {
        const messages = texts.map((text, i) => said(`User: ${text}`, `m${i}`))
        const chunks = await pack(messages.map(wholeMessage), budget, count)
        const pieces = chunks.flat()
        for (const message of messages)
          expect(
            covers(
              pieces.filter((piece) => piece.message === message),
              message.text.length,
            ),
          ).toBe(true)
        expect([...new Set(pieces.map(({ message }) => message.id))]).toEqual(messages.map(({ id }) => id))
        for (const chunk of chunks) {
          const tokens = chunk.reduce((sum, piece) => sum + 20 + estimateTokens(textOf(piece)), 0)
          expect(tokens <= budget || (chunk.length === 1 && textOf(chunk[0] as Piece).length < 120)).toBe(true)
        }
      },
    ),
  )
})

test('windows overlap and split no character', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 60, max: 300 }), (text, size) => {
      const pieces = cut(wholeMessage(said(`User: ${text}`, 'm')), size)
      expect(covers(pieces, text.length)).toBe(true)
      for (const piece of pieces) expect(wellFormed(textOf(piece))).toBe(textOf(piece))
    }),
  )
  const text = 'One two three four. '.repeat(40)
  for (const piece of cut(wholeMessage(said(`User: ${text}`, 'm')), 200).slice(0, -1))
    expect(textOf(piece).trimEnd().endsWith('.')).toBe(true)
})

test('halving ends', () => {
  let pieces: Piece[] = [wholeMessage(said(`User: ${'a'.repeat(5000)}`, 'm'))]
  for (let turns = 0; turns < 20; turns++) pieces = pieces.flatMap((piece) => halve(piece) ?? [])
  expect(pieces).toEqual([])
})

test('estimates are on the safe side of what tokenizers count', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('abc')).toBe(1)
  expect(estimateTokens('我住在上海')).toBe(6)
  expect(estimateTokens('I live in 上海')).toBe(Math.ceil(2 * 1.2 + 10 / 3))
})
