import { fold } from '../language/fold.js'

export const baseOf = (attribute: string): string => attribute.split(':', 1)[0] as string

// Where a new value proves no change: what cannot change, and what one may have several of whatever the table says.
const NEVER_CHANGES = new Set(['birthplace', 'origin', 'religion'])
// Means nothing without its part: `favorite:color`.
const NEEDS_PART = new Set(['favorite', 'detail', 'decision', 'instruction'])

/** Whether another value in this slot may by itself be a change. */
export const changesByItself = (attribute: string): boolean => !NEVER_CHANGES.has(attribute) && !(NEEDS_PART.has(attribute) && !attribute.includes(':'))

/** Having one, not which one: a further word tells more of the same ("a dog" → "a black dog"), where "tea" → "green tea" would be another. */
export const EXISTENTIAL = new Set(['pet', 'owns', 'car', 'family', 'household', 'occupation', 'condition', 'education'])

/** A choice among ways to work may be told as any of these. */
const CHOICES = new Set(['uses', 'decision', 'instruction'])
/** Whether a value that was left behind by name, "no longer Jest", may stand under the other attribute. */
export const sameFamily = (a: string, b: string): boolean => a === b || (CHOICES.has(baseOf(a)) && CHOICES.has(baseOf(b)))

// Of two values of these, both on the scale, one excludes the other.
const SCALES: Record<string, readonly RegExp[]> = {
  diet: [/^(?:a |strict )?vegans?$|^纯素/u, /^(?:a )?vegetarians?$|^(?:吃)?素(?:食|食者|食主义者?)?$/u, /pescatarian|鱼素/u, /omnivor|meat[- ]eater|吃肉|荤/u, /carnivore/],
  marital: [/^single$|单身|未婚$/u, /^engaged|订婚/u, /^(?:happily )?(?:re)?married|^已婚|^结婚/u, /divorced|离婚/u, /widow|丧偶/u, /separated|分居/u],
}

/** Whether the values exclude each other where the attribute has a scale; undefined where it has none. */
export function excludedByScale(attribute: string, a: string, b: string): boolean | undefined {
  const scale = SCALES[attribute]
  if (!scale) return undefined
  const [one, other] = [a, b].map((value) => scale.findIndex((step) => step.test(fold(value))))
  return one !== -1 && other !== -1 && one !== other
}
