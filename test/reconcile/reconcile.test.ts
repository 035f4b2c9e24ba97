import { describe, expect, it } from 'vitest'
import { reconcile } from '../../src/reconcile/reconcile.js'
import { knownFact, newFact, show, type Case } from './cases.js'
import { CHINESE } from './chinese.js'
import { ENGLISH } from './english.js'

const decide = ([known, fact]: Case): string => show(reconcile([newFact(fact)], () => known.map(knownFact)))

describe.each([
  ['English', ENGLISH],
  ['Chinese', CHINESE],
] as const)('%s', (_, cases) => {
  it('has at least 60 cases', () => expect(cases.length).toBeGreaterThanOrEqual(60))

  it.each(
    cases.map(
      (entry) =>
        [
          `${entry[0].map((line) => line.split('|')[0]?.trim()).join(' & ') || 'nothing'} / ${entry[1].split('|')[0]?.trim()} → ${entry[2]}`,
          entry,
        ] as const,
    ),
  )('%s', (_name, entry) => {
    expect(decide(entry)).toBe(entry[2])
  })
})
