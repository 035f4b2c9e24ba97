// npm run test:crash [-- --kills 200] [--seed 1] [--encrypt-one-in 4]
// Kills browsers while they write, and checks that nothing acknowledged is lost, doubled or half there. See docs/testing.md.
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { findChromium } from './browser.mjs'
import { ROOT, setUp, stop } from './setup.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'encrypt-one-in': { type: 'string', default: '4' },
  },
})
const [kills, seed, encryptOneIn] = [values.kills, values.seed, values['encrypt-one-in']].map(Number)
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed) || !Number.isInteger(encryptOneIn))
  stop('usage: npm run test:crash -- [--kills 200] [--seed 1] [--encrypt-one-in 4]  (0: none)')

setUp()
process.env.CHROME_PATH = await findChromium({ install: true }).catch(({ message }) => stop(message))
const { runnerImport } = await import('vite')
const { module } = await runnerImport(join(ROOT, 'test/crash/run.ts'), {
  root: ROOT,
  configFile: false,
  logLevel: 'error',
})
console.log(`${kills} kills, seed ${seed}`)
const figures = await module.crashRun({ kills, seed, encryptOneIn, log: console.log })
console.log(`\n${module.summary(figures)}`)
process.exit(module.isClean(figures) && figures.kills >= kills ? 0 : 1)
