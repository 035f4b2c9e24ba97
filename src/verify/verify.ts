import type { Engine } from '../engine/engine.js'
import { lastChange } from '../store/changes.js'
import type { VerifyReport } from './types.js'
import { Faults, MAX_FINDINGS } from './faults.js'
import { checkIndexes } from './indexes.js'
import { ALL_TABLES, inspect } from './inspect.js'

/** Comparisons of the indexes before giving up because of writes meanwhile. */
const ATTEMPTS = 3

/** Checks every table and the indexes of this instance. Writes nothing. */
export async function verifyStore(engine: Engine): Promise<VerifyReport> {
  const { store, indexes, embedder } = engine
  for (let attempt = 1; ; attempt++) {
    const { census, rows, numbers } = await store.read(ALL_TABLES, (tx) => inspect(tx, embedder))
    const indexFaults = new Faults()
    await indexes.catchUp()
    await indexes.settled()
    await checkIndexes(engine, census, indexFaults)
    // A write meanwhile, by this tab or another, makes the comparison void. With broken counters this cannot be known.
    const isComparable = numbers.findings.length > 0 || (await store.read(['meta'], lastChange)) === census.lastChange
    if (!isComparable && attempt < ATTEMPTS) continue
    const findings = [...numbers.findings, ...rows.findings, ...(isComparable ? indexFaults.findings : [])]
    return {
      ok: findings.length === 0,
      checked: census.checked,
      findings: findings.slice(0, MAX_FINDINGS),
      total: findings.length,
    }
  }
}
