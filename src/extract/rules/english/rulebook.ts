import type { Rule } from './rule.js'
import { doingRules } from './topics/doing.js'
import { educationRules } from './topics/education.js'
import { familyRules } from './topics/family.js'
import { futureRules } from './topics/future.js'
import { habitRules } from './topics/habits.js'
import { healthRules } from './topics/health.js'
import { homeRules } from './topics/home.js'
import { identityRules } from './topics/identity.js'
import { likeRules } from './topics/likes.js'
import { thingRules } from './topics/things.js'
import { workRules } from './topics/work.js'

// The first rule that fits wins, so the more telling topics come first.
const TOPICS: readonly (readonly Rule[])[] = [
  identityRules,
  healthRules,
  familyRules,
  homeRules,
  workRules,
  educationRules,
  futureRules,
  thingRules,
  likeRules,
  doingRules,
  habitRules,
]

const lemmasOf = (verbs: string): string[] => verbs.trim().split(/\s+/)

let byVerb: Map<string, Rule[]> | undefined

/** The rules that may fit a verb, the more telling first. */
export function rulesFor(lemma: string): readonly Rule[] {
  if (!byVerb) {
    byVerb = new Map()
    const lemmas = new Set(TOPICS.flat().flatMap(({ verbs }) => lemmasOf(verbs)))
    for (const verb of lemmas)
      byVerb.set(
        verb,
        TOPICS.flat().filter(({ verbs }) => verbs === '*' || lemmasOf(verbs).includes(verb)),
      )
  }
  return byVerb.get(lemma) ?? (byVerb.get('*') as Rule[])
}
