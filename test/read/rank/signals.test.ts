import { describe, expect, it } from 'vitest'
import { start } from '../../memory/support.js'

const TALK = [
  { id: 'hello', name: 'Ana', content: 'Good morning from the harbour!' },
  { id: 'asks', name: 'Ben', content: 'Ana, which boat did you buy in the end?' },
  { id: 'answers', name: 'Ana', content: 'The small green one with two masts.' },
  { id: 'thanks', name: 'Ben', content: 'Ana, that boat sounds lovely.' },
]

async function signalsOf(query: string, talk: object[] = TALK): Promise<(id: string) => Record<string, number>> {
  const { memory } = await start('inMemoryStore', { extractor: false })
  await memory.add(talk as never)
  const { results } = await memory.search(query, { explain: true })
  return (id) =>
    Object.fromEntries(results.find((hit) => hit.id === id)?.explanation?.map(({ signal, raw }) => [signal, raw]) ?? [])
}

describe('signals (hashEmbedder)', () => {
  it('what another says counts less when the query names one of those who speak', async () => {
    for (const query of ['Which boat did Ana buy?', 'which boat did ANA buy', "Ana's boat"]) {
      const signals = await signalsOf(query)
      expect(
        ['hello', 'asks', 'answers', 'thanks'].map((id) => signals(id)['speaker']),
        query,
      ).toEqual([0, 1, 0, 1])
    }
    for (const query of ['Which boat was bought?', 'Which banana boat?', 'Did Ana and Ben buy a boat?']) {
      const signals = await signalsOf(query)
      expect(
        ['answers', 'thanks'].map((id) => signals(id)['speaker']),
        query,
      ).toEqual([0, 0])
    }
    const chinese = await signalsOf('张曼婷买了哪条船？', [
      { id: 'a', name: '张曼婷', content: '我买了一条绿色的小船。' },
      { id: 'b', name: '李雪', content: '曼婷的船真好看。' },
    ])
    expect([chinese('a')['speaker'], chinese('b')['speaker']]).toEqual([0, 1])
    const unnamed = await signalsOf(
      'Which boat did Ana buy?',
      TALK.map(({ id, content }) => ({ id, content })),
    )
    expect(unnamed('thanks')['speaker']).toBe(0)
  })

  it('what follows a question inherits what the question is worth', async () => {
    const signals = await signalsOf('Which boat did Ana buy?')
    expect(signals('answers')['answer']).toBeGreaterThan(1)
    expect(['hello', 'asks', 'thanks'].map((id) => signals(id)['answer'])).toEqual([0, 0, 0])
  })

  it('counts better messages of the same session, and knows which open it', async () => {
    const signals = await signalsOf('Which boat did Ana buy in the end?')
    const all = ['hello', 'asks', 'answers', 'thanks'].map(signals)
    expect(signals('asks')['behind']).toBe(0)
    expect(all.map((of) => of['behind']).sort()).toEqual([0, 1, 2, 3])
    expect(all.map((of) => of['opening'])).toEqual([1, 1, 0, 0])
  })
})
