// How alike the vectors of known and new facts are, by what the two have to do with each other: what the thresholds in
// src/reconcile/thresholds.ts were chosen from. `node bench/reconcile/run.mjs [--pairs]` lists every pair too.
import { benchPage } from '../../scripts/bench-page.mjs'

const bench = await benchPage('bench/reconcile/index.html')
try {
  const pairs = await bench.run()
  const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]
  console.log('similarity in deviations      n    min    5 %   25 %   50 %   75 %   95 %    max    decided')
  for (const language of ['en', 'zh']) {
    for (const kind of ['paraphrase', 'elaboration', 'related', 'long']) {
      const own = pairs.filter((pair) => pair.language === language && pair.kind === kind)
      const sorted = own.map(({ similarity }) => similarity).sort((a, b) => a - b)
      const row = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1].map((q) => quantile(sorted, q).toFixed(1).padStart(7)).join('')
      const events = ['ADD', 'NONE', 'UPDATE'].map(
        (event) => `${event} ${own.filter((pair) => pair.event === event).length}`,
      )
      console.log(`${`${language} ${kind}`.padEnd(26)}${String(own.length).padStart(5)}${row}    ${events.join(', ')}`)
      if (process.argv.includes('--pairs'))
        for (const pair of own.sort((a, b) => b.similarity - a.similarity))
          console.log(`  ${pair.similarity.toFixed(2)} ${pair.event.padEnd(7)} ${pair.known} | ${pair.fact}`)
    }
  }
} finally {
  await bench.close()
}
