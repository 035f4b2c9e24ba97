import { pattern } from '../../language/pattern.js'
import type { MemoryKind } from '../../store/records.js'
import type { FactSlot } from '../fact.js'

interface Attribute {
  cardinality: FactSlot['cardinality']
  kind: MemoryKind
  /** Category names that fit it, the best first. The first one is used if the application named no categories. */
  categories: readonly string[]
}

const one = (...categories: string[]): Attribute => ({ cardinality: 'one', kind: 'semantic', categories })
const many = (...categories: string[]): Attribute => ({ cardinality: 'many', kind: 'semantic', categories })
const IDENTITY = ['identity', 'personal_details', 'personal', 'profile']
const FAMILY = ['family', 'relations', 'relationships', 'people', 'personal_details']
const WORK = ['work', 'professional_details', 'job', 'career', 'profession']
const LIKES = ['likes', 'preferences', 'user_preferences', 'interests', 'hobbies']
const DISLIKES = ['dislikes', ...LIKES]
const FOOD = ['diet', 'food', 'health', 'user_preferences', 'preferences']
const PLANS = ['plans', 'events', 'milestones', 'travel', 'personal_details']

/**
 * The attributes that a fact can have. An attribute may have a part after a colon, which makes a slot of its own:
 * `favorite:color`, `instruction:language`, `decision:vitest`.
 */
export const ATTRIBUTES = {
  name: one(...IDENTITY),
  nickname: one(...IDENTITY),
  age: one(...IDENTITY),
  birthday: one(...IDENTITY),
  birthplace: one(...IDENTITY),
  /** Where somebody comes from or grew up. */
  origin: one(...IDENTITY),
  nationality: many(...IDENTITY),
  /** A language that somebody speaks. */
  language: many('languages', 'skills', ...IDENTITY),
  trait: many('personality', ...IDENTITY),
  religion: one(...IDENTITY),
  height: one(...IDENTITY),
  email: one('contact', ...IDENTITY),
  phone: one('contact', ...IDENTITY),
  /** Anything else that somebody has one of: `detail:pronouns`. */
  detail: one(...IDENTITY),
  marital: one('relationships', ...FAMILY),
  likes: many(...LIKES),
  dislikes: many(...DISLIKES),
  favorite: one(...LIKES),
  allergy: many('allergies', 'health', ...FOOD),
  condition: many('health', 'medical', 'personal_details'),
  /** A way of eating: vegan, halal. */
  diet: one(...FOOD),
  /** A food or drink that somebody does not take. */
  avoids: many(...FOOD),
  home: one('home', 'location', ...IDENTITY),
  address: one('home', 'contact', 'location', ...IDENTITY),
  household: many('home', ...FAMILY),
  employer: one(...WORK),
  occupation: one(...WORK),
  /** How or on what somebody works. */
  working: many(...WORK),
  education: many('education', ...WORK),
  family: many(...FAMILY),
  pet: many('pets', ...FAMILY),
  owns: many('possessions', 'technology', 'belongings', 'personal_details'),
  car: one('possessions', 'technology', 'belongings', 'personal_details'),
  uses: many('tools', 'technology', 'possessions', 'user_preferences', 'preferences'),
  skill: many('skills', 'hobbies', 'professional_details', 'personal_details'),
  learning: many('skills', 'learning', 'education', 'hobbies', 'personal_details'),
  /** Income, rent, debts. */
  finance: many('finance', 'money', 'personal_details'),
  habit: many('habits', 'routines', 'hobbies', 'health', 'personal_details'),
  goal: many('goals', 'plans', 'milestones', 'personal_details'),
  plan: { cardinality: 'many', kind: 'episodic', categories: PLANS },
  event: { cardinality: 'many', kind: 'episodic', categories: ['events', ...PLANS] },
  decision: {
    cardinality: 'one',
    kind: 'procedural',
    categories: ['decisions', 'work', 'technology', 'professional_details', 'preferences', 'user_preferences'],
  },
  /**
   * A standing instruction to the assistant. Its part is a topic with a single value (`instruction:language`) or its
   * wording.
   */
  instruction: {
    cardinality: 'one',
    kind: 'procedural',
    categories: ['instructions', 'decisions', 'preferences', 'user_preferences'],
  },
} as const satisfies Record<string, Attribute>

export type AttributeName = keyof typeof ATTRIBUTES

/** The row of the table for an attribute with or without its part. */
export function attributeOf(attribute: string): Attribute {
  const name = attribute.split(':', 1)[0] as AttributeName
  return ATTRIBUTES[name] ?? ATTRIBUTES.detail
}

const HOUSE_NUMBER = pattern('iu')`
  ^\d+\w? (?:[\p{L}'.-]+ ){0,4}
   (?:street|st|road|rd|avenue|ave|lane|drive|way|court|square|terrace|boulevard|blvd)\b
  |\d+(?:号|弄|栋|幢|室)
`

/** A home that is given with its house number is an address, so that one can be deleted without the other. */
export const attributeFor = ({ attribute, value }: { attribute: string; value: string }): string =>
  attribute === 'home' && HOUSE_NUMBER.test(value) ? 'address' : attribute

// For general attributes such as `likes`, the topic of the value may decide the category.
const SUBJECTS: [RegExp, string][] = [
  [/\b(?:music|jazz|rock|song|band|guitar|piano|violin|concert)\b|音乐|吉他|钢琴|唱歌/u, 'music'],
  [
    pattern('u')`
      \b(?:
         football|soccer|tennis|basketball|swim|run|running|marathon|climb|climbing|yoga|gym|ski|hockey
         |cricket
       )\w*
      |足球|篮球|跑步|游泳|健身|羽毛球
    `,
    'sports',
  ],
  [/\b(?:food|pizza|sushi|coffee|tea|chocolate|cook|cooking|baking|spicy|wine)\b|吃|喝|菜|火锅|咖啡/u, 'food'],
  [/\b(?:flight|fly|flying|travel|travelling|traveling|trip|visit|visiting)\b|旅游|旅行|飞|出差/u, 'travel'],
  [/\b(?:movies?|films?|series|tv|anime|novels?|books?|games?|gaming)\b|电影|电视剧|动漫|小说|游戏/u, 'entertainment'],
]

const FALLBACKS = ['misc', 'miscellaneous', 'other', 'others', 'general']

/** The category for an attribute: one of `categories`, or the table's own name when there are none to choose from. */
export function categoryOf(attribute: string, text: string, categories: readonly string[]): string {
  const { categories: names } = attributeOf(attribute)
  if (categories.length === 0) return names[0] as string
  const byName = new Map(categories.map((category) => [category.toLowerCase().replace(/[\s-]+/g, '_'), category]))
  const general = /^(?:likes|favorite|habit|goal|plan|event|skill|learning|dislikes)(?::|$)/.test(attribute)
  const specific = general
    ? SUBJECTS.find(([pattern, name]) => byName.has(name) && pattern.test(text.toLowerCase()))?.[1]
    : undefined
  const name = [specific, ...names, ...FALLBACKS].find((candidate) => candidate !== undefined && byName.has(candidate))
  return name === undefined ? (categories.at(-1) as string) : (byName.get(name) as string)
}
