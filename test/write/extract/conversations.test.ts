import { describe, expect, it } from 'vitest'
import { rulesExtractor } from '../../../src/extract/rules.js'
import { Memory } from '../../../src/index.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder, manualClock, sequentialIds } from '../../../src/testing/index.js'
import { chinese, english, type Conversation } from './conversations.js'

const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.parse('2026-01-05T10:00:00Z')

const has = (texts: readonly string[], expected: string): boolean =>
  texts.some((text) => expected.split(' & ').every((part) => text.toLowerCase().includes(part)))

interface Outcome {
  active: string[]
  /** Closed, or the former text of one that was told more fully. */
  closed: string[]
}

async function converse(conversation: Conversation): Promise<Outcome> {
  const clock = manualClock(START)
  const memory = await Memory.open({
    name: 'conversation',
    scope: { userId: 'ana' },
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    extractor: rulesExtractor(),
    newId: sequentialIds(),
    now: clock.now,
  })
  try {
    for (const [index, said] of conversation.say.entries()) {
      const { text, name, at } = typeof said === 'string' ? { text: said, name: undefined, at: undefined } : said
      const { report } = await memory.add([
        {
          content: text,
          ...(name !== undefined && { name }),
          id: `m${index}`,
          at: at ?? new Date(START + index * (conversation.soon ? MINUTE : 10 * DAY)).toISOString(),
        },
      ])
      expect(report.problems).toEqual([])
    }
    const active = (await memory.getAll()).results
    const others = (await memory.getAll({ status: ['superseded', 'deleted', 'merged'], latestOnly: false })).results
    const closed = others.map((item) => item.memory)
    for (const item of [...active, ...others])
      for (const { before } of await memory.history(item.id))
        if (before !== undefined && before !== item.memory) closed.push(before)
    return { active: active.map((item) => item.memory), closed }
  } finally {
    await memory.close()
  }
}

const LANGUAGES = [
  // The floor is loose: what is not drawn is measured elsewhere.
  { language: 'English', table: english, floor: 0.8 },
  { language: 'Chinese', table: chinese, floor: 0.8 },
]

describe.each(LANGUAGES)('conversations in $language, end to end (hashEmbedder)', ({ language, table, floor }) => {
  const counts = { conversations: 0, expected: 0, drawn: 0, changes: 0, changesSeen: 0 }

  it.each(Object.entries(table))('%s', async (_, conversation) => {
    const { active, closed } = await converse(conversation)
    const { keep = [], gone = [], never = [] } = conversation
    const drawn = keep.filter((text) => has(active, text))
    const ended = gone.filter(({ text }) => has(closed, text) && !has(active, text))
    counts.conversations += 1
    counts.expected += keep.length
    counts.drawn += drawn.length
    counts.changes += gone.length
    counts.changesSeen += ended.length
    const wrong = {
      // Never drawn is a pity; drawn and lost is a fault.
      closed: keep.filter((text) => !has(active, text) && has(closed, text)),
      unforeseen: closed.filter(
        (text) => !gone.some((one) => has([text], one.text)) && !keep.some((kept) => has([text], kept)),
      ),
      stale: gone
        .filter(({ text, by }) => by !== undefined && has(active, text) && has([...active, ...closed], by))
        .map(({ text }) => text),
      invented: never.filter((text) => has(active, text)),
    }
    expect(wrong, JSON.stringify({ active, closed })).toEqual({ closed: [], unforeseen: [], stale: [], invented: [] })
  })

  it('draws most of what was said', () => {
    console.info(language, JSON.stringify(counts))
    expect(counts.drawn).toBeGreaterThanOrEqual(floor * counts.expected)
    expect(counts.changesSeen).toBeGreaterThanOrEqual(floor * counts.changes)
  })
})
