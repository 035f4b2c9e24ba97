// npm run bench:storage -- [--json OUT] [--memories 2000] [--recall 500] [--queries 100]
// Bytes that a memory takes on the disk, with vectors as float32, as int8 and without any, on a persistent profile after upkeep; and what int8
// does to what is found, with the real model (`--recall 0`: not measured). The stand-in `hashEmbedder` of 384 dimensions fills the stores.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    memories: { type: 'string', default: '2000' },
    recall: { type: 'string', default: '500' },
    queries: { type: 'string', default: '100' },
  },
})
const memories = Number(values.memories)
const figures = {}

/** Each on a profile of its own: what the browser tidies up of one store must not count for another. */
async function measure(options) {
  const bench = await benchPage('bench/storage/index.html')
  try {
    return await bench.run(options)
  } finally {
    await bench.close()
  }
}

for (const storage of ['float32', 'int8', 'none']) {
  const { bytes, rows, vectorBytes } = await measure({ task: 'fill', name: storage, memories, storage })
  figures[storage] = bytes / memories
  console.log(
    `${storage.padEnd(8)} ${Math.round(figures[storage]).toString().padStart(6)} bytes per memory ${(figures[storage] / figures.float32).toFixed(2).padStart(6)} of float32   (${rows} vectors, ${Math.round(vectorBytes / memories)} bytes each)`,
  )
}
if (Number(values.recall) > 0) {
  const { recall, byValue, largest } = await measure({
    task: 'recall',
    memories: Number(values.recall),
    queries: Number(values.queries),
  })
  Object.assign(figures, { recall, byValue, largest })
  console.log(
    `int8, best 10 of ${values.recall} (real model, ${values.queries} questions): recall ${recall.toFixed(3)}, by value ${byValue.toFixed(3)}, largest error of a cosine ${largest.toExponential(1)}`,
  )
}
if (values.json) writeFileSync(values.json, JSON.stringify(figures, null, 2) + '\n')
