import { renewEpoch } from '../store/changes.js'
import type { MetaRecord } from '../store/records.js'
import type { Reader, Writer } from '../store/store.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

type Counters = Extract<MetaRecord, { key: 'counters' }>

const NAMES = ['document', 'change', 'segment', 'session'] as const

/**
 * The store's own numbers: before anything else is written they must be right, so they are mended first, by
 * `mendNumbers`.
 */
export async function checkNumbers(tx: Reader, census: Census, faults: Faults): Promise<void> {
  const changes = await tx.list('changes')
  census.checked['changes'] = changes.length
  for (const { n } of changes) census.saw('change', n)
  const counters = await countersOf(tx)
  for (const name of NAMES)
    if (!Number.isInteger(counters[name]) || counters[name] < census.given[name])
      faults.add({
        code: 'COUNTER_BEHIND',
        table: 'meta',
        key: name,
        message: `It counts ${counters[name]}, but ${census.given[name]} was given out already.`,
        mendable: true,
      })
  census.change = Math.max(counters.change, census.given.change)
  const [first, last] = [changes[0], changes.at(-1)]
  if (first && last && (last.n - first.n + 1 !== changes.length || last.n !== counters.change))
    faults.add({
      code: 'CHANGES_BROKEN',
      table: 'changes',
      key: last.n,
      message: 'Change rows are missing: other tabs would not see what happened.',
      mendable: true,
    })
  const links = await tx.get('meta', 'links')
  if (links?.key === 'links' && !(links.change <= census.change))
    faults.add({
      code: 'LINKS_AHEAD',
      table: 'meta',
      key: 'links',
      message: 'Texts count as gone through that are not there yet.',
      mendable: true,
    })
}

/** What `checkNumbers` found, mended. */
export async function mendNumbers(tx: Writer, { given, change }: Census): Promise<void> {
  const counters = await countersOf(tx)
  for (const name of NAMES)
    counters[name] = Math.max(Number.isInteger(counters[name]) ? counters[name] : 0, given[name])
  await tx.put('meta', counters)
  await tx.clear('changes')
  const links = await tx.get('meta', 'links')
  if (links?.key === 'links' && !(links.change <= change)) await tx.delete('meta', 'links')
  await renewEpoch(tx)
}

async function countersOf(tx: Reader): Promise<Counters> {
  const row = await tx.get('meta', 'counters')
  return row?.key === 'counters' ? row : { key: 'counters', document: 0, change: 0, segment: 0, session: 0 }
}
