import { expect, test } from 'vitest'
import { crashRun, isClean, summary } from '../crash/run.js'

test.each([
  ['a store in the open', 14, undefined],
  ['an encrypted store', 6, 1],
])(
  'two tabs that write are killed, 20 times in all: nothing acknowledged is lost, doubled or half there (hashEmbedder, persistent profile): %s',
  async (_, kills, encryptOneIn) => {
    const lines: string[] = []
    const figures = await crashRun({
      kills,
      seed: 1,
      ...(encryptOneIn ? { encryptOneIn } : {}),
      log: (line) => lines.push(line),
    })
    expect(isClean(figures), `${summary(figures)}\n${lines.join('\n')}`).toBe(true)
    expect(figures.kills).toBeGreaterThanOrEqual(kills)
    // Otherwise nothing was put to the test.
    expect(figures.acknowledged).toBeGreaterThan(2 * kills)
  },
  900_000,
)
