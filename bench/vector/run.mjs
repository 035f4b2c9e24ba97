// node bench/vector/run.mjs [--rows 1000,50000] [--kernel wasm|js] [--json OUT]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000,5000,10000,50000,100000' },
    kernel: { type: 'string', default: 'wasm' },
    json: { type: 'string' },
  },
})
const sizes = values.rows.split(',').map(Number)
const duplicated = Math.max(...sizes.filter((rows) => rows <= 50_000), Math.min(...sizes))

const bench = await benchPage('bench/vector/index.html', { isolated: true })
const measurements = []
try {
  for (const [rows, data] of [...sizes.map((rows) => [rows, 'clustered']), [duplicated, 'near-duplicates']]) {
    const four = await bench.run({ rows, data, kernel: values.kernel })
    if (measurements.length === 0)
      console.log('rows              exact ms    js ms  js/exact   exact 1%    js 1%  1%/full  recall exact (1%)  js   build ms  MB')
    print(four)
    measurements.push(...four)
  }
} finally {
  await bench.close()
}
if (values.json) await writeFile(values.json, JSON.stringify(measurements, null, 2) + '\n')

function print(four) {
  const find = (index, filter) => four.find((entry) => entry.index === index && entry.filter === filter)
  const [exact, js, exactFew, jsFew] = [find('exact', 1), find('js', 1), find('exact', 0.01), find('js', 0.01)]
  const ms = ({ p50Ms }) => p50Ms.toFixed(p50Ms < 1 ? 3 : 2).padStart(8)
  console.log(
    `${String(exact.rows).padStart(6)} ${exact.data === 'clustered' ? '' : 'near-dup'}`.padEnd(18) +
      `${ms(exact)} ${ms(js)} ${(js.p50Ms / exact.p50Ms).toFixed(1).padStart(9)}   ${ms(exactFew)} ${ms(jsFew)} ` +
      `${(exactFew.p50Ms / exact.p50Ms).toFixed(3).padStart(8)}  ${exact.recall.toFixed(3).padStart(12)} (${exactFew.recall.toFixed(3)}) ` +
      `${js.recall.toFixed(3)} ${exact.buildMs.toFixed(0).padStart(6)} ${(exact.bytes / 1e6).toFixed(1).padStart(6)}`,
  )
}
