import { afterAll, describe, expect, it } from 'vitest'
import * as locket from '../../src/index.js'
import facts from '../../docs/facts.md?raw'
import retrieval from '../../docs/retrieval.md?raw'
import encryption from '../../docs/encryption.md?raw'
import storage from '../../docs/storage.md?raw'
import readme from '../../README.md?raw'
import safety from '../../docs/safety.md?raw'

/*
 * The documents' examples, run as they are written, with the real model. A line `expression // 'value'` is a claim that is checked;
 * a claim with "…" in it is too loose to check.
 */

const names = Object.keys(locket)
const opened: locket.Memory[] = []
afterAll(() => Promise.all(opened.map((memory) => memory.close())))

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...source: string[]
) => (...values: unknown[]) => Promise<void>

const blocks = (text: string): string[] =>
  Array.from(text.matchAll(/```ts\n([\s\S]*?)```/g), ([, code]) => code as string)

function runnable(code: string): { source: string; claims: number } {
  let claims = 0
  const source = code
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^([^\n/]+?) \/\/ (['"[{\d].*)$/gm, (line, expression: string, value: string) => {
      if (value.includes('…')) return line
      claims++
      return `expect(${expression}).toEqual(${value})`
    })
  return { source, claims }
}

async function run(code: string, memory?: locket.Memory): Promise<number> {
  const { source, claims } = runnable(code)
  const own = {
    ...locket,
    expect,
    Memory: {
      open: async (options: locket.OpenOptions) =>
        keep(await locket.Memory.open({ ...options, name: `docs-${crypto.randomUUID()}` })),
    },
    ...(memory ? { memory } : {}),
  }
  await new AsyncFunction(...Object.keys(own), source)(...Object.values(own))
  return claims
}

function keep(memory: locket.Memory): locket.Memory {
  opened.push(memory)
  return memory
}

describe('the examples of the documents (real model)', () => {
  it('README: a working memory in a minute', async () => {
    expect(names).toContain('Memory')
    const [first] = blocks(readme)
    expect(await run(first as string)).toBeGreaterThan(0)
  })

  it('facts: a move', async () => {
    const memory = keep(await locket.Memory.open({ name: `docs-${crypto.randomUUID()}`, scope: { userId: 'ana' } }))
    const [first] = blocks(facts)
    expect(await run(first as string, memory)).toBeGreaterThan(1)
  })

  it('retrieval: a search and a block', async () => {
    const [first] = blocks(retrieval)
    expect(await run(first as string)).toBe(3)
  })

  it('encryption: a passphrase, and another', async () => {
    const [first] = blocks(encryption)
    expect(await run(first as string)).toBe(2)
  })

  it('safety: whose word it is, and a password', async () => {
    for (const block of blocks(safety)) {
      const memory = keep(await locket.Memory.open({ name: `docs-${crypto.randomUUID()}`, scope: { userId: 'ana' } }))
      expect(await run(block, memory)).toBeGreaterThan(1)
    }
  })

  it('storage: whether it is kept', async () => {
    const memory = keep(await locket.Memory.open({ name: `docs-${crypto.randomUUID()}`, scope: { userId: 'ana' } }))
    const [first] = blocks(storage)
    await expect(run(first as string, memory)).resolves.toBeTypeOf('number')
  })
})
