import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Decision, KnownFact, NewFact } from '../../src/reconcile/decision.js'
import { reconcile } from '../../src/reconcile/reconcile.js'
import { knownFact, newFact, show } from './cases.js'
import { CHINESE } from './chinese.js'
import { ENGLISH } from './english.js'

const CASES = [...ENGLISH, ...CHINESE]
const KNOWN = CASES.flatMap(([known]) => known.map(knownFact)).map((known, i) => ({
  ...known,
  id: `k${i}`,
  messageIds: [`before ${i}`],
}))
const FACTS = CASES.map(([, fact]) => newFact(fact))

const known = fc.uniqueArray(fc.constantFrom(...KNOWN), { maxLength: 8, selector: ({ text }) => text })
/** Facts of the tables, said on any days in any order; a message may hold several. */
const batch = fc
  .array(fc.record({ fact: fc.constantFrom(...FACTS), message: fc.integer({ min: 0, max: 6 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((list) =>
    list.map(({ fact, message }): NewFact => ({
      ...fact,
      messageId: `m${message}`,
      observedAt: ((message * 5) % 7) * 40 * 86_400_000,
    })),
  )

/** A store as small as can be: what the decisions mean, carried out. */
function apply(
  memories: readonly KnownFact[],
  decisions: readonly Decision[],
  facts: readonly NewFact[],
  run: string,
): KnownFact[] {
  const rows = new Map(memories.map((row) => [row.id, row]))
  const real = (id: string): string => id.replace(/^new:/, `${run}:`)
  const change = (id: string, to: (row: KnownFact) => KnownFact): void => {
    const row = rows.get(real(id))
    if (!row) throw new Error(`Nothing is known as ${id}`)
    rows.set(real(id), to(row))
  }
  for (const decision of decisions) {
    const { fact } = decision
    const index = facts.indexOf(fact)
    const evidence = (row: KnownFact): string[] => [...row.messageIds, fact.messageId]
    if (decision.event === 'NONE') change(decision.known, (row) => ({ ...row, messageIds: evidence(row) }))
    if (decision.event === 'UPDATE')
      change(decision.known, (row) => ({
        ...row,
        text: decision.text,
        ...(row.slot && { slot: fact.slot }),
        messageIds: evidence(row),
      }))
    if (decision.event === 'SUPERSEDE' || decision.event === 'DELETE')
      for (const id of decision.known) change(id, (row) => ({ ...row, validTo: decision.at }))
    if (decision.event === 'ADD' || decision.event === 'SUPERSEDE' || decision.event === 'LATE') {
      const { text, slot, attributedTo, observedAt, validFrom = observedAt, messageId } = fact
      const id = `${run}:${index}`
      rows.set(id, {
        id,
        text,
        slot,
        attributedTo,
        observedAt,
        validFrom,
        messageIds: [messageId],
        ...(decision.event === 'LATE' && { validTo: decision.at }),
      })
    }
  }
  return [...rows.values()]
}

const ended = (decision: Decision): string[] =>
  decision.event === 'SUPERSEDE' || decision.event === 'DELETE' ? decision.known : []
const named = (decision: Decision): string[] => ('known' in decision ? [decision.known].flat() : [])
const check = (predicate: (memories: KnownFact[], facts: NewFact[]) => void): void =>
  fc.assert(fc.property(known, batch, predicate), { numRuns: 300 })

describe('whatever is known and said', () => {
  it('decides the same each time, and about every fact in order', () =>
    check((memories, facts) => {
      const decisions = reconcile(facts, () => memories)
      expect(reconcile(facts, () => memories)).toEqual(decisions)
      expect([...new Set(decisions.map(({ fact }) => fact))]).toEqual(facts)
    }))

  it('does not depend on the order of the neighbours', () =>
    check((memories, facts) => {
      expect(show(reconcile(facts, () => memories.toReversed()))).toBe(show(reconcile(facts, () => memories)))
    }))

  it('does not depend on neighbours that have nothing to do with it', () =>
    check((memories, facts) => {
      const stranger = knownFact("stranger: User's landlord Ulf plays the oboe | landlord skill oboe")
      expect(show(reconcile(facts, () => [stranger, ...memories]))).toBe(show(reconcile(facts, () => memories)))
    }))

  it('ends only what is of the same subject, has a slot and is active, and never in its own past', () =>
    check((memories, facts) => {
      let rows = memories
      for (const [i, fact] of facts.entries()) {
        const decisions = reconcile([fact], () => rows)
        for (const id of decisions.flatMap(ended)) {
          const row = rows.find((candidate) => candidate.id === id) as KnownFact
          expect(row.slot?.subject).toBe(fact.slot.subject)
          expect(row.validTo).toBeUndefined()
        }
        rows = apply(rows, decisions, [fact], `step ${i}`)
        for (const { validFrom, validTo } of rows) expect(validTo ?? Infinity).toBeGreaterThanOrEqual(validFrom)
      }
    }))

  it('names only memories that it was given or that the batch made before', () =>
    check((memories, facts) => {
      const made = new Set(memories.map(({ id }) => id))
      for (const decision of reconcile(facts, () => memories)) {
        for (const id of named(decision)) expect(made).toContain(id)
        if (['ADD', 'SUPERSEDE', 'LATE'].includes(decision.event)) made.add(`new:${facts.indexOf(decision.fact)}`)
      }
    }))

  it('leaves no two active memories of one text', () =>
    check((memories, facts) => {
      const rows = apply(
        memories,
        reconcile(facts, () => memories),
        facts,
        'once',
      ).filter(({ validTo }) => validTo === undefined)
      const texts = rows.map(({ text }) => text)
      expect(new Set(texts).size).toBe(texts.length)
    }))

  it('finds nothing new in a conversation that it has been told before', () =>
    check((memories, said) => {
      const facts = said.toSorted((a, b) => a.observedAt - b.observedAt)
      const rows = apply(
        memories,
        reconcile(facts, () => memories),
        facts,
        'once',
      )
      const again = reconcile(facts, () => rows)
      expect(again.map(({ event }) => event).filter((event) => event !== 'NONE' && event !== 'SKIP')).toEqual([])
    }))
})

describe('a conversation told again', () => {
  it('corrects nothing anew where the corrected value was overtaken and has come back', () => {
    const known = [
      knownFact('b: 用户住在厦门 | user home 厦门 | day 1'),
      knownFact('a: 用户住在里昂 | user home 里昂 | day 1'),
    ]
    const said = [
      'User lives in Lisbon | user home lisbon | correct, day 2',
      'User lives in Lyon | user home lyon | day 3',
      'User lives in Lisbon | user home lisbon | correct, day 3',
    ]
    const facts = said.map(newFact).map((fact, i) => ({ ...fact, messageId: i === 0 ? 'm0' : 'm1' }))
    const rows = apply(
      known,
      reconcile(facts, () => known),
      facts,
      'once',
    )
    expect(reconcile(facts, () => rows).map(({ event }) => event)).toEqual(['NONE', 'NONE', 'NONE'])
  })
})

describe('facts of one batch', () => {
  const decide = (...facts: string[]): string => show(reconcile(facts.map(newFact), () => []))

  it.each([
    [
      ['User lives in Lyon | user home lyon | day 1', 'User moved to Lisbon | user home lisbon | change, day 2'],
      'ADD + SUPERSEDE new:0',
    ],
    [['User lives in Lyon | user home lyon', 'User resides in Lyon | user home lyon'], 'ADD + NONE new:0'],
    [
      [
        'User has a dog | user pet dog',
        'User has a dog named Biscuit | user pet dog named biscuit',
        'User has a dog | user pet dog',
      ],
      'ADD + UPDATE new:0 + NONE new:0',
    ],
    [
      ['User lives in London | user home london', 'User lives in Lisbon | user home lisbon | correct, from london'],
      'ADD + SUPERSEDE new:0 (corrects)',
    ],
    [
      [
        'User lives in Lisbon | user home lisbon | day 9',
        'User lives in Lyon | user home lyon | day 2',
        'User lives in Porto | user home porto | day 12',
      ],
      'ADD + LATE new:0 + SUPERSEDE new:0',
    ],
    [
      [
        'User lives in Lyon | user home lyon | day 1',
        'User moved to Lisbon | user home lisbon | change, day 2',
        'User lives in Lyon | user home lyon | day 3',
      ],
      'ADD + SUPERSEDE new:0 + SUPERSEDE new:1',
    ],
    [
      [
        '用户用 Jest | user uses jest | day 1',
        '用户今后用 Vitest，不再用 Jest | user uses vitest | change, from jest, day 2',
      ],
      'ADD + SUPERSEDE new:0',
    ],
    [
      [
        '用户吃素 | user diet 素食 | day 1',
        '用户不再吃素了 | user diet 素食 | retract, day 2',
        '用户吃素 | user diet 素食 | day 3',
      ],
      'ADD + DELETE new:0 + ADD',
    ],
  ])('%j → %s', (facts, expected) => {
    expect(decide(...facts)).toBe(expected)
  })
})
