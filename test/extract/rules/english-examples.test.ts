import { describe, expect, test } from 'vitest'
import { homeRules } from '../../../src/extract/rules/english/topics/home.js'
import { expectExample } from './examples.js'

/** The rule tables whose rules all have an example. */
const TABLES = { home: homeRules }

describe.each(Object.entries(TABLES))('each %s rule reads its example', (_, rules) => {
  test.each(rules.map((rule) => [rule.example ?? 'no example', rule] as const))('%s', async (_, rule) => {
    expect(rule.example).toBeDefined()
    await expectExample(rule)
  })
})
