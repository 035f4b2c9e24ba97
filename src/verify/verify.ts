import type { Engine } from '../engine/engine.js'
import { lastChange } from '../store/changes.js'
import type { VerifyReport } from './types.js'
import { Faults, MOST_FINDINGS } from './faults.js'
import { checkIndexes } from './indexes.js'
import { ALL_TABLES, inspect } from './inspect.js'

/** Times that the indexes are compared anew because somebody wrote meanwhile. */
const ATTEMPTS = 3

/** Every table, and the indexes of this instance, as they are. Changes nothing. */
export async function verifyStore(engine: Engine): Promise<VerifyReport> {
  const { store, indexes, embedder } = engine
  for (let attempt = 1; ; attempt++) {
    const { census, rows, numbers } = await store.read(ALL_TABLES, (tx) => inspect(tx, embedder))
    const held = new Faults()
    await indexes.catchUp()
    await indexes.settled()
    await checkIndexes(engine, census, held)
    // Only now: whoever wrote while they were compared has changed them.
    const still = numbers.findings.length > 0 || (await store.read(['meta'], lastChange)) === census.change
    if (!still && attempt < ATTEMPTS) continue
    const findings = [...numbers.findings, ...rows.findings, ...(still ? held.findings : [])]
    return {
      ok: findings.length === 0,
      checked: census.checked,
      findings: findings.slice(0, MOST_FINDINGS),
      total: findings.length,
    }
  }
}
