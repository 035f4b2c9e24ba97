import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { LocketError } from '../../src/values/errors.js'
import type { Extractor } from '../../src/extract/extractor.js'
import { rulesExtractor } from '../../src/extract/rules.js'
import { findSecrets } from '../../src/secrets/detect.js'
import { maskedText } from '../../src/secrets/span.js'
import { hashEmbedder, scriptedExtractor, scriptedModel } from '../../src/testing/index.js'
import { fileOf, unpacked } from '../backup/support.js'
import { start, STORES, stubEmbedder } from '../memory/support.js'

const masked = (text: string): string => maskedText({ text, secrets: findSecrets(text) })
const PEM = [
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgHcTz6sE2I2yPB',
  'aFDrBz9vFqU4wK7S4gq0R6Gk2jY3c1cZ0w==',
  '-----END RSA PRIVATE KEY-----',
].join('\n')
// Built, so that nobody's scanner takes them for keys that leaked.
const key = (prefix: string, length: number): string =>
  prefix + 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY'.repeat(4).slice(0, length)

describe('what is a secret', () => {
  it.each([
    ['api-key', 'use ? please', key('sk-proj-', 40)],
    ['api-key', 'use ? please', key('sk-ant-api03-', 60)],
    ['api-key', '?', key('ghp_', 36)],
    ['api-key', 'the token "?"', key('github_pat_', 60)],
    ['api-key', 'AWS: ?,', `AKIA${'IOSFODNN7EXAMPLE'}`],
    ['api-key', 'maps ?.', key('AIza', 35)],
    ['api-key', 'slack ?', key('xoxb-', 40)],
    ['api-key', 'stripe ?', key('sk_live_', 24)],
    ['api-key', '阿里云的 AccessKey 是?。', key('LTAI', 20)],
    ['api-key', 'my API key is ?.', '9f8aB7b6c5d4e3f2a1b0c'],
    ['api-key', 'client_secret=?', 'Zm9vYmFyMTIzNDU2Nzg5MA=='],
    ['api-key', '密钥是?', 'Zm9vYmFyMTIzNDU2Nzg5MA'],
    ['token', 'Authorization: Bearer ?', 'abcdef1234567890ABCDEF'],
    [
      'token',
      'it sent ? back',
      `${'eyJhbGciOiJIUzI1NiJ9'}.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
    ],
    ['private-key', 'here:\n?\nthanks', PEM],
    ['private-key', '?', PEM.split('\n').slice(0, 3).join('\n')],
    ['password', 'my password is ?', 'hunter2'],
    ['password', 'My password is ?.', 'correcthorse'],
    ['password', 'password: ?', 'letmein'],
    ['password', 'PW = ?', 'abc'],
    ['password', 'the password to the wifi is ?!', 'Sunshine99'],
    ['password', 'Wifi password ?', 'hunter22'],
    ['password', 'I changed my password to ? yesterday', 'tr0ub4dor&3'],
    ['password', 'my password is "?"', 'opensesame'],
    ['password', 'postgres://ana:?@db.local/x', 's3cr3t'],
    ['password', '我的密码是?，别告诉别人', 'abc123'],
    ['password', '密码：?', 'letmein'],
    ['password', '密码改成了?', 'Qwer!234'],
    ['password', 'wifi密码 ?', 'sunshine8'],
    ['pin', 'my PIN is ?', '4821'],
    ['pin', 'PIN code: ?.', '123456'],
    ['pin', 'and the CVV is ?', '123'],
    ['pin', '支付密码?', '135790'],
    ['pin', '银行卡的PIN码是?', '4821'],
    ['one-time-code', 'Your verification code is ?.', '482913'],
    ['one-time-code', 'one-time code: ?', '482 913'],
    ['one-time-code', '? is your Acme verification code', '482913'],
    ['one-time-code', '验证码是 ?，五分钟内有效', '384920'],
    ['one-time-code', '【银行】您的验证码为?', '384920'],
    ['one-time-code', '?是您的登录验证码', '384920'],
    [
      'recovery-phrase',
      'My seed phrase is ?',
      'apple banana cherry dragon elephant forest grape house igloo jacket kite lemon',
    ],
    ['recovery-phrase', '助记词：?', 'apple banana cherry dragon elephant forest grape house igloo jacket kite lemon'],
    ['card-number', 'My card is ?, ok', '4111 1111 1111 1111'],
    ['card-number', 'pay with ?', '5555-5555-5555-4444'],
    ['card-number', '?', '378282246310005'],
    ['card-number', '卡号?', '6222021234567890128'],
    ['card-number', '卡号是？', '４１１１ １１１１ １１１１ １１１１'],
    ['iban', 'Send it to ? OK', 'DE89 3704 0044 0532 0130 00'],
    ['iban', 'IBAN ?', 'GB82WEST12345698765432'],
    ['id-number', '身份证号是?', '11010519491231002X'],
    ['id-number', 'my SSN is ?', '078-05-1120'],
  ])('%s: %s', (kind, frame, secret) => {
    const text = frame.replace(/[?？]/, () => secret)
    const found = findSecrets(text)
    expect(found.map((one) => [one.kind, text.slice(one.start, one.end)])).toEqual([[kind, secret]])
    expect(masked(text)).toBe(frame.replace(/[?？]/, () => found[0]?.mask as string))
    expect(found[0]?.mask).toMatch(/\p{Script=Han}/u.test(frame) ? /^\[[\p{Script=Han}A-Z ]+\]$/u : /^\[[A-Za-z -]+\]$/)
  })

  it.each([
    'My order number is 4111111111111111.',
    'Tracking 5555555555554444 says Tuesday',
    '订单号：6222021234567890128',
    '运单 4111111111111111',
    'invoice 378282246310005',
    'IMEI 490154203237518',
    'ISBN 978-3-16-148410-0',
    'ISBN 9783161484100',
    'It has id 1234567890123456',
    'call +49 1512 3456789',
    'call 13800138000',
    '我的电话是13800138000',
    'call (555) 123-4567 or +1 555 123 4567',
    '1700000000000 ms',
    '550e8400-e29b-41d4-a716-446655440000',
    'commit 4521b0379b60b6ed18408b3de40105b1f3d4521b',
    'sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'md5 d41d8cd98f00b204e9800998ecf8427e',
    'see https://example.org/a/b?token=short',
    'v1.2.3-beta.4',
    '2026-05-11T10:00:00.000Z',
    'my password is weak',
    'My password is not working',
    'The password is required.',
    'password must have 8 characters',
    'I forgot my password',
    'password reset link: https://example.org/r',
    'my password is the name of my dog',
    'my password is case-sensitive',
    'a password to login',
    'Is my password safe?',
    'use a password manager',
    'passwords are hard',
    'password: string',
    'const password = process.env.PASSWORD',
    'my password is expired and I changed it',
    '密码是我的生日',
    '密码是多少？',
    '我忘了密码',
    '密码是对的',
    '密码错了',
    '请输入密码',
    '验证码没收到',
    '验证码是多少',
    'the secret is to cook slowly',
    'a token of my love',
    'the secret ingredient is cinnamon',
    'GPIO pin 12',
    'pin it to the wall',
    'bowling pin 3',
    'the code is broken',
    'zip code 94103',
    'area code 415',
    'login 2024',
    'in access 1234 people',
    'security is my job',
    'I verified 12 codes',
    'her recovery phrase was long and she could not remember what they had told her then',
    '身份证号110105194912310021',
    'DE89 3704 0044 0532 0130 01',
    'sk-learn is a library',
    'task-force-one-is-the-name-of-the-game',
    'my key is under the mat',
    'the API key rotates daily',
    'secret: none',
    'Ana paid 1,234,567.89 for 12345678 shares',
    '我住在上海市浦东新区100号',
    '银行卡丢了',
  ])('not: %s', (text) => {
    expect(findSecrets(text)).toEqual([])
  })

  it('is found in any text without a throw, in order, each once, and leaves nothing to be found', () => {
    const parts = [
      'password is ',
      'password: ',
      '密码是',
      'hunter2',
      'letmein',
      '4111 1111 1111 1111',
      'PIN ',
      '1234',
      '验证码',
      '482913',
      PEM,
      '-----BEGIN PRIVATE KEY-----',
      key('sk-', 30),
      ' ',
      '\n',
      '。',
      '. ',
      '[',
      ']',
      '[password]',
      '[密码]',
      '"',
      '：',
      'Bearer ',
      '://a:b@',
      'DE89 3704 0044 0532 0130 00',
      '😀',
      '\ud800',
      '４１',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 12 }),
        (pieces) => {
          const text = pieces.join('')
          const found = findSecrets(text)
          let end = 0
          for (const one of found) {
            expect(one.start).toBeGreaterThanOrEqual(end)
            expect(one.end).toBeGreaterThan(one.start)
            end = one.end
          }
          expect(end).toBeLessThanOrEqual(text.length)
          expect(findSecrets(text)).toEqual(found)
        },
      ),
      { numRuns: 500 },
    )
  })
})

const SAID = 'By the way, I live in Lisbon and my password is hunter2xyz.'
const GESAGT = '对了，我住在上海，我的密码是 mima8888xyz。'

/** Everything that lies in the store and everything that was given out, as text. */
const holds = (value: unknown, secret: string): boolean =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Uint8Array ? new TextDecoder().decode(one) : one,
  ).includes(secret)

describe.each(STORES)('secrets (hashEmbedder, %s)', (kind) => {
  it.each([
    [SAID, 'hunter2xyz', '[password]', /Lisbon/],
    [GESAGT, 'mima8888xyz', '[密码]', /上海/],
  ])('are kept with their message and shown nowhere else: %s', async (text, secret, mask, city) => {
    const embedded: string[] = []
    const embedder = stubEmbedder({
      embed: (texts, purpose, options) => (embedded.push(...texts), hashEmbedder().embed(texts, purpose, options)),
    })
    const warn = vi.spyOn(console, 'warn')
    const { memory } = await start(kind, { extractor: rulesExtractor(), embedder })
    const added = await memory.add([{ id: 'said', content: text }, 'Hello there.'])
    expect(added.report.secrets).toEqual([{ kind: 'password', messageId: 'said' }])
    expect(holds(added, secret)).toBe(false)
    expect(added.results).toMatchObject([
      { memory: expect.stringMatching(city), evidence: [{ messageId: 'said', quote: expect.stringContaining(mask) }] },
    ])
    // What was said is not lost.
    expect((await memory.messages.get('said'))?.content).toBe(text)
    const query = text.slice(0, text.indexOf(secret) - 8)
    const found = await memory.search(query)
    expect(holds(found, secret)).toBe(false)
    expect(found.results.find(({ id }) => id === 'said')?.memory).toBe(text.replace(secret, mask))
    expect(found.results.find(({ id }) => id !== 'said' && id !== added.results[0]?.id)?.before?.quote).toContain(mask)
    expect((await memory.search(query, { secrets: 'show' })).results.find(({ id }) => id === 'said')?.memory).toBe(text)
    const context = await memory.context(query, { threshold: 0 })
    expect(holds(context, secret)).toBe(false)
    expect(context.text).toContain(mask)
    await memory.idle()
    expect((await memory.entities.list()).results.filter((entity) => holds(entity, secret))).toEqual([])
    expect(embedded.filter((one) => one.includes(secret))).toEqual([])
    // Nobody finds it by trying: the index does not know the word.
    const tried = await memory.search(secret, { explain: true })
    expect(
      tried.results
        .flatMap(({ explanation }) => explanation ?? [])
        .filter(({ signal, raw }) => signal === 'words' && raw > 0),
    ).toEqual([])
    expect(holds(warn.mock.calls, secret)).toBe(false)
    warn.mockRestore()
  })

  it('of a text that is kept as it stands are masked in the memory too, through rebuilds, updates, undo and export', async () => {
    const rig = await start(kind)
    const { results, report } = await rig.memory.add({ id: 'said', content: SAID }, { infer: false })
    const id = results[0]?.id as string
    expect(report.secrets).toEqual([{ kind: 'password', messageId: 'said' }])
    expect(results[0]?.evidence).toEqual([{ messageId: 'said', quote: SAID.replace('hunter2xyz', '[password]') }])
    const shown = async () => (await rig.memory.search('Lisbon')).results.map(({ memory: text }) => text)
    expect(await shown()).toEqual([SAID.replace('hunter2xyz', '[password]')])
    // Sent again it is known, by the very message.
    expect((await rig.memory.add({ id: 'said', content: SAID }, { infer: false })).results).toMatchObject([
      { id, event: 'NONE' },
    ])
    await rig.memory.update(id, { text: 'In Lisbon the PIN is 482913.' })
    expect(await shown()).toContain('In Lisbon the PIN is [PIN code].')
    expect(holds(await rig.memory.search('Lisbon'), '482913')).toBe(false)
    await rig.memory.undo((await rig.memory.history(id)).at(-1)?.operationId as string)
    expect(await shown()).toEqual([SAID.replace('hunter2xyz', '[password]')])
    expect((await rig.memory.get(id)) as object).toMatchObject({ memory: SAID })
    const file = await fileOf(rig.memory)
    expect(await unpacked(file)).not.toContain('"mask"')
    if (kind === 'IndexedDB') await rig.reopen()
    expect(await shown()).toEqual([SAID.replace('hunter2xyz', '[password]')])
    expect((await rig.memory.verify()).findings).toEqual([])
    await rig.memory.reset()
    await rig.memory.import(file)
    expect(await shown()).toEqual([SAID.replace('hunter2xyz', '[password]')])
    expect(
      (await rig.memory.search('hunter2xyz', { explain: true })).results
        .flatMap(({ explanation }) => explanation ?? [])
        .filter(({ signal, raw }) => signal === 'words' && raw > 0),
    ).toEqual([])
    await rig.memory.purge(id)
    expect((await rig.memory.health()).counts).toMatchObject({ messages: 0, memories: 0, history: 0 })
  })
})

describe('secrets and whoever reads (hashEmbedder)', () => {
  it('no extractor, model, summary, run or decision sees them, and no fact tells of them', async () => {
    const seen: unknown[] = []
    const { extract } = scriptedExtractor((text, input) => {
      seen.push(text, input)
      return [
        {
          text: `User's ${text.slice(-40)}`,
          quote: text.slice(-12),
          slot: { subject: 'user', attribute: 'other', value: 'x', cardinality: 'many' },
        },
        {
          text: 'User lives in Lisbon',
          quote: 'I live in Lisbon',
          slot: { subject: 'user', attribute: 'home', value: 'lisbon', cardinality: 'one' },
        },
      ]
    })
    const nosy: Extractor = {
      name: 'nosy',
      needs: { known: 10, lately: 10, unwanted: 10, summary: true },
      extract,
      digest: (messages) => (
        seen.push(messages),
        Promise.resolve({ text: messages.map(({ text }) => text).join('\n'), evidence: [] })
      ),
      summarise: (before, messages) => (
        seen.push(before, messages),
        Promise.resolve(messages.map(({ text }) => text).join('\n'))
      ),
      decide: (facts, neighbours) => (
        seen.push(facts, facts.map(neighbours)),
        Promise.resolve({ decisions: facts.map((fact) => ({ event: 'ADD', fact })) })
      ),
      dispose: () => Promise.resolve(),
    }
    const { memory } = await start('inMemoryStore', { extractor: nosy, scope: { userId: 'ana', agentId: 'coach' } })
    await memory.add(`To keep: ${SAID}`, { infer: false })
    const { report, results } = await memory.add(SAID)
    expect(results.map(({ memory: text }) => text)).toEqual(['User lives in Lisbon'])
    expect(report.rejected.secret).toBe(1)
    await memory.add([SAID, 'And on.'], { kind: 'procedural' })
    await memory.add(Array.from({ length: 21 }, (_, i) => `${SAID} ${i}`))
    await memory.idle()
    await expect.poll(() => seen.length).toBeGreaterThan(40)
    expect(holds(seen, 'hunter2xyz')).toBe(false)
    expect(holds(seen, '[password]')).toBe(true)
    expect(
      holds(
        (await memory.getAll({ filters: { metadata: { exists: false } }, kinds: ['procedural'] })).results,
        'hunter2xyz',
      ),
    ).toBe(false)
  })

  it('nor does the prompt of a language model or a reranker hold them', async () => {
    const llm = scriptedModel(() =>
      JSON.stringify({
        facts: [
          {
            from: [1],
            quote: 'my password is [password]',
            text: "User's password is [password]",
            by: 'User',
            about: 'User',
            attribute: 'other',
            value: '[password]',
            when: '',
          },
        ],
      }),
    )
    const candidates: unknown[] = []
    const reranker = {
      name: 'nosy',
      rerank: (query: string, texts: readonly { text: string }[]) => (
        candidates.push(query, texts),
        Promise.resolve(texts.map(() => 0.5))
      ),
      load: () => Promise.resolve(),
      dispose: () => Promise.resolve(),
    }
    const { memory } = await start('inMemoryStore', { extractor: undefined as never, llm, reranker })
    const { results, report } = await memory.add(SAID)
    expect(results).toEqual([])
    expect(report.rejected.secret + report.rejected.unsupported).toBe(1)
    await memory.search('Lisbon')
    expect(holds([llm.requests, candidates], 'hunter2xyz')).toBe(false)
    expect(holds(llm.requests, '[password]')).toBe(true)
    expect(holds(candidates, '[password]')).toBe(true)
  })

  it('an error says nothing of them', async () => {
    const { memory, warnings } = await start('inMemoryStore', {
      extractor: scriptedExtractor((text) => {
        throw new Error(`cannot read ${text}`)
      }),
    })
    const { results } = await memory.add(SAID, { infer: false })
    const [other] = (await memory.add('Other.', { infer: false })).results
    const { report } = await memory.add(`${SAID} Again.`)
    const jobs = await memory.jobs()
    const told: unknown[] = [report, jobs, warnings.map(({ message, value }) => [message, value])]
    for (const call of [
      () => memory.update(other?.id as string, { text: SAID }),
      () => memory.undo(results[0]?.id as string),
      () => memory.add({ content: SAID, when: 1 } as never),
      () => memory.add([{ content: SAID, at: 'never' }]),
      () => memory.add({ content: [{ type: 'text', text: SAID }, 5] } as never),
      () => memory.add(SAID, { infer: false, kind: 'x' as never }),
    ])
      try {
        await call()
        expect.unreachable()
      } catch (error) {
        if (!(error instanceof LocketError)) throw error
        told.push([error.message, error.hint, error.value, String(error.cause)])
      }
    expect(holds(told, 'hunter2xyz')).toBe(false)
  })

  it('are not looked for with `keep`, and a wrong option is refused', async () => {
    const { memory } = await start('inMemoryStore', { secrets: 'keep' })
    const { report } = await memory.add(SAID)
    expect(report.secrets).toEqual([])
    expect((await memory.search('Lisbon')).results[0]?.memory).toBe(SAID)
    await expect(start('inMemoryStore', { secrets: 'show' as never })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(memory.search('x', { secrets: 'keep' as never })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(memory.context('x', { secrets: 'show' } as never)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
  })

  it('given as evidence are masked, and reported once a kind', async () => {
    const { memory } = await start()
    const { results, report } = await memory.add('User has a wifi. PIN 1234, PIN 4321.', {
      infer: false,
      evidence: [{ messageId: 'there', quote: SAID }],
    })
    expect(results[0]?.evidence).toEqual([{ messageId: 'there', quote: SAID.replace('hunter2xyz', '[password]') }])
    expect(report.secrets).toEqual([{ kind: 'pin', messageId: 'there' }])
  })
})
