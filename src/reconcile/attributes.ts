import { fold } from '../language/fold.js'

export const baseOf = (attribute: string): string => attribute.split(':', 1)[0] as string

// Attributes whose value never changes.
const NEVER_CHANGES = new Set(['birthplace', 'origin', 'birthday'])
// Several values may hold at once, though the slot has cardinality 'one': only an explicit change ends the first.
const OFTEN_SEVERAL = new Set(['religion', 'car'])
// Attributes that need a qualifier to name one slot: `favorite:color`.
const NEEDS_QUALIFIER = new Set(['favorite', 'detail', 'decision', 'instruction'])

/** Whether a value of this attribute may end another; `explicit`: the message says that it changed. */
export const mayChange = (attribute: string, explicit: boolean): boolean =>
  !NEVER_CHANGES.has(attribute) &&
  (explicit || !OFTEN_SEVERAL.has(attribute)) &&
  !(NEEDS_QUALIFIER.has(attribute) && !attribute.includes(':'))

/** Terms of employment rather than a profession: they are compatible with any occupation. */
export const EMPLOYMENT =
  /\b(?:freelanc\w+|self[- ]employed|contractor|manager|director|founder|owner|intern|trainee|entrepreneur|consultant|parent|volunteer)\b|自由职业|个体|老板|经理|主管|创始人|实习|顾问|志愿/u

/**
 * Attributes that state that something exists: a further word describes the same thing ("a dog" → "a black dog"). With
 * other attributes it names another thing ("tea" → "green tea").
 */
export const EXISTENTIAL = new Set([
  'pet',
  'owns',
  'car',
  'family',
  'household',
  'occupation',
  'condition',
  'education',
])

/** Attributes under which a choice between tools or ways to work may be extracted. */
const CHOICES = new Set(['uses', 'decision', 'instruction'])
/** Whether a previous value ("no longer Jest") may be stored under the other attribute. */
export const sameFamily = (a: string, b: string): boolean =>
  a === b || (CHOICES.has(baseOf(a)) && CHOICES.has(baseOf(b)))

// Values of one attribute that exclude each other.
const SCALES: Record<string, readonly RegExp[]> = {
  diet: [
    /^(?:a |strict )?vegans?$|^纯素/u,
    /^(?:a )?vegetarians?$|^(?:吃)?素(?:食|食者|食主义者?)?$/u,
    /pescatarian|鱼素/u,
    /omnivor|meat[- ]eater|吃肉|荤/u,
    /carnivore/,
  ],
  marital: [
    /^single$|单身|未婚$/u,
    /^engaged|订婚/u,
    /^(?:happily )?(?:re)?married|^已婚|^结婚/u,
    /divorced|离婚/u,
    /widow|丧偶/u,
    /separated|分居/u,
  ],
}

/** Whether the values exclude each other where the attribute has a scale; undefined where it has none. */
export function excludedByScale(attribute: string, a: string, b: string): boolean | undefined {
  const scale = SCALES[attribute]
  if (!scale) return undefined
  const [one, other] = [a, b].map((value) => scale.findIndex((step) => step.test(fold(value))))
  // "Single" is also said of the divorced and the widowed.
  if ([/single|单身/u, /divorced|widow|离婚|丧偶/u].every((step) => [a, b].some((value) => step.test(fold(value)))))
    return false
  return one !== -1 && other !== -1 && one !== other
}
