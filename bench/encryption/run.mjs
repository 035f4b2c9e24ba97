// npm run bench:encryption -- [--json OUT] [--memories 2000] [--rounds 9]
// What encryption costs: the same work on an encrypted store and on a plain one, side by side in one page, round about, on a persistent
// profile. The `hashEmbedder` stand-in of 384 dimensions takes next to no time, so the ratios are those of everything but the model.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    memories: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '9' },
  },
})
const memories = Number(values.memories)

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]
const thousands = (n) => n.toLocaleString('en')

const bench = await benchPage('bench/encryption/index.html')
try {
  const result = await bench.run({ memories, rounds: Number(values.rounds) })
  const line = (what, plain, encrypted, unit) =>
    console.log(
      `${what.padEnd(52)} ${plain.toFixed(1).padStart(9)} ${encrypted.toFixed(1).padStart(9)} ${unit.padEnd(3)} ${(encrypted / plain).toFixed(2).padStart(6)} ×`,
    )
  console.log(`${''.padEnd(52)} ${'plain'.padStart(9)} ${'encrypted'.padStart(9)}`)
  line('add, a hundred at once: median', median(result.add.plain), median(result.add.encrypted), 'ms')
  line('add, one at a time: median', median(result.single.plain), median(result.single.encrypted), 'ms')
  line(
    `open ${thousands(memories)}, to the first result: median`,
    median(result.open.plain),
    median(result.open.encrypted),
    'ms',
  )
  line(
    `open ${thousands(memories)}: longest silence of the page`,
    result.longestSilenceMs.plain,
    result.longestSilenceMs.encrypted,
    'ms',
  )
  line(`search ${thousands(memories)}: median`, median(result.search.plain), median(result.search.encrypted), 'ms')
  const { key, passphrase } = result.passphrase
  console.log(
    `open an empty memory: ${key.toFixed(0)} ms with a key, ${passphrase.toFixed(0)} with a passphrase (${(passphrase / key).toFixed(1)} ×)`,
  )
  console.log(
    `encrypt ${thousands(memories)} in place: ${result.convertMs.toFixed(0)} ms; write them anew with other keys: ${result.reencryptMs.toFixed(0)} ms`,
  )
  if (values.json) writeFileSync(values.json, JSON.stringify(result, null, 2) + '\n')
} finally {
  await bench.close()
}
