import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { Bitmask } from '../../../src/values/bitmask.js'
import { IndexError } from '../../../src/values/errors.js'
import type { KeywordAnswer, KeywordDocument, KeywordIndex } from '../../../src/index/keyword/keyword-index.js'
import { PAIRS } from './chinese-pairs.js'

const DOCUMENTS = [
  { no: 1, text: 'I adopted a puppy named Biscuit', name: 'Ana', at: new Date(2023, 4, 4, 12).getTime() },
  { no: 2, text: 'My sister lives in Barcelona', name: 'Ben', at: new Date(2023, 5, 6, 12).getTime() },
  { no: 3, text: '我上个月在成都吃了四川火锅', name: '小明', at: new Date(2023, 6, 8, 12).getTime() },
  { no: 40, text: 'We painted the kitchen on 4 May 2021', name: 'Ben', at: new Date(2023, 7, 9, 12).getTime() },
]

/** What an answer found: what was said on the day asked for first, then by words. */
const found = ({ onTheDay, hits }: KeywordAnswer): number[] => [...new Set([...onTheDay, ...hits.map(({ no }) => no)])]

/** What every `KeywordIndex` does. */
export function keywordIndexConformance(title: string, make: () => KeywordIndex): void {
  describe(title, () => {
    const made: KeywordIndex[] = []
    const open = async (documents: KeywordDocument[] = DOCUMENTS): Promise<KeywordIndex> => {
      const index = make()
      made.push(index)
      await index.add(documents)
      return index
    }
    const nos = async (index: KeywordIndex, query: string, limit = 10, allowed?: Bitmask): Promise<number[]> =>
      found(await index.search(query, limit, allowed))
    afterEach(async () => {
      await Promise.all(made.splice(0).map((index) => index.dispose()))
    })

    it('finds English by stem, Chinese by word, the speaker by name', async () => {
      const index = await open()
      expect(await index.size()).toBe(4)
      expect(await nos(index, 'Who adopts puppies?')).toEqual([1])
      expect(await nos(index, '你喜欢火锅吗？')).toEqual([3])
      expect((await nos(index, 'What did Ben paint?'))[0]).toBe(40)
      expect(await nos(index, '小明')).toEqual([3])
    })

    it('finds traditional Chinese by simplified words and the reverse', async () => {
      for (const documents of [0, 1]) {
        const index = await open(PAIRS.map((pair, no) => ({ no, text: pair[documents] as string })))
        for (const [no, pair] of PAIRS.entries()) {
          const [text, question] = [pair[documents] as string, pair[1 - documents] as string]
          const { hits } = await index.search(question, 10)
          expect(hits[0], `${question} → ${text}`).toMatchObject({ no })
          const same = await index.search(text, 10)
          expect(hits, `${question} as ${text}`).toEqual(same.hits)
        }
      }
    })

    it.each([
      ['a soft hyphen', '\u00AD'],
      ['a zero-width space', '\u200B'],
      ['a zero-width non-joiner', '\u200C'],
      ['a zero-width joiner', '\u200D'],
      ['a word joiner', '\u2060'],
      ['a byte order mark', '\uFEFF'],
      ['a mark of direction', '\u200E'],
    ])('finds words with %s inside, and by words with it', async (_, invisible) => {
      const split = (text: string): string => Array.from(text).join(invisible)
      const index = await open([
        { no: 1, text: `My ${split('physiotherapist')} said so` },
        { no: 2, text: `我${split('对花生过敏')}` },
        { no: 3, text: 'A refrigerator is on order' },
      ])
      expect(await nos(index, 'physiotherapist')).toEqual([1])
      expect(await nos(index, '花生')).toEqual([2])
      expect(await nos(index, split('refrigerator'))).toEqual([3])
    })

    it('finds a fact by the words that ask for its attribute, behind one whose text has them', async () => {
      const index = await open([
        { no: 1, text: 'User moved to Bristol', attribute: 'home' },
        { no: 2, text: 'User’s blood group is 0', attribute: 'detail:blood type' },
        { no: 3, text: '用户搬去了成都', attribute: 'home' },
        { no: 4, text: 'User wants to live on a boat', attribute: 'goal' },
        { no: 5, text: 'User moved to Bristol' },
        { no: 6, text: 'User asks for short replies', attribute: 'instruction:short replies' },
      ])
      expect((await nos(index, 'where do I live?')).slice(0, 2)).toEqual([4, 1])
      expect(await nos(index, 'what type?')).toEqual([2])
      expect(await nos(index, '住址')).toContain(3)
      expect(await nos(index, 'what is my address?')).not.toContain(5)
      expect(await nos(index, 'constructor')).toEqual([])
      await index.remove([1, 3])
      expect(await nos(index, 'address')).toEqual([])
    })

    it('finds the day on which it was said and the day that is named, in both languages', async () => {
      const index = await open()
      expect((await nos(index, 'What happened on May 4, 2023?'))[0]).toBe(1)
      expect((await nos(index, '2021年5月4日'))[0]).toBe(40)
      expect(await nos(index, '七月八日')).toEqual([3])
    })

    it('forgives one wrong letter in a word that nothing has', async () => {
      expect(await nos(await open(), 'Barcelonna')).toEqual([2])
    })

    it('answers nothing to a query without terms, to a limit of 0 and when it is empty', async () => {
      const index = await open()
      expect((await index.search('', 5)).hits).toEqual([])
      expect((await index.search(' ?!\u0000', 5)).hits).toEqual([])
      expect((await index.search('puppy', 0)).hits).toEqual([])
      await index.clear()
      expect(await index.size()).toBe(0)
      expect((await index.search('puppy', 5)).hits).toEqual([])
    })

    it('honours the mask before the limit, and orders by score, then number', async () => {
      const index = await open(
        Array.from({ length: 100 }, (_, i) => ({
          no: 99 - i,
          text: i % 2 ? 'green tea' : 'green tea and more tea',
          name: '',
          at: 0,
        })),
      )
      const { hits } = await index.search('tea', 100)
      expect(hits).toHaveLength(100)
      expect(hits).toEqual([...hits].sort((a, b) => b.score - a.score || a.no - b.no))
      const allowed = new Bitmask(100)
      for (const { no } of hits.slice(-3)) allowed.add(no)
      expect(await nos(index, 'tea', 2, allowed)).toEqual(hits.slice(-3, -1).map(({ no }) => no))
      expect(await nos(index, 'tea', 2, new Bitmask(0))).toEqual([])
    })

    it('replaces a document that is added again', async () => {
      const index = await open()
      await index.add([
        { no: 1, text: 'I sold my bicycle' },
        { no: 2, text: 'zebra' },
        { no: 2, text: 'giraffe' },
      ])
      expect(await index.size()).toBe(4)
      expect(await nos(index, 'puppy Biscuit Ana')).toEqual([])
      expect(await nos(index, 'bicycle')).toEqual([1])
      expect(await nos(index, 'zebra giraffe')).toEqual([2])
    })

    it('keeps no trace of what was removed once vacuumed', async () => {
      const index = await open()
      await index.remove([1, 3, 3, 12345])
      expect(await index.size()).toBe(2)
      expect(await nos(index, 'puppy 火锅')).toEqual([])
      await index.vacuum()
      const saved = JSON.stringify(await index.save(), (_, value: unknown) =>
        value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
      )
      for (const trace of ['adopt', 'puppi', 'biscuit', 'ana"', '火锅', '成都', '2023-07'])
        expect(saved).not.toContain(trace)
      // What was kept reads this way, so what was removed would have too.
      expect(saved).toContain('barcelona')
    })

    it('gives back what it saved, also to another instance', async () => {
      const index = await open()
      const data = await index.save()
      const other = await open([{ no: 7, text: 'puppy', name: '', at: 0 }])
      expect(await other.load(structuredClone(data))).toBe(true)
      for (const query of ['puppy', '火锅', 'Ben', 'May 4', 'Barcelonna'])
        expect(await other.search(query, 10)).toEqual(await index.search(query, 10))
      await other.add([{ no: 7, text: 'another puppy' }])
      await other.remove([1])
      expect(await nos(other, 'puppy')).toEqual([7])
    })

    it('refuses saved data of another version, or damaged, and keeps what it holds', async () => {
      const index = await open()
      const data = (await index.save()) as { terms: number; json: Uint8Array }
      for (const bad of [
        undefined,
        null,
        'x',
        {},
        { ...data, terms: data.terms + 1 },
        { ...data, format: 0 },
        { ...data, json: data.json.slice(0, 50) },
      ])
        expect(await index.load(bad)).toBe(false)
      expect(await nos(index, 'puppy')).toEqual([1])
    })

    it('rejects a number that is none with an IndexError, and works on', async () => {
      const index = await open()
      for (const no of [-1, 1.5, Number.NaN]) {
        const error = await index.add([{ no, text: 'x' }]).catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(IndexError)
        expect(error).toMatchObject({ code: 'INDEX_FAILED', value: no })
      }
      expect(await index.size()).toBe(4)
    })

    it('answers a search while a long add is under way', async () => {
      const index = await open()
      let added = false
      const adding = index
        .add(
          Array.from({ length: 3000 }, (_, i) => ({
            no: 100 + i,
            text: `note ${i} about gardens, rivers and 花园里的${i}朵花 `.repeat(3),
          })),
        )
        .then(() => (added = true))
      expect(await nos(index, 'puppy')).toEqual([1])
      expect(added).toBe(false)
      await adding
      expect(await index.size()).toBe(3004)
    })

    it('does what was asked in the order in which it was asked', async () => {
      const index = await open()
      const many = Array.from({ length: 1500 }, (_, i) => ({ no: 100 + i, text: `row ${i} of gardens and rivers` }))
      await Promise.all([
        index.add(many),
        index.remove([100, 101]),
        index.vacuum(),
        index.clear(),
        index.add([{ no: 5, text: 'last' }]),
      ])
      expect(await index.size()).toBe(1)
      expect(await nos(index, 'last')).toEqual([5])
    })

    it('refuses calls after dispose', async () => {
      const index = await open()
      await index.dispose()
      await expect(index.search('puppy', 1)).rejects.toMatchObject({ code: 'CLOSED' })
      await expect(index.add([])).rejects.toMatchObject({ code: 'CLOSED' })
    })

    it('is, after any changes and a vacuum, what it would be had only the survivors been added', async () => {
      const word = fc.constantFrom(
        'tea',
        'teapot',
        'team',
        'green',
        'greenhouse',
        'a',
        '茶',
        '绿茶',
        '喝绿茶',
        'toast',
        'toaster',
      )
      const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
      const change = fc.oneof(
        fc.record({ no: fc.nat(9), text }),
        fc.record({ remove: fc.nat(9) }),
        fc.constant('search' as const),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
          const index = await open([])
          const held = new Map<number, string>()
          for (const step of changes) {
            if (step === 'search') await index.search('tea green 绿茶 toast', 3)
            else if ('remove' in step) {
              await index.remove([step.remove])
              held.delete(step.remove)
            } else {
              await index.add([step])
              held.set(step.no, step.text)
            }
          }
          await index.vacuum()
          const fresh = await open([])
          await fresh.add(Array.from(held, ([no, text]) => ({ no, text })))
          for (const query of ['tea', 'greenhouse team', '绿茶', 'toasters']) {
            const round = (hits: { no: number; score: number }[]) =>
              new Map(hits.map(({ no, score }) => [no, score.toFixed(6)]))
            expect(round((await index.search(query, 20)).hits)).toEqual(round((await fresh.search(query, 20)).hits))
          }
          await Promise.all([index.dispose(), fresh.dispose()])
        }),
        { numRuns: 15 },
      )
    })
  })
}
