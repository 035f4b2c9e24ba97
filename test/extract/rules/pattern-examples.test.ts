import { describe, expect, test } from 'vitest'
import { GUARDS as CHINESE_GUARDS } from '../../../src/extract/text/chinese/guard-table.js'
import { GUARDS as ENGLISH_GUARDS } from '../../../src/extract/text/english/guard-table.js'
import { ANSWERS, QUESTIONS } from '../../../src/extract/rules/english/answer-table.js'
import { BELONGINGS, NOUNS } from '../../../src/extract/rules/english/belonging-table.js'
import { CORRECTIONS, FORGETTABLE } from '../../../src/extract/rules/english/correction-table.js'
import { DECISIONS } from '../../../src/extract/rules/english/decision-table.js'
import { FRAGMENTS } from '../../../src/extract/rules/english/fragment-table.js'
import { INSTRUCTIONS } from '../../../src/extract/rules/english/instruction-table.js'
import { expectExample } from './examples.js'

const TABLES = {
  'English guards': ENGLISH_GUARDS,
  'English instructions': INSTRUCTIONS,
  'English decisions': DECISIONS,
  'English nouns of belongings': NOUNS,
  'English belongings': BELONGINGS,
  'English fragments': FRAGMENTS,
  'English corrections': CORRECTIONS,
  'English names of what is to be forgotten': FORGETTABLE,
  'English questions': QUESTIONS,
  'English answers': ANSWERS,
  'Chinese guards': CHINESE_GUARDS,
}

describe.each(Object.entries(TABLES))('each pattern of the %s changes what is made of its example', (_, table) => {
  const rules = Object.entries(table)

  test.each(rules.map(([name, rule]) => [name, rule.example, rule] as const))(
    '%s: %s',
    async (_name, _example, rule) => {
      await expectExample(rule)
    },
  )

  test('no two patterns share an example', () => {
    const examples = rules.map(([, { example }]) => example)
    expect(new Set(examples).size).toBe(examples.length)
  })
})
