import type { Engine } from '../engine/engine.js'
import { renewEpoch } from '../store/changes.js'
import type { Finding, RepairReport } from './types.js'
import { MOST_FINDINGS } from './faults.js'
import { ALL_TABLES, inspect } from './inspect.js'
import { mendNumbers } from './numbers.js'
import { verifyStore } from './verify.js'

/** Mends the numbers, then the rows in one transaction, then the indexes; and looks again. */
export async function repairStore(engine: Engine): Promise<RepairReport> {
  const { store, embedder, indexes } = engine
  const before = await verifyStore(engine)
  const mended: Finding[] = before.findings.filter(({ code }) => code.startsWith('INDEX_'))
  const found = await store.read(ALL_TABLES, (tx) => inspect(tx, embedder))
  if (found.numbers.findings.length > 0) {
    await store.write(['meta', 'changes'], (tx) => mendNumbers(tx, found.census))
    mended.push(...found.numbers.findings)
  }
  const { value, jobs } = await engine.operate(async (operation) => {
    const { rows } = await inspect(operation.tx, embedder)
    for (const mend of rows.mends) await mend(operation)
    if (rows.mends.length > 0) {
      // Whatever other tabs hold may be of what was mended, and so may the snapshot of the keywords.
      await operation.tx.clear('caches')
      await renewEpoch(operation.tx)
    }
    return rows.findings.filter(({ mendable }) => mendable)
  }, 'strict')
  mended.push(...value)
  if (mended.length > 0) {
    await store.write(['caches'], (tx) => tx.clear('caches'))
    await indexes.reload()
    await engine.work(jobs)
  }
  const left = await verifyStore(engine)
  const isLeft = new Set(left.findings.map(keyOf))
  return { mended: mended.filter((finding) => !isLeft.has(keyOf(finding))).slice(0, MOST_FINDINGS), left }
}

const keyOf = ({ code, table, key }: Finding): string => `${code} ${table} ${key}`
