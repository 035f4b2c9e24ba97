import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { CompletionRequest } from '../../src/llm/language-model.js'
import { openai } from '../../src/llm/openai.js'
import type { OpenAiOptions } from '../../src/llm/openai.js'
import { nextTask } from '../../src/platform/next-task.js'
import { ANSWER_SCHEMA, languageModelConformance } from './conformance.js'
import { COUNTING_CONTEXT } from './support/counting-model.js'
import { scriptedEndpoint } from './support/endpoint.js'
import { EVENTS, chunk, errorReply, event, jsonReply, streamReply } from './support/replies.js'
import type { ServerReply } from './support/replies.js'

languageModelConformance('openai, at a scripted server', async () =>
  openai({ baseUrl: (await scriptedEndpoint('counting')).baseUrl, model: 'counting', contextTokens: COUNTING_CONTEXT }),
)

/** A model at a server that replies so, the pieces that it told, and the requests that the server saw. */
async function scripted(replies: readonly ServerReply[], options: Partial<OpenAiOptions> = {}) {
  const { baseUrl, seen } = await scriptedEndpoint(replies)
  const model = openai({ baseUrl, model: 'tiny', backOffMs: 1, ...options })
  const pieces: string[] = []
  const ask = (changes: Partial<CompletionRequest> = {}) =>
    model.complete({
      messages: [{ role: 'user', content: 'Hello' }],
      maxTokens: 64,
      onToken: (piece) => pieces.push(piece),
      ...changes,
    })
  const bodies = async () => (await seen()).map(({ body }) => body)
  return { model, ask, pieces, seen, bodies }
}

describe('reads a reply', () => {
  test('that is streamed, with the tokens it took', async () => {
    const { ask, pieces, seen } = await scripted([
      streamReply(['你好', '，', 'Ana 😀'], { usage: { prompt_tokens: 12, completion_tokens: 4 } }),
    ])
    expect(await ask({ temperature: 0.5 })).toEqual({
      text: '你好，Ana 😀',
      finish: 'stop',
      usage: { prompt: 12, completion: 4 },
    })
    expect(pieces).toEqual(['你好', '，', 'Ana 😀'])
    const [request] = await seen()
    expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' })
    expect(request?.headers['authorization']).toBeUndefined()
    expect(request?.body).toEqual({
      model: 'tiny',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 64,
      temperature: 0.5,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  test('that is not streamed although that was asked for', async () => {
    const { ask, pieces } = await scripted([jsonReply('Hello, Ana.')])
    expect(await ask()).toEqual({ text: 'Hello, Ana.', finish: 'stop', usage: { prompt: 9, completion: 3 } })
    expect(pieces).toEqual(['Hello, Ana.'])
  })

  const text = 'She said: 「好」 😀\n\n{"a": 1}'
  const stream = streamReply(Array.from(text)).pieces?.join('') ?? ''
  const FORMS: [string, ServerReply, Partial<{ text: string; finish: string }>?][] = [
    ['with another content type', { body: stream, headers: { 'Content-Type': 'text/plain' } }],
    ['with carriage returns', { body: stream.replaceAll('\n', '\r\n'), headers: EVENTS }],
    ['with comments between', { body: `: waiting\n\n${stream}`, headers: EVENTS }],
    ['without its last empty line', { body: stream.trimEnd(), headers: EVENTS }],
    ['without [DONE]', { body: stream.replace('data: [DONE]\n\n', ''), headers: EVENTS }],
    ['without a reason to finish', { body: event(chunk({ content: text })) + event('[DONE]'), headers: EVENTS }],
    ['with events after its end', { body: `${stream}${event(chunk({ content: 'more' }))}`, headers: EVENTS }],
    [
      'of parts',
      jsonReply([{ type: 'text', text: text.slice(0, 5) }, { type: 'image' }, { type: 'text', text: text.slice(5) }]),
    ],
    ['as a message in an event', { body: event((jsonReply(text) as { body: object }).body), headers: EVENTS }],
    [
      'with its reasoning in fields',
      { body: event(chunk({ reasoning_content: 'hm', reasoning: 'hm', content: null })) + stream, headers: EVENTS },
    ],
    ['after a thought', streamReply(['<thi', 'nk>hm\n{"b": 2}</th', 'ink>\n', '\n', text])],
    ['after an empty thought', jsonReply(`<think>\n\n</think>\n\n${text}`)],
    ['that was cut', streamReply(text, { finish: 'length' }), { finish: 'length' }],
    ['that was cut in a thought', streamReply('<think>hm', { finish: 'length' }), { text: '', finish: 'length' }],
    ['that is nothing', streamReply(''), { text: '' }],
    ['that ends for a tool', streamReply(text, { finish: 'tool_calls' })],
  ]
  test.each(FORMS)('%s', async (_, reply, expected = {}) => {
    const { ask, pieces } = await scripted([reply])
    const { usage: _usage, ...completion } = await ask()
    expect(completion).toEqual({ text, finish: 'stop', ...expected })
    expect(pieces.join('')).toBe(completion.text)
  })

  test('wherever the connection cuts it', async () => {
    const bytes = new TextEncoder().encode(
      streamReply(['<think>不</think>', '你好 😀', '{"a": "\\n"}']).pieces?.join(''),
    )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const [i, end] of places.slice(1).entries()) controller.enqueue(bytes.slice(places[i], end))
            controller.close()
          },
        })
        const model = openai({
          baseUrl: 'http://localhost/v1',
          model: 'tiny',
          fetch: () => Promise.resolve(new Response(body)),
        })
        expect((await model.complete({ messages: [{ role: 'user', content: 'Hello' }], maxTokens: 64 })).text).toBe(
          '你好 😀{"a": "\\n"}',
        )
      }),
      { numRuns: 50 },
    )
  })

  test('and tells nothing of it once it was aborted, though more of it had come', async () => {
    const { ask } = await scripted([
      { headers: EVENTS, body: ['one', 'two', 'three'].map((content) => event(chunk({ content }))).join('') },
    ])
    const controller = new AbortController()
    const pieces: string[] = []
    await expect(
      ask({ signal: controller.signal, onToken: (piece) => (pieces.push(piece), controller.abort()) }),
    ).rejects.toMatchObject({ code: 'ABORTED' })
    expect(pieces).toEqual(['one'])
  })

  test('from a server that does not know how to end', async () => {
    const { ask } = await scripted([
      {
        headers: EVENTS,
        pieces: Array.from({ length: 20 }, () => event(chunk({ content: ' '.repeat(100) }))),
        end: 'hang',
      },
    ])
    expect((await ask({ maxTokens: 10 })).finish).toBe('length')
  })
})

describe('asks for JSON', () => {
  const schema = ANSWER_SCHEMA
  const strict = { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } }

  test('by a schema, and falls back to what the server accepts, once', async () => {
    const { model, ask, bodies } = await scripted([
      errorReply(400, "'response_format.type' must be 'json_object'"),
      streamReply('{"answer": "yes"}'),
      streamReply('{"answer": "no"}'),
    ])
    expect(model.capabilities.grammar).toBe(true)
    expect((await ask({ schema })).text).toBe('{"answer": "yes"}')
    expect(model.capabilities.grammar).toBe(false)
    expect((await ask({ schema })).text).toBe('{"answer": "no"}')
    const sent = await bodies()
    expect(sent.map((body) => body?.['response_format'])).toEqual([
      strict,
      { type: 'json_object' },
      { type: 'json_object' },
    ])
    // OpenAI refuses `json_object` where nothing in the conversation speaks of JSON.
    expect(JSON.stringify(sent[1]?.['messages'])).toContain('JSON')
  })

  test('without any format, where the server knows none or does not say what it has against the request', async () => {
    const { ask, bodies } = await scripted([
      { status: 422, body: '' },
      errorReply(400, 'json_object is not supported'),
      jsonReply('{"answer": "yes"}'),
    ])
    await ask({ schema, messages: [{ role: 'user', content: 'Answer in JSON.' }] })
    const [, , last] = await bodies()
    expect(last?.['response_format']).toBeUndefined()
    expect(last?.['messages']).toEqual([{ role: 'user', content: 'Answer in JSON.' }])
  })

  test('and forgets what it tried in vain when that was not the reason', async () => {
    const refusal = errorReply(400, 'This content is not allowed.')
    const { ask, bodies } = await scripted([refusal, refusal, errorReply(400, 'No.'), jsonReply('{}')])
    await expect(ask({ schema })).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('This content is not allowed') as string,
    })
    await ask({ schema })
    expect((await bodies()).at(-1)?.['response_format']).toEqual(strict)
  })

  test('as it was told to, and then not otherwise', async () => {
    const { ask, model, bodies } = await scripted([errorReply(400, 'response_format is not supported')], {
      jsonMode: 'json_object',
    })
    expect(model.capabilities.grammar).toBe(false)
    await expect(ask({ schema })).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    expect((await bodies()).map((body) => body?.['response_format'])).toEqual([{ type: 'json_object' }])
  })

  test('only when there is a schema', async () => {
    const { ask, bodies } = await scripted([jsonReply('Hi'), errorReply(400, 'response_format is not supported')])
    await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    expect((await bodies())[0]?.['response_format']).toBeUndefined()
  })
})

test('does without the fields that a server does not know, and remembers', async () => {
  const { ask, bodies } = await scripted([
    errorReply(400, 'Unrecognized request argument supplied: stream_options'),
    errorReply(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
    errorReply(400, "Unsupported value: 'temperature' does not support 0 with this model."),
    jsonReply('Hi'),
    jsonReply('Hi again'),
  ])
  await ask()
  await ask()
  const [, , , fourth, fifth] = await bodies()
  expect(fourth).toEqual({
    model: 'tiny',
    messages: [{ role: 'user', content: 'Hello' }],
    max_completion_tokens: 64,
    stream: true,
  })
  expect(fifth).toEqual(fourth)
})

test('sends further headers and fields, and the key, asked for anew each time', async () => {
  const keys = ['first-key', ' second-key\n']
  const { ask, seen } = await scripted([jsonReply('1'), jsonReply('2')], {
    apiKey: () => Promise.resolve(keys.shift() ?? ''),
    headers: { 'X-Title': 'Locket' },
    body: { reasoning_effort: 'none', temperature: 1, stream: false },
  })
  await ask()
  await ask()
  const [first, second] = await seen()
  expect(first?.headers).toMatchObject({ authorization: 'Bearer first-key', 'x-title': 'Locket' })
  expect(second?.headers['authorization']).toBe('Bearer second-key')
  expect(first?.body).toMatchObject({ reasoning_effort: 'none', temperature: 1, stream: true })
})

describe('tries again', () => {
  const RECOVERIES: [string, ServerReply[]][] = [
    ['after 429', [errorReply(429, 'Slow down')]],
    [
      'after 500, 503 and 504',
      [errorReply(500, 'Oops'), errorReply(503, 'Loading model'), { status: 504, body: '<html>' }],
    ],
    ['after a connection that was reset', [{ end: 'reset' }]],
    [
      'after a stream that was reset before its first piece',
      [{ headers: EVENTS, pieces: [event(chunk({ role: 'assistant', content: '' }))], end: 'reset' }],
    ],
    ['after a stream that ended before its first piece', [{ headers: EVENTS, pieces: [': hello\n\n'] }]],
    [
      'after a fault in a stream',
      [{ headers: EVENTS, body: event({ error: { code: 502, message: 'Provider gone' } }) }],
    ],
  ]
  test.each(RECOVERIES)('%s', async (_, replies) => {
    const { ask, pieces, seen } = await scripted([...replies, streamReply(['Hel', 'lo'])])
    expect((await ask()).text).toBe('Hello')
    expect(pieces).toEqual(['Hel', 'lo'])
    expect(await seen()).toHaveLength(replies.length + 1)
  })

  test('as often as told, then says so', async () => {
    const { ask, seen } = await scripted(
      Array.from({ length: 9 }, () => errorReply(503, 'Overloaded')),
      { retries: 2 },
    )
    await expect(ask()).rejects.toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(
        /"tiny" at http:.*\/v1\/chat\/completions answered 503: Overloaded, 3 times\. .*later/,
      ) as string,
    })
    expect(await seen()).toHaveLength(3)
  })

  test('when the server says, not before', async () => {
    const { ask } = await scripted([errorReply(429, 'Slow down', {}, { 'Retry-After': '0.3' }), jsonReply('Hi')])
    const begun = performance.now()
    await ask()
    expect(performance.now() - begun).toBeGreaterThan(295)
  })

  test('not at all when the server asks for a long wait', async () => {
    for (const wait of ['3600', new Date(Date.now() + 3_600_000).toUTCString()]) {
      const { ask, seen } = await scripted([errorReply(429, 'Tomorrow', {}, { 'Retry-After': wait }), jsonReply('Hi')])
      await expect(ask()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
      expect(await seen()).toHaveLength(1)
    }
  })

  test('not when pieces of the reply were told, which cannot be taken back', async () => {
    const broken = streamReply(['Hel'], { finish: null })
    const replies = [{ ...broken, end: 'reset' as const }, jsonReply('Hi')]
    const { ask, pieces, seen } = await scripted(replies)
    await expect(ask()).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('broke off') as string,
    })
    expect(pieces).toEqual(['Hel'])
    expect(await seen()).toHaveLength(1)
    // Nobody listens: nothing was told.
    const other = await scripted(replies)
    expect((await other.model.complete({ messages: [{ role: 'user', content: 'Hello' }], maxTokens: 8 })).text).toBe(
      'Hi',
    )
  })

  test('until it is aborted, or disposed of', async () => {
    const controller = new AbortController()
    const { model, ask } = await scripted([errorReply(503, 'Overloaded'), errorReply(503, 'Overloaded')], {
      backOffMs: 60_000,
    })
    const aborted = ask({ signal: controller.signal })
    setTimeout(() => controller.abort(), 50)
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' })
    const ended = ask()
    setTimeout(() => void model.dispose(), 50)
    await expect(ended).rejects.toMatchObject({ code: 'CLOSED' })
  })
})

describe('gives up', () => {
  const FAILURES: [string, ServerReply, string, RegExp][] = [
    [
      'without a good key',
      errorReply(401, 'Incorrect API key provided: my-secret-key.'),
      'MODEL_UNAVAILABLE',
      /answered 401: Incorrect API key provided: •••\. .*"apiKey"/,
    ],
    [
      'where there is no such model',
      errorReply(404, 'model "tiny" not found'),
      'MODEL_MISSING',
      /not found.*ollama pull tiny/,
    ],
    [
      'at an address that answers with a page',
      { body: '<!doctype html><title>App</title>', headers: { 'Content-Type': 'text/html' } },
      'MODEL_MISSING',
      /a page.*\/v1/,
    ],
    ['at a request that the server does not take', errorReply(400, 'What?'), 'MODEL_FAILED', /answered 400: What\?/],
    ['at an answer of another kind', { body: { ok: true } }, 'MODEL_FAILED', /no completion: \{"ok":true\}/],
    ['at an answer that is no JSON', { body: '{"choices": [' }, 'MODEL_FAILED', /no completion/],
    ['at events that are no JSON', { body: event('{oops'), headers: EVENTS }, 'MODEL_FAILED', /no completion: \{oops/],
    ['at no answer at all', { body: '' }, 'MODEL_UNAVAILABLE', /broke off/],
    [
      'when the model refuses',
      {
        body: event(chunk({ refusal: 'I cannot ' })) + event(chunk({ refusal: 'help.' }, 'stop')) + event('[DONE]'),
        headers: EVENTS,
      },
      'MODEL_FAILED',
      /refused: I cannot help\. /,
    ],
    [
      'when a filter stops the reply',
      streamReply('Hel', { finish: 'content_filter' }),
      'MODEL_FAILED',
      /content filter/,
    ],
    [
      'when the model breaks in the middle',
      { body: event(chunk({ content: 'Hel' })) + event({ error: { message: 'Model crashed' } }), headers: EVENTS },
      'MODEL_FAILED',
      /reported: Model crashed/,
    ],
    [
      'when the prompt is too long for OpenAI',
      errorReply(
        400,
        "This model's maximum context length is 100 tokens. However, your messages resulted in 207 tokens.",
      ),
      'CONTEXT_EXCEEDED',
      /100.*207/,
    ],
    [
      'when the prompt is too long for llama.cpp',
      errorReply(400, 'the request exceeds the available context size', { n_prompt_tokens: 1407, n_ctx: 256 }),
      'CONTEXT_EXCEEDED',
      /1407.*256/,
    ],
    [
      'when the prompt is too long for LM Studio',
      {
        body: `event: error\n${event({ error: { message: 'Trying to keep the first 1110 tokens when context the overflows. However, the model is loaded with context length of only 327 tokens' } })}`,
        headers: EVENTS,
      },
      'CONTEXT_EXCEEDED',
      /1110.*327/,
    ],
    [
      'when the prompt filled the context without a word',
      streamReply('', { usage: { prompt_tokens: 5000, completion_tokens: 0 } }),
      'CONTEXT_EXCEEDED',
      /5000.*4096/,
    ],
  ]
  test.each(FAILURES)('%s', async (_, reply, code, message) => {
    const { ask, seen } = await scripted([reply, jsonReply('Hi')], { apiKey: 'my-secret-key', retries: 0 })
    await expect(ask()).rejects.toMatchObject({
      name: 'LanguageModelError',
      code,
      message: expect.stringMatching(message) as string,
    })
    expect(await seen()).toHaveLength(1)
    expect((await ask()).text).toBe('Hi')
  })

  test('on a server that falls silent, before its reply or in it', async () => {
    for (const reply of [
      { end: 'hang' as const },
      { ...streamReply(['Hel'], { finish: null }), end: 'hang' as const },
    ]) {
      const { ask, seen } = await scripted([reply], { timeoutMs: 150 })
      await expect(ask()).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringMatching(/sent nothing for 0.15 s.*"timeoutMs"/) as string,
      })
      expect(await seen()).toHaveLength(1)
    }
  })

  test('not on one that is slow but steady', async () => {
    vi.useFakeTimers()
    try {
      let server!: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (server = controller) })
      const model = openai({
        baseUrl: 'http://localhost/v1',
        model: 'tiny',
        timeoutMs: 1000,
        fetch: () => Promise.resolve(new Response(body)),
      })
      let told = 0
      const asked = model.complete({
        messages: [{ role: 'user', content: 'Hello' }],
        maxTokens: 64,
        onToken: () => told++,
      })
      for (const [i, piece] of ['slow ', 'but ', 'steady'].entries()) {
        await vi.advanceTimersByTimeAsync(900)
        server.enqueue(new TextEncoder().encode(event(chunk({ content: piece }))))
        while (told === i) await nextTask()
      }
      server.enqueue(new TextEncoder().encode(event('[DONE]')))
      expect((await asked).text).toBe('slow but steady')
    } finally {
      vi.useRealTimers()
    }
  })

  test('where nothing answers, or the answer is kept from the page, with what to do', async () => {
    const { baseUrl } = await scriptedEndpoint([{ ...jsonReply('Hi'), cors: false }])
    for (const address of [baseUrl, 'http://localhost:9/v1']) {
      const asked = openai({ baseUrl: address, model: 'tiny', retries: 0 }).complete({
        messages: [{ role: 'user', content: 'Hello' }],
        maxTokens: 8,
      })
      await expect(asked).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringContaining(`OLLAMA_ORIGINS=${location.origin}`) as string,
      })
    }
  })

  test('when the key cannot be had', async () => {
    const { ask } = await scripted([jsonReply('Hi')], { apiKey: () => Promise.reject(new Error('locked')) })
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', cause: { message: 'locked' } })
  })
})

test('learns how large the context is from a server that says so', async () => {
  const { model, ask } = await scripted([
    errorReply(400, 'the request exceeds the available context size', { n_prompt_tokens: 1407, n_ctx: 256 }),
  ])
  await expect(ask()).rejects.toMatchObject({ code: 'CONTEXT_EXCEEDED' })
  expect(model.capabilities.contextTokens).toBe(256)
})

test('never tells the key, whatever a server repeats', async () => {
  const KEY = 'sk-very-secret'
  const echo = `Bearer ${KEY} is not right, ${'x'.repeat(280)} ${KEY}`
  const replies: ServerReply[] = [
    errorReply(401, echo),
    errorReply(400, echo),
    errorReply(503, echo),
    { body: echo },
    { body: { oops: echo } },
    { body: event({ error: { message: echo } }), headers: EVENTS },
    streamReply('', { finish: null }),
  ]
  const { ask, model } = await scripted(replies, { apiKey: KEY, headers: { 'X-Key': `${KEY}2` }, retries: 0 })
  for (const _ of replies) {
    const error = await ask().then(
      () => undefined,
      (reason: unknown) => reason as Error & { value?: unknown },
    )
    expect(error).toBeInstanceOf(Error)
    expect(`${error?.message} ${error?.stack} ${String(error?.cause)} ${JSON.stringify(error)}`).not.toContain(KEY)
  }
  expect(JSON.stringify(model)).not.toContain(KEY)
  const broken = await scripted([], { apiKey: `${KEY}\u4f60` })
  const error = await broken.ask().then(
    () => undefined,
    (reason: unknown) => reason as Error,
  )
  expect(error).toMatchObject({ code: 'INVALID_INPUT' })
  expect(error?.message).not.toContain(KEY)
  expect(error?.cause).toBeUndefined()
})

test('refuses options that cannot mean anything', () => {
  const make = (options: object) => () => openai({ baseUrl: 'http://localhost:11434/v1', model: 'tiny', ...options })
  const WRONG: object[] = [
    { baseUrl: '' },
    { baseUrl: 7 },
    { baseUrl: 'ftp://host/v1' },
    { baseUrl: 'http://host/v1?key=x' },
    { baseUrl: 'http://me:secret@host/v1' },
    { model: '' },
    { timeoutMs: 0 },
    { retries: -1 },
    { jsonMode: 'yaml' },
    { contextTokens: 0.5 },
  ]
  for (const options of WRONG)
    expect(make(options), JSON.stringify(options)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }) as Error)
  expect(make({ baseUrl: 'http://me:secret@host/v1' })).toThrow(/name or password/)
  expect(make({ baseUrl: 'http://me:hunter2@host/v1' })).toThrow(/^(?!.*hunter2)/)
  expect(make({ key: 'x' })).toThrow(expect.objectContaining({ code: 'UNKNOWN_OPTION' }) as Error)
  for (const baseUrl of ['/api/v1', 'http://localhost/v1/', 'http://localhost/v1/chat/completions'])
    expect(make({ baseUrl })).not.toThrow()
})

test('can be asked whether it is there', async () => {
  const list = { body: { data: [{ id: 'tiny:latest' }, { id: 'large' }] } }
  const probe = async (reply: ServerReply, model = 'tiny') => (await scripted([reply], { model })).model.probe?.()
  expect(await probe(list)).toMatchObject({ usable: true, reason: expect.not.stringContaining('list') as string })
  expect(await probe(list, 'other')).toMatchObject({
    usable: true,
    reason: expect.stringContaining('does not list other') as string,
  })
  expect(await probe({ status: 404, body: 'Not found' })).toMatchObject({ usable: true })
  expect(await probe({ status: 401, body: '' })).toMatchObject({
    usable: false,
    reason: expect.stringContaining('key') as string,
  })
  // Firefox asks again when a connection that it had was reset.
  const reset = (await scripted(new Array<ServerReply>(10).fill({ end: 'reset' }))).model
  expect(await reset.probe?.()).toMatchObject({
    usable: false,
    reason: expect.stringContaining('nothing answers') as string,
  })
})
