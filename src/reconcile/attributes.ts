import { fold } from '../language/fold.js'

export const baseOf = (attribute: string): string => attribute.split(':', 1)[0] as string

// What cannot change.
const NEVER_CHANGES = new Set(['birthplace', 'origin', 'birthday'])
// Two values may well stand side by side, whatever the table says: only a change that is told as one ends the first.
const OFTEN_SEVERAL = new Set(['religion', 'car'])
// Means nothing without its part: `favorite:color`.
const NEEDS_PART = new Set(['favorite', 'detail', 'decision', 'instruction'])

/** Whether a value of this slot may end another; `told`: it was said to be a change. */
export const mayChange = (attribute: string, told: boolean): boolean =>
  !NEVER_CHANGES.has(attribute) &&
  (told || !OFTEN_SEVERAL.has(attribute)) &&
  !(NEEDS_PART.has(attribute) && !attribute.includes(':'))

/** Says under what terms somebody works, not as what: it goes with any occupation. */
export const EMPLOYMENT =
  /\b(?:freelanc\w+|self[- ]employed|contractor|manager|director|founder|owner|intern|trainee|entrepreneur|consultant|parent|volunteer)\b|自由职业|个体|老板|经理|主管|创始人|实习|顾问|志愿/u

/**
 * Having one, not which one: a further word tells more of the same ("a dog" → "a black dog"), where "tea" → "green tea"
 * would be another.
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

/** A choice among ways to work may be told as any of these. */
const CHOICES = new Set(['uses', 'decision', 'instruction'])
/** Whether a value that was left behind by name, "no longer Jest", may stand under the other attribute. */
export const sameFamily = (a: string, b: string): boolean =>
  a === b || (CHOICES.has(baseOf(a)) && CHOICES.has(baseOf(b)))

// Of two values of these, both on the scale, one excludes the other.
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
  // Who is divorced or widowed may be called single too.
  if ([/single|单身/u, /divorced|widow|离婚|丧偶/u].every((step) => [a, b].some((value) => step.test(fold(value)))))
    return false
  return one !== -1 && other !== -1 && one !== other
}
