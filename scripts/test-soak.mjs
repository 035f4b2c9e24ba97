// npm run test:soak [-- --minutes 10] [--memories 50000] [--seed 1]
// Reads and writes one large store from three tabs for long, and reports what grows. See docs/testing.md.
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { findChromium } from './browser.mjs'
import { ROOT, setUp, stop } from './setup.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    memories: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
})
const [minutes, memories, seed] = [Number(values.minutes), Number(values.memories), Number(values.seed)]
if (!(minutes > 0) || !Number.isInteger(memories) || memories < 1_000 || !Number.isInteger(seed))
  stop('usage: npm run test:soak -- [--minutes 10] [--memories 50000] [--seed 1]')

setUp()
process.env.CHROME_PATH = await findChromium({ install: true }).catch(({ message }) => stop(message))
const { runnerImport } = await import('vite')
const { module } = await runnerImport(join(ROOT, 'test/soak/run.ts'), {
  root: ROOT,
  configFile: false,
  logLevel: 'error',
})
console.log(`${memories.toLocaleString('en')} memories, three tabs, ${minutes} minutes, seed ${seed}`)
const wrong = await module.soakRun({ minutes, memories, seed, log: console.log })
for (const line of wrong.slice(0, 50)) console.error(line)
console.log(`\nerrors ${wrong.length}`)
process.exit(wrong.length === 0 ? 0 : 1)
