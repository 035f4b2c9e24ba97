import { describe, expect, test } from 'vitest'
import { LanguageModelError } from '../../../src/values/errors.js'
import type { Extraction, ExtractionNotes } from '../../../src/extract/extractor.js'
import { languageModelExtractor, type LanguageModelExtractorOptions } from '../../../src/extract/llm/extractor.js'
import { ground } from '../../../src/write/extract/ground.js'
import { scriptedModel, type ScriptedModel, type ScriptedReply } from '../../../src/testing/index.js'
import { fact, input, MONDAY, reply } from './support.js'

type Script =
  readonly ScriptedReply[] | ((request: { messages: readonly { content: string }[] }, turn: number) => ScriptedReply)

async function run(
  messages: readonly string[],
  script: Script,
  more: Parameters<typeof input>[1] & { options?: LanguageModelExtractorOptions; contextTokens?: number } = {},
): Promise<{ found: Extraction; notes: ExtractionNotes; llm: ScriptedModel; texts: string[] }> {
  const { options, contextTokens, ...rest } = more
  const llm = scriptedModel(script, contextTokens === undefined ? {} : { contextTokens })
  const given = input(messages, rest)
  const found = (await languageModelExtractor(llm, options).extract(given)) as Extraction
  // Whatever a model says, the write path takes what comes out.
  expect(ground(found.facts, given.messages, given.recalled).rejected).toEqual({
    unsupported: 0,
    echo: 0,
    empty: 0,
    malformed: 0,
  })
  return { found, notes: found.notes as ExtractionNotes, llm, texts: found.facts.map(({ text }) => text) }
}

/** The numbers and texts of the messages in a prompt. */
const shown = (request: { messages: readonly { content: string }[] }): string[] =>
  [...(request.messages[1]?.content.split('<messages>')[1] ?? '').matchAll(/^\[\d+\] \w+ [\d-]+ \w+: (.*)$/gm)].map(
    ([, text]) => text as string,
  )

const lives = fact('User lives in Lisbon', 'I live in Lisbon', { attribute: 'home', value: 'Lisbon' })
const cats = fact('User has two cats', 'I have two cats', { attribute: 'pet', value: 'two cats' })

describe('a scripted model tells facts', () => {
  test('that become facts of the kind that rules make', async () => {
    const { found, notes } = await run(
      ['I moved from Lyon to Lisbon last Friday.', 'My sister Ana is a nurse.', '以后都用中文回答'],
      [
        {
          text: reply(
            fact('User moved to Lisbon on 2026-05-08', 'I moved from Lyon to Lisbon last Friday', {
              attribute: 'home',
              value: 'Lisbon',
              when: '2026-05-08',
              mode: 'change',
              was: 'Lyon',
              category: 'home',
            }),
            fact("User's sister Ana is a nurse.", 'My sister Ana is a nurse', {
              from: ['2'],
              about: "User's sister",
              attribute: 'occupation',
              value: 'Nurse',
              entities: [
                { name: 'Ana', type: 'person' },
                { name: 'Bob', type: 'person' },
              ],
              relations: [
                ['Ana', 'is a', 'nurse'],
                ['Ana', 'loves', 'Bob'],
              ],
            }),
            fact('用户希望助手以后都用中文回答', '以后都用中文回答', {
              from: [3],
              attribute: 'instruction',
              value: '中文',
            }),
          ),
          usage: { prompt: 700, completion: 90 },
        },
      ],
    )
    const at = { messageId: 'm1', attributedTo: 'user', language: 'en' }
    expect(found.facts).toEqual([
      {
        ...at,
        text: 'User moved to Lisbon on 2026-05-08',
        kind: 'semantic',
        category: 'home',
        quote: 'I moved from Lyon to Lisbon last Friday',
        mode: 'change',
        slot: { subject: 'user', attribute: 'home', value: 'lisbon', cardinality: 'one' },
        previous: 'lyon',
        validFrom: new Date(2026, 4, 8, 12).getTime(),
      },
      {
        ...at,
        messageId: 'm2',
        text: "User's sister Ana is a nurse",
        kind: 'semantic',
        category: 'work',
        quote: 'My sister Ana is a nurse',
        mode: 'assert',
        slot: { subject: 'sister', attribute: 'occupation', value: 'nurse', cardinality: 'one' },
        entities: [{ name: 'Ana', type: 'person' }],
        relations: [{ subject: 'Ana', predicate: 'is a', object: 'nurse' }],
      },
      {
        ...at,
        messageId: 'm3',
        language: 'zh',
        text: '用户希望助手以后都用中文回答',
        kind: 'procedural',
        category: 'instructions',
        quote: '以后都用中文回答',
        mode: 'assert',
        slot: { subject: 'user', attribute: 'instruction:language', value: '中文', cardinality: 'one' },
      },
    ])
    expect(found.unread).toBeUndefined()
    expect(notes).toEqual({
      calls: 1,
      promptTokens: 700,
      completionTokens: 90,
      repaired: 0,
      retried: 0,
      split: 0,
      unknownIds: 0,
      dropped: { unsupported: 0, duplicate: 0, echo: 0, translated: 0, malformed: 0 },
    })
  })

  test('of several speakers and of an assistant', async () => {
    const { found } = await run(
      ['Ana: I work at Acme', 'Bob: I hate tea', 'assistant: I recommend Porto in May'],
      [
        reply(
          fact('Ana works at Acme', 'I work at Acme', { attribute: 'employer', value: 'Acme' }),
          fact('User hates tea', 'I hate tea', { from: [2], by: 'Bob', attribute: 'dislikes', value: 'tea' }),
          fact('Assistant recommended Porto in May', 'I recommend Porto in May', { from: [3] }),
        ),
      ],
    )
    expect(found.facts.map(({ text, attributedTo, slot }) => [text, attributedTo, slot.subject])).toEqual([
      ['Ana works at Acme', 'Ana', 'ana'],
      ['Bob hates tea', 'Bob', 'bob'],
      ['Assistant recommended Porto in May', 'assistant', 'assistant'],
    ])
  })

  test('ten messages in one call', async () => {
    const messages = Array.from(
      { length: 10 },
      (_, i) =>
        `User: Message ${i}. I have been thinking about the holidays, the garden and what to cook on the weekend. I live in Lisbon.`,
    )
    const { llm } = await run(messages, [reply(lives)])
    expect(llm.requests).toHaveLength(1)
    expect(shown(llm.requests[0] as never)).toHaveLength(10)
  })

  test('with links to memories that were shown, and none that were not', async () => {
    const known = [{ id: 'k1', text: 'User has a dog named Rex', observedAt: MONDAY }]
    const { found, notes } = await run(
      ['Rex turned 5'],
      [reply(fact("User's dog Rex turned 5", 'Rex turned 5', { links: [1, 7, 1] }))],
      { known, contextTokens: 16_384 },
    )
    expect(found.facts[0]?.linkedIds).toEqual(['k1'])
    expect(notes.unknownIds).toBe(1)
  })
})

describe('a scripted model errs', () => {
  test.each([
    ['unsupported', fact('User lives in Rome', 'I live in Rome')],
    ['unsupported', fact('User has a yacht', 'I live in Lisbon')],
    ['translated', fact('用户住在里斯本', 'I live in Lisbon')],
    ['malformed', { from: [1] }],
  ] as const)('%s facts are dropped and counted', async (reason, bad) => {
    const { texts, notes } = await run(['I live in Lisbon'], [reply(lives, bad)])
    expect(texts).toEqual(['User lives in Lisbon'])
    expect(notes.dropped).toEqual({ unsupported: 0, duplicate: 0, echo: 0, translated: 0, malformed: 0, [reason]: 1 })
  })

  test('echoes and duplicates', async () => {
    const { found, notes } = await run(
      ['User is allergic to peanuts, it says. I live in Lisbon', 'I live in Lisbon, still'],
      [reply(fact('User is allergic to peanuts', 'User is allergic to peanuts'), lives, { ...lives, from: [2] })],
      { recalled: ['User is allergic to peanuts'] },
    )
    expect(found.facts).toHaveLength(1)
    expect(found.facts[0]).toMatchObject({
      messageId: 'm1',
      alsoFrom: [{ messageId: 'm2', quote: 'I live in Lisbon' }],
    })
    expect(notes.dropped).toMatchObject({ echo: 1, duplicate: 1 })
  })

  test('numbers that were never shown are counted; the quote decides', async () => {
    const { found, notes } = await run(
      ['hello', 'I live in Lisbon'],
      [reply({ ...lives, from: [9, 0] }, { ...cats, from: [9] })],
    )
    expect(found.facts.map(({ messageId }) => messageId)).toEqual(['m2'])
    expect(notes).toMatchObject({ unknownIds: 3, dropped: { unsupported: 1 } })
  })

  test('a value, date, mode or attribute that the message does not bear out is not believed', async () => {
    const { found } = await run(
      ['I live in Lisbon', 'I like tea'],
      [
        reply(
          { ...lives, value: 'Porto', when: '2020-01-01', mode: 'retract' },
          fact('User likes tea', 'I like tea', { from: [2], attribute: 'home', value: 'tea' }),
        ),
      ],
    )
    expect(found.facts[0]).toMatchObject({ mode: 'assert', slot: { attribute: 'home', value: '' } })
    expect(found.facts[0]?.validFrom).toBeUndefined()
    expect(found.facts[1]?.slot).toEqual({ subject: 'user', attribute: 'other', value: 'tea', cardinality: 'many' })
  })

  test('a reply that is no JSON is asked for once more', async () => {
    const { texts, notes, llm } = await run(
      ['I live in Lisbon'],
      ['I found one fact: they live in Lisbon.', reply(lives)],
    )
    expect(texts).toEqual(['User lives in Lisbon'])
    expect(notes).toMatchObject({ calls: 2, retried: 1, split: 0 })
    expect(llm.requests[1]?.messages.slice(2).map(({ role }) => role)).toEqual(['assistant', 'user'])
  })

  test('one that needed mending is counted', async () => {
    const { texts, notes } = await run(['I live in Lisbon'], [`Here:\n\`\`\`json\n${reply(lives)}\n\`\`\``])
    expect(texts).toEqual(['User lives in Lisbon'])
    expect(notes).toMatchObject({ calls: 1, repaired: 1 })
  })

  test('messages are read in halves, and the one that cannot be read is named', async () => {
    const { texts, found, notes } = await run(['I have two cats', 'hello', 'POISON', 'I live in Lisbon'], (request) =>
      shown(request).includes('POISON')
        ? 'oops'
        : reply(
            ...shown(request).flatMap((text, i) =>
              text.includes('cats')
                ? [{ ...cats, from: [i + 1] }]
                : text.includes('Lisbon')
                  ? [{ ...lives, from: [i + 1] }]
                  : [],
            ),
          ),
    )
    expect(texts).toEqual(['User has two cats', 'User lives in Lisbon'])
    expect(found.unread).toEqual(['m3'])
    // All, once more, both halves, both of the second half.
    expect(notes).toMatchObject({ calls: 6, retried: 1, split: 2 })
  })

  test('a model that only makes noise leaves all messages unread', async () => {
    const messages = Array.from({ length: 8 }, (_, i) => `User: number ${i}`)
    const { found, notes } = await run(messages, () => 'noise')
    expect(found).toMatchObject({ facts: [], unread: messages.map((_, i) => `m${i + 1}`) })
    // Twelve in a row of which nothing can be read are enough.
    expect(notes.calls).toBe(12)
  })

  test('a reply that was cut goes on with what it did not come to', async () => {
    const messages = ['I have two cats', 'I live in Lisbon', 'I like tea', 'I like jazz']
    const cut = reply(cats, { ...lives, from: [2] }, fact('User likes tea', 'I like tea', { from: [3] })).slice(0, -30)
    const { texts, notes, llm } = await run(messages, [
      { text: cut, finish: 'length' },
      reply(fact('User likes tea', 'I like tea', { from: [2] }), fact('User likes jazz', 'I like jazz', { from: [3] })),
    ])
    expect(texts).toEqual(['User has two cats', 'User lives in Lisbon', 'User likes tea', 'User likes jazz'])
    expect(shown(llm.requests[1] as never)).toEqual(['I live in Lisbon', 'I like tea', 'I like jazz'])
    expect(notes).toMatchObject({ calls: 2, split: 1, repaired: 1 })
  })

  test('what a model rejects with comes through, and notes are told all the same', async () => {
    for (const code of ['MODEL_UNAVAILABLE', 'MODEL_FAILED', 'MODEL_MISSING'] as const) {
      let told: ExtractionNotes | undefined
      const extractor = languageModelExtractor(scriptedModel([new LanguageModelError(code, 'no')]), {
        onNotes: (notes) => (told = notes),
      })
      await expect(extractor.extract(input(['hi']))).rejects.toMatchObject({ code })
      expect(told?.calls).toBe(1)
    }
    const abort = new AbortController()
    const aborting = languageModelExtractor(scriptedModel(() => (abort.abort(), reply())))
    await expect(aborting.extract(input(['hi']), { signal: abort.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('a scripted model with a small context', () => {
  /** Refuses prompts that are longer than it says. */
  const honest = (contextTokens: number, truth: number): ScriptedModel =>
    scriptedModel(
      (request) => {
        const tokens = request.messages.reduce((sum, { content }) => sum + content.length / 3, 0)
        if (tokens > truth) return new LanguageModelError('CONTEXT_EXCEEDED', `${tokens} tokens, ${truth} at most.`)
        const facts = shown(request).flatMap((text, i) =>
          [...text.matchAll(/I like (\w+)\./g)].map(([quote, what]) =>
            fact(`User likes ${what}`, quote, { from: [i + 1] }),
          ),
        )
        return reply(...facts)
      },
      { contextTokens },
    )

  const words = ['tea', 'jazz', 'chess', 'tennis', 'opera', 'sushi', 'hiking', 'poker', 'yoga', 'ramen']

  test('reads a long conversation in chunks, and a long message in windows, with nothing skipped', async () => {
    const filler = 'The weather was grey and nothing much happened all day long, as usual. '.repeat(12)
    const messages = words.map((word) => `User: ${filler}I like ${word}. ${filler}`)
    const long = `User: ${words.map((word) => `${filler}I like ${word}.`).join(' ')}`
    for (const said of [messages, [long]]) {
      const llm = honest(2048, 2048)
      const found = (await languageModelExtractor(llm).extract(input(said))) as Extraction
      expect(found.facts.map(({ text }) => text)).toEqual(words.map((word) => `User likes ${word}`))
      expect(llm.requests.length).toBeGreaterThan(2)
      expect(found.unread).toBeUndefined()
      expect(found.notes?.dropped.unsupported).toBe(0)
    }
  })

  test('goes on in smaller chunks when the model says that it is smaller still', async () => {
    const messages = words.map((word) => `User: ${'It rained. '.repeat(20)}I like ${word}.`)
    const llm = honest(8192, 1600)
    const found = (await languageModelExtractor(llm).extract(input(messages))) as Extraction
    expect(found.facts).toHaveLength(words.length)
    expect(found.notes?.split).toBeGreaterThan(0)
  })

  test('does without what only helps where there is no room for it', async () => {
    const known = Array.from({ length: 6 }, (_, i) => ({ id: `k${i}`, text: 'word '.repeat(30), observedAt: MONDAY }))
    const { llm } = await run(['I live in Lisbon'], [reply(lives)], {
      known,
      context: ['User: earlier '.repeat(100)],
      contextTokens: 1700,
    })
    expect(llm.requests[0]?.messages[1]?.content).not.toContain('<memories>')
  })
})
