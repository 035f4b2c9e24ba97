import { describe, test } from 'vitest'
import { doingRules } from '../../../src/extract/rules/english/topics/doing.js'
import { educationRules } from '../../../src/extract/rules/english/topics/education.js'
import { familyRules } from '../../../src/extract/rules/english/topics/family.js'
import { futureRules } from '../../../src/extract/rules/english/topics/future.js'
import { habitRules } from '../../../src/extract/rules/english/topics/habits.js'
import { healthRules } from '../../../src/extract/rules/english/topics/health.js'
import { homeRules } from '../../../src/extract/rules/english/topics/home.js'
import { identityRules } from '../../../src/extract/rules/english/topics/identity.js'
import { likeRules } from '../../../src/extract/rules/english/topics/likes.js'
import { thingRules } from '../../../src/extract/rules/english/topics/things.js'
import { workRules } from '../../../src/extract/rules/english/topics/work.js'
import { expectExample } from './examples.js'

const TABLES = {
  doing: doingRules,
  education: educationRules,
  family: familyRules,
  future: futureRules,
  habits: habitRules,
  health: healthRules,
  home: homeRules,
  identity: identityRules,
  likes: likeRules,
  things: thingRules,
  work: workRules,
}

describe.each(Object.entries(TABLES))('each rule about %s reads its example', (_, rules) => {
  test.each(rules.map((rule) => [rule.example, rule] as const))('%s', async (_, rule) => expectExample(rule))
})
