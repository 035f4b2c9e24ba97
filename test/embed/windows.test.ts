import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slices } from '../../src/embed/slices.js'
import { batches, cut } from '../../src/embed/windows.js'

const lists = fc.array(fc.nat(99), { maxLength: 60 })

describe('windows of a long text', () => {
  test('overlap, reach the end, and hold every token', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 20 }), fc.nat(9), (body, size, extra) => {
        const overlap = Math.min(extra, size - 1)
        const { pieces, skipped } = cut(body, size, overlap, 1000)
        expect(skipped).toBe(0)
        expect(pieces.flatMap((piece, i) => (i === 0 ? piece : piece.slice(overlap)))).toEqual(body)
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(size)
      }),
    )
  })

  test('say how many tokens the limit left out', () => {
    const { pieces, skipped } = cut([1, 2, 3, 4, 5, 6, 7], 3, 1, 2)
    expect(pieces).toEqual([
      [1, 2, 3],
      [3, 4, 5],
    ])
    expect(skipped).toBe(2)
  })

  test('an empty text has one', () => expect(cut([], 3, 1, 2)).toEqual({ pieces: [[]], skipped: 0 }))
})

test('batches hold every window once and stay within both limits', () => {
  fc.assert(
    fc.property(
      fc.array(lists, { maxLength: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 100 }),
      (all, count, tokens) => {
        const windows = all.map((ids, text) => ({ text, at: 0, ids }))
        const groups = batches(windows, count, tokens)
        expect(
          groups
            .flat()
            .map(({ text }) => text)
            .sort(),
        ).toEqual(windows.map(({ text }) => text).sort())
        for (const group of groups) {
          expect(group.length).toBeLessThanOrEqual(count)
          const padded = group.length * Math.max(...group.map(({ ids }) => ids.length))
          if (group.length > 1) expect(padded).toBeLessThanOrEqual(tokens)
        }
      },
    ),
  )
})

describe('slices for the tokenizer', () => {
  test('are the text, short enough, and split no character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '。', '她', '👍', '\n'), maxLength: 80 }),
        fc.integer({ min: 2, max: 20 }),
        (text, size) => {
          const parts = slices(text, size)
          expect(parts.join('')).toBe(text)
          for (const part of parts) {
            expect(part.length).toBeLessThanOrEqual(size)
            expect(part).not.toMatch(/\p{Surrogate}/u)
          }
        },
      ),
    )
  })

  test('end after white space, else after punctuation', () => {
    expect(slices('one two three', 9)).toEqual(['one two ', 'three'])
    expect(slices('她住在里斯本。她吃素。', 9)).toEqual(['她住在里斯本。', '她吃素。'])
  })
})
