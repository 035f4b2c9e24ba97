// node bench/vector/run.mjs [--rows 1000,50000] [--index exact,js,hnsw] [--hnsw-rows 1000,50000] [--data clustered,near-duplicates] [--k 10] [--kernel wasm|js] [--json OUT]
// Further, for hnsw: [--m 32] [--ef-construction 128] [--ef-search 128].
// A graph of 50,000 rows takes minutes to build, so hnsw is measured up to 10,000 rows unless --hnsw-rows says at which.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000,5000,10000,50000,100000' },
    index: { type: 'string', default: 'exact,js,hnsw' },
    'hnsw-rows': { type: 'string' },
    data: { type: 'string', default: 'clustered,near-duplicates' },
    k: { type: 'string', default: '10' },
    kernel: { type: 'string', default: 'wasm' },
    m: { type: 'string' },
    'ef-construction': { type: 'string' },
    'ef-search': { type: 'string' },
    json: { type: 'string' },
  },
})
const sizes = values.rows.split(',').map(Number)
const indexes = values.index.split(',')
const unknown = indexes.filter((index) => !['exact', 'js', 'hnsw'].includes(index))
if (unknown.length > 0)
  throw new Error(`--index: there is no ${unknown.join(', ')}; give exact, js, hnsw or several of them.`)
const hnswSizes = values['hnsw-rows']?.split(',').map(Number) ?? sizes.filter((rows) => rows <= 10_000)
const set = { m: values.m, efConstruction: values['ef-construction'], efSearch: values['ef-search'] }
const hnsw = Object.fromEntries(
  Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : [[name, Number(value)]])),
)
const kinds = values.data.split(',')
const duplicated = Math.max(...sizes.filter((rows) => rows <= 50_000), Math.min(...sizes))

const bench = await benchPage('bench/vector/index.html', { isolated: true })
const measurements = []
try {
  console.log('rows              index       ms  js/this       1% ms  1%/full   recall     (1%)   build ms       MB')
  for (const [rows, data] of [...sizes.map((rows) => [rows, 'clustered']), [duplicated, 'near-duplicates']]) {
    if (!kinds.includes(data)) continue
    const here = indexes.filter((index) => index !== 'hnsw' || hnswSizes.includes(rows))
    const measured = await bench.run({ rows, data, k: Number(values.k), kernel: values.kernel, indexes: here, hnsw })
    for (const index of here) print(index, measured)
    measurements.push(...measured)
  }
} finally {
  await bench.close()
}
if (values.json) await writeFile(values.json, JSON.stringify(measurements, null, 2) + '\n')

function print(index, measured) {
  const find = (name, filter) => measured.find((entry) => entry.index === name && entry.filter === filter)
  const [all, few, js] = [find(index, 1), find(index, 0.01), find('js', 1)]
  const ms = ({ p50Ms }) => p50Ms.toFixed(p50Ms < 1 ? 3 : 2)
  const cells = [
    [ms(all), 9],
    [js ? (js.p50Ms / all.p50Ms).toFixed(1) : '', 9],
    [ms(few), 12],
    [(few.p50Ms / all.p50Ms).toFixed(3), 9],
    [all.recall.toFixed(3), 9],
    [few.recall.toFixed(3), 9],
    [all.buildMs.toFixed(0), 11],
    [(all.bytes / 1e6).toFixed(1), 9],
  ]
  const name = `${String(all.rows).padStart(6)} ${all.data === 'clustered' ? '' : 'near-dup'}`.padEnd(18)
  console.log(name + index.padEnd(5) + cells.map(([text, width]) => text.padStart(width)).join(''))
}
