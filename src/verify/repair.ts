import type { Engine } from '../engine/engine.js'
import { renewEpoch } from '../store/changes.js'
import type { Finding, RepairReport } from './types.js'
import { MAX_FINDINGS } from './faults.js'
import { ALL_TABLES, inspect } from './inspect.js'
import { mendNumbers } from './numbers.js'
import { verifyStore } from './verify.js'

/** Repairs the counters, then all rows in one transaction, then the indexes, and verifies the store again. */
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
      // Indexes of other tabs and cached snapshots may hold repaired rows: a new epoch makes everyone load anew.
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
  const remaining = await verifyStore(engine)
  const unmended = new Set(remaining.findings.map(keyOf))
  return {
    mended: mended.filter((finding) => !unmended.has(keyOf(finding))).slice(0, MAX_FINDINGS),
    left: remaining,
  }
}

const keyOf = ({ code, table, key }: Finding): string => `${code} ${table} ${key}`
