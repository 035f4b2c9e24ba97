import fc from 'fast-check'
import { expect, it } from 'vitest'
import { miniSearchIndex } from '../../../src/index/keyword/minisearch-index.js'
import { terms } from '../../../src/language/terms.js'
import { keywordIndexConformance } from './conformance.js'

keywordIndexConformance('the MiniSearch index in this thread', () => miniSearchIndex())

const word = fc.constantFrom(
  'river',
  'garden',
  'piano',
  'lisbon',
  'bread',
  'marathon',
  'running',
  '火锅',
  '成都',
  '跑步',
  '钢琴',
  '小猫',
  'ทะเล',
  'море',
  '🎹',
  'x1',
)
const sentence = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)

it('finds every document by its own words, before all that lack one of them and repeat none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(sentence, { minLength: 2, maxLength: 12 }), async (texts) => {
      const index = miniSearchIndex()
      await index.add(texts.map((text, no) => ({ no, text })))
      for (const [no, text] of texts.entries()) {
        const own = new Set(terms(text))
        const { hits } = await index.search(text, texts.length)
        if (own.size === 0) continue
        expect(hits.map((hit) => hit.no)).toContain(no)
        // Another that lacks one of its words and has none of them more often must not come before it.
        const place = hits.findIndex((hit) => hit.no === no)
        for (const { no: before } of hits.slice(0, place)) {
          const others = terms(texts[before] as string)
          const count = (all: string[], term: string) => all.filter((each) => each === term).length
          const shorter = new Set(others).size < own.size
          const more = [...own].some((term) => count(others, term) > count(terms(text), term))
          expect(shorter || more || [...own].every((term) => others.includes(term))).toBe(true)
        }
      }
      await index.dispose()
    }),
    { numRuns: 60 },
  )
})

it('puts the document that equals the query first among random others', async () => {
  const own = ['marathon', 'training', 'by', 'the', 'river', '我在成都学钢琴']
  const other = fc
    .array(fc.constantFrom('river', 'bread', 'garden', '成都', '火锅', 'the', 'training', '跑步'), {
      minLength: 1,
      maxLength: 8,
    })
    .map((words) => words.join(' '))
  await fc.assert(
    fc.asyncProperty(fc.array(other, { maxLength: 20 }), fc.nat(20), async (others, at) => {
      const texts = others.toSpliced(at, 0, own.join(' '))
      const index = miniSearchIndex()
      await index.add(texts.map((text, no) => ({ no, text })))
      expect((await index.search(own.join(' '), 1)).hits[0]?.no).toBe(Math.min(at, others.length))
      await index.dispose()
    }),
    { numRuns: 60 },
  )
})
