import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EvidenceLinks } from '../../src/index/evidence-links.js'
import '../property-seed.js'

const rows = fc.array(
  fc.record({
    no: fc.integer({ min: 1, max: 12 }),
    id: fc.constantFrom('a', 'b', 'c'),
    table: fc.constantFrom('messages' as const, 'memories' as const),
    scopeKey: fc.constantFrom('s', 't'),
    evidence: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c')), { nil: undefined }),
    gone: fc.boolean(),
  }),
  { maxLength: 40 },
)

type Row = Parameters<EvidenceLinks['put']>[0]

/** By looking at every row. */
function linked(row: Row, all: Iterable<Row>): number[] {
  const found: number[] = []
  for (const other of all) {
    if (other.scopeKey !== row.scopeKey || other.table === row.table) continue
    const [message, fact] = row.table === 'messages' ? [row, other] : [other, row]
    if (fact.evidence?.includes(message.id)) found.push(other.no)
  }
  return found.sort((a, b) => a - b)
}

it('links say after any changes what the rows say, however often they were asked before', () =>
  fc.assert(
    fc.property(rows, (steps) => {
      const links = new EvidenceLinks()
      const held = new Map<number, Row>()
      for (const { gone, ...given } of steps) {
        const before = held.get(given.no)
        if (before) links.delete(before)
        held.delete(given.no)
        // Ids of messages are unique within a scope.
        const isTaken =
          given.table === 'messages' &&
          [...held.values()].some(
            ({ table, id, scopeKey }) => table === 'messages' && id === given.id && scopeKey === given.scopeKey,
          )
        const row: Row = given.table === 'messages' ? { ...given, evidence: undefined } : given
        if (!gone && !isTaken) {
          links.put(row)
          held.set(row.no, row)
        }
        for (const one of held.values())
          expect([...links.of(one)].sort((a, b) => a - b)).toEqual(linked(one, held.values()))
      }
    }),
  ))
