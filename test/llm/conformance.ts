import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompletionRequest, JsonSchema, LanguageModel } from '../../src/llm/language-model.js'

/** A reply to a request with this schema is `{ "answer": "yes" }` or `{ "answer": "no" }`. */
export const ANSWER_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { answer: { type: 'string', enum: ['yes', 'no'] } },
  required: ['answer'],
  additionalProperties: false,
}

/** Asks for a reply of more than 8 tokens, and more than one piece. */
export const LONG_PROMPT = 'Count from one to fifty in words.'

export interface ConformanceOptions {
  /** What the model replies to with more than 8 tokens, where `LONG_PROMPT` does not do. */
  prompt?: string
  /** What a call after `dispose()` does: rejects with `CLOSED` (default), or loads anew. */
  disposed?: 'closed' | 'reloads'
  /** ms for one test. Default 60,000. */
  timeout?: number
  /** `false` for a model that cannot be filled within a test. Default true: `contextTokens` + 200 words are refused with `CONTEXT_EXCEEDED`. */
  overflow?: boolean
}

/**
 * What Locket relies on in any `LanguageModel`. `make` is called three times; the second and third are disposed of without having been loaded.
 * A stand-in behind the adapter has to: reply at length in pieces to `LONG_PROMPT`, cut at `maxTokens`; answer `ANSWER_SCHEMA` where
 * `capabilities.grammar`; refuse a prompt of more than `contextTokens` words.
 */
export function languageModelConformance(
  name: string,
  make: () => LanguageModel | Promise<LanguageModel>,
  options: ConformanceOptions = {},
): void {
  const { prompt = LONG_PROMPT, disposed = 'closed', timeout = 60_000, overflow = true } = options
  const ask = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
    messages: [{ role: 'user', content: prompt }],
    maxTokens: 8,
    ...changes,
  })

  describe(`${name} is a LanguageModel`, { timeout }, () => {
    let model: LanguageModel
    beforeAll(async () => {
      model = await make()
    }, timeout)
    afterAll(() => model.dispose())

    test('says what it is before it is loaded, and loads once for everybody', async () => {
      expect(model.name).not.toBe('')
      const told: { loaded: number; total: number | undefined }[] = []
      await Promise.all([model.load({ onProgress: (progress) => told.push(progress) }), model.load()])
      await model.load()
      for (const { loaded, total } of told) {
        expect(loaded).toBeGreaterThanOrEqual(0)
        expect(loaded).toBeLessThanOrEqual(total ?? Infinity)
      }
      const { contextTokens, grammar, vision, languages } = model.capabilities
      expect(contextTokens).toBeGreaterThan(0)
      expect([typeof grammar, typeof vision]).toEqual(['boolean', 'boolean'])
      if (languages !== 'any')
        expect(languages.map((language) => Intl.getCanonicalLocales(language)[0])).toEqual(languages)
    })

    test('cuts a reply at maxTokens, and tells', async () => {
      const { text, finish, usage } = await model.complete(ask())
      expect(text).not.toBe('')
      expect(finish).toBe('length')
      if (usage) {
        expect(usage.prompt).toBeGreaterThan(0)
        expect(usage.completion).toBeLessThanOrEqual(8)
      }
    })

    test('tells the reply in pieces that together are its text', async () => {
      const pieces: string[] = []
      const { text } = await model.complete(ask({ onToken: (piece) => pieces.push(piece) }))
      expect(pieces.length).toBeGreaterThan(0)
      expect(pieces.join('')).toBe(text)
    })

    test('takes a whole conversation, in any script, with lone surrogates and null bytes', async () => {
      const { text } = await model.complete({
        messages: [
          { role: 'system', content: 'You answer in one word.' },
          { role: 'user', content: '我叫李雷。😀 a \ud800 b \udc00 c\0d' },
          { role: 'assistant', content: '好。' },
          { role: 'user', content: prompt },
        ],
        maxTokens: 8,
        temperature: 0.7,
      })
      expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text)
    })

    test('takes a schema, and keeps to it where it says so', async () => {
      const question = {
        messages: [
          { role: 'user', content: 'Is Lisbon a city? Answer with JSON: {"answer": "yes"} or {"answer": "no"}' },
        ],
        maxTokens: 64,
        schema: ANSWER_SCHEMA,
      } as const
      const { text } = await model.complete(question)
      expect(text.trim()).not.toBe('')
      if (model.capabilities.grammar) expect(['yes', 'no']).toContain((JSON.parse(text) as { answer: string }).answer)
    })

    test('is not started by a request that was aborted before', async () => {
      const pieces: string[] = []
      const aborted = model.complete(ask({ signal: AbortSignal.abort(), onToken: (piece) => pieces.push(piece) }))
      await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' })
      expect(pieces).toEqual([])
      expect((await model.complete(ask())).text).not.toBe('')
    })

    test('stops when aborted at once or in the middle of a reply, and takes the next request', async () => {
      const early = new AbortController()
      const soon = model.complete(ask({ maxTokens: 200, signal: early.signal }))
      queueMicrotask(() => early.abort())
      await expect(soon).rejects.toMatchObject({ code: 'ABORTED' })

      const late = new AbortController()
      let after = 0
      const middle = model.complete(
        ask({ maxTokens: 200, signal: late.signal, onToken: () => (late.signal.aborted ? after++ : late.abort()) }),
      )
      await expect(middle).rejects.toMatchObject({ code: 'ABORTED' })
      expect((await model.complete(ask())).text).not.toBe('')
      // Nothing of a reply comes once its request was aborted.
      expect(after).toBe(0)
    })

    test('answers requests at once one after another, in order', async () => {
      const order: string[] = []
      const one = model.complete(ask({ onToken: () => order.push('one') }))
      const two = model.complete(ask({ onToken: () => order.push('two') }))
      for (const { text } of await Promise.all([one, two])) expect(text).not.toBe('')
      expect(order).toEqual(order.toSorted())
    })

    test('lets a request that waits its turn be aborted', async () => {
      const controller = new AbortController()
      const running = model.complete(ask())
      const waiting = model.complete(ask({ signal: controller.signal }))
      controller.abort()
      await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
      expect((await running).text).not.toBe('')
    })

    test.skipIf(!overflow)('refuses a prompt that exceeds its context, with both numbers', async () => {
      const { contextTokens } = model.capabilities
      const tooLong = model.complete(
        ask({ messages: [{ role: 'user', content: 'word '.repeat(contextTokens + 200) }] }),
      )
      await expect(tooLong).rejects.toMatchObject({
        code: 'CONTEXT_EXCEEDED',
        message: expect.stringMatching(/\d.*\d/s) as string,
      })
      expect((await model.complete(ask())).text).not.toBe('')
    })

    test('refuses what is no request', async () => {
      const invalid: Partial<CompletionRequest>[] = [
        { messages: [] },
        { messages: [{ role: 'user', content: 7 as unknown as string }] },
        { maxTokens: 0 },
        { maxTokens: 1.5 },
        { temperature: -1 },
        { temperature: Number.NaN },
      ]
      for (const changes of invalid)
        await expect(model.complete(ask(changes))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    })

    test('counts tokens, if it does', async () => {
      if (!model.countTokens) return
      const text = '她住在里斯本。She lives in Lisbon. '
      const [few, many] = [await model.countTokens(text), await model.countTokens(text.repeat(10))]
      expect(Number.isInteger(few) && few > 0).toBe(true)
      expect(many).toBeGreaterThan(few)
    })

    test('does not begin to load for who has aborted', async () => {
      const other = await make()
      await expect(other.load({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
      await other.dispose()
    })

    test(
      disposed === 'closed' ? 'is closed by dispose, twice if need be' : 'loads anew after dispose, twice if need be',
      async () => {
        const other = await make()
        await other.dispose()
        await other.dispose()
        if (disposed === 'closed') {
          await expect(other.load()).rejects.toMatchObject({ code: 'CLOSED' })
          await expect(other.complete(ask())).rejects.toMatchObject({ code: 'CLOSED' })
        } else {
          expect((await other.complete(ask())).text).not.toBe('')
          await other.dispose()
        }
      },
    )
  })
}
