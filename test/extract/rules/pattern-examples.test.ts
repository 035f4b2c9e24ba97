import { describe, expect, test } from 'vitest'
import { GUARDS as CHINESE_GUARDS } from '../../../src/extract/text/chinese/guard-table.js'
import { GUARDS as ENGLISH_GUARDS } from '../../../src/extract/text/english/guard-table.js'
import { ANSWERS, QUESTIONS } from '../../../src/extract/rules/english/answer-table.js'
import { BELONGINGS, NOUNS } from '../../../src/extract/rules/english/belonging-table.js'
import { CORRECTIONS, FORGETTABLE } from '../../../src/extract/rules/english/correction-table.js'
import { DECISIONS } from '../../../src/extract/rules/english/decision-table.js'
import { FRAGMENTS } from '../../../src/extract/rules/english/fragment-table.js'
import { INSTRUCTIONS } from '../../../src/extract/rules/english/instruction-table.js'
import { QUESTIONS as CHINESE_QUESTIONS } from '../../../src/extract/rules/chinese/answer-table.js'
import {
  CORRECTIONS as CHINESE_CORRECTIONS,
  FORGETTABLE as CHINESE_FORGETTABLE,
} from '../../../src/extract/rules/chinese/correction-table.js'
import { DECISIONS as CHINESE_DECISIONS } from '../../../src/extract/rules/chinese/decision-table.js'
import { INSTRUCTIONS as CHINESE_INSTRUCTIONS } from '../../../src/extract/rules/chinese/instruction-table.js'
import { GIVEN_UP } from '../../../src/extract/rules/chinese/given-up-table.js'
import { SUBJECTS } from '../../../src/extract/rules/chinese/subject-table.js'
import { THINGS } from '../../../src/extract/rules/chinese/thing-table.js'
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
  'Chinese instructions': CHINESE_INSTRUCTIONS,
  'Chinese decisions': CHINESE_DECISIONS,
  'Chinese corrections': CHINESE_CORRECTIONS,
  'Chinese names of what is to be forgotten': CHINESE_FORGETTABLE,
  'Chinese questions': CHINESE_QUESTIONS,
  'Chinese subjects': SUBJECTS,
  'Chinese things': THINGS,
  'Chinese things given up': GIVEN_UP,
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
