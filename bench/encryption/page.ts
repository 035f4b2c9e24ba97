import { Memory, type EncryptionKey } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { median } from '../write/recorder.js'
import { chatText } from '../write/texts.js'

const SCOPE = { userId: 'ana' }
const CHUNK = 100

export interface Run {
  plain: number[]
  encrypted: number[]
}

export interface Result {
  /** Milliseconds, a value a round; the rounds of both alternate, so that the machine's noise meets both. */
  add: Run
  single: Run
  open: Run
  search: Run
  /** Of opening with a passphrase instead of a key. */
  passphrase: { key: number; passphrase: number }
  /** Of encrypting a store of that size that was not, and of writing all of it anew. */
  convertMs: number
  reencryptMs: number
  longestSilenceMs: { plain: number; encrypted: number }
}

const open = (name: string, encryption?: EncryptionKey): Promise<Memory> =>
  Memory.open({
    name,
    embedder: hashEmbedder({ dimensions: 384 }),
    extractor: false,
    scope: SCOPE,
    ...(encryption ? { encryption } : {}),
  })

async function timed(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await step()
  return performance.now() - start
}

/** The longest time in which the page could do nothing else, while the step ran. */
async function silence(step: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 4)
  try {
    await step()
  } finally {
    clearInterval(timer)
  }
  return longest
}

async function run({ memories, rounds }: { memories: number; rounds: number }): Promise<Result> {
  const key = { key: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']) }
  const kinds = { plain: undefined, encrypted: key } as const
  const both = async (
    step: (kind: 'plain' | 'encrypted', round: number) => Promise<number>,
    times: number,
  ): Promise<Run> => {
    const result: Run = { plain: [], encrypted: [] }
    for (let round = 0; round < times; round++)
      for (const kind of round % 2 === 0 ? (['plain', 'encrypted'] as const) : (['encrypted', 'plain'] as const))
        result[kind].push(await step(kind, round))
    return result
  }

  const memory = { plain: await open('plain'), encrypted: await open('encrypted', key) }
  // What is compiled and made ready at the first use counts for neither.
  await both((kind) => timed(() => memory[kind].add('Something to begin with.', { infer: false })), 3)
  const add = await both(
    (kind, round) =>
      timed(() =>
        memory[kind].add(
          Array.from({ length: CHUNK }, (_, i) => chatText(round * CHUNK + i)),
          { infer: false },
        ),
      ),
    memories / CHUNK,
  )
  const single = await both(
    (kind, round) => timed(() => memory[kind].add(chatText(memories + round), { infer: false })),
    30,
  )
  for (const one of Object.values(memory)) await one.idle()
  const search = await both((kind, round) => timed(() => memory[kind].search(chatText(round * 37))), rounds * 6)
  for (const one of Object.values(memory)) await one.close()

  const opened = (kind: 'plain' | 'encrypted') => async (): Promise<void> => {
    const one = await open(kind, kinds[kind])
    await one.search('coffee')
    await one.close()
  }
  const opens = await both((kind) => timed(opened(kind)), rounds)
  const silences = await both((kind) => silence(opened(kind)), 5)

  const passphrase = { passphrase: 'correct horse battery staple' }
  for (const encryption of [key, passphrase])
    await (
      await Memory.open({
        name: 'passphrase' in encryption ? 'locked' : 'keyed',
        embedder: false,
        extractor: false,
        encryption,
      })
    ).close()
  const locks = { key: [] as number[], passphrase: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    locks.key.push(
      await timed(async () =>
        (await Memory.open({ name: 'keyed', embedder: false, extractor: false, encryption: key })).close(),
      ),
    )
    locks.passphrase.push(
      await timed(async () =>
        (await Memory.open({ name: 'locked', embedder: false, extractor: false, encryption: passphrase })).close(),
      ),
    )
  }

  const convertMs = (await timed(async () => (await open('plain', key)).close())) - median(opens.encrypted)
  const one = await open('plain', key)
  const reencryptMs = await timed(() => one.changeKey(key, { reencrypt: true }))
  await one.close()
  return {
    add,
    single,
    open: opens,
    search,
    passphrase: { key: median(locks.key), passphrase: median(locks.passphrase) },
    convertMs,
    reencryptMs,
    longestSilenceMs: { plain: median(silences.plain), encrypted: median(silences.encrypted) },
  }
}

Object.assign(window, { run })
