import { expect, test } from 'vitest'
import { crashRun, isClean, summary } from '../crash/run.js'

test(
  'two tabs that write are killed 20 times: nothing acknowledged is lost, doubled or half there (hashEmbedder, persistent profile)',
  async () => {
    const lines: string[] = []
    const figures = await crashRun({ kills: 20, seed: 1, log: (line) => lines.push(line) })
    expect(isClean(figures), `${summary(figures)}\n${lines.join('\n')}`).toBe(true)
    expect(figures.kills).toBeGreaterThanOrEqual(20)
    // Otherwise nothing was put to the test.
    expect(figures.acknowledged).toBeGreaterThan(50)
  },
  900_000,
)
