import { renewEpoch } from '../store/changes.js'
import type { MetaRecord } from '../store/records.js'
import type { Reader, Writer } from '../store/store.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

type Counters = Extract<MetaRecord, { key: 'counters' }>

const COUNTERS = ['document', 'change', 'segment', 'session'] as const

/**
 * Checks the counters, the change rows and the cursor of entity linking. `mendNumbers` repairs them before anything
 * else is written, because every write takes its numbers from the counters.
 */
export async function checkNumbers(tx: Reader, census: Census, faults: Faults): Promise<void> {
  const changes = await tx.list('changes')
  census.checked['changes'] = changes.length
  for (const { n } of changes) census.noteNumber('change', n)
  const counters = await countersOf(tx)
  for (const name of COUNTERS)
    if (!Number.isInteger(counters[name]) || counters[name] < census.highest[name])
      faults.add({
        code: 'COUNTER_BEHIND',
        table: 'meta',
        key: name,
        message: `The counter is at ${counters[name]}, but number ${census.highest[name]} is in use.`,
        mendable: true,
      })
  census.lastChange = Math.max(counters.change, census.highest.change)
  const [first, last] = [changes[0], changes.at(-1)]
  if (first && last && (last.n - first.n + 1 !== changes.length || last.n !== counters.change))
    faults.add({
      code: 'CHANGES_BROKEN',
      table: 'changes',
      key: last.n,
      message: 'Change rows are missing: other tabs would miss changes.',
      mendable: true,
    })
  const cursor = await tx.get('meta', 'links')
  if (cursor?.key === 'links' && !(cursor.change <= census.lastChange))
    faults.add({
      code: 'LINKS_AHEAD',
      table: 'meta',
      key: 'links',
      message: 'The cursor of entity linking is ahead of the last change: new texts would be skipped.',
      mendable: true,
    })
}

/** Repairs what `checkNumbers` found. Needs `meta` and `changes`. */
export async function mendNumbers(tx: Writer, { highest, lastChange }: Census): Promise<void> {
  const counters = await countersOf(tx)
  for (const name of COUNTERS)
    counters[name] = Math.max(Number.isInteger(counters[name]) ? counters[name] : 0, highest[name])
  await tx.put('meta', counters)
  await tx.clear('changes')
  const cursor = await tx.get('meta', 'links')
  if (cursor?.key === 'links' && !(cursor.change <= lastChange)) await tx.delete('meta', 'links')
  await renewEpoch(tx)
}

async function countersOf(tx: Reader): Promise<Counters> {
  const row = await tx.get('meta', 'counters')
  return row?.key === 'counters' ? row : { key: 'counters', document: 0, change: 0, segment: 0, session: 0 }
}
