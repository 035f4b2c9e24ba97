import { pattern } from '../../../language/pattern.js'
import { baseOfIng, thirdPerson, verbForm } from './verbs.js'

export type Aspect =
  | 'present'
  | 'progressive'
  | 'perfect'
  | 'perfect-progressive'
  | 'past'
  | 'past-progressive'
  | 'going-to'
  | 'will'
  | 'can'
  | 'conditional'
  | 'obligation'

/**
 * What a clause says of its subject. "have been living in Lisbon" has the lemma `live`, the aspect
 * `perfect-progressive` and the complement "in Lisbon".
 */
export interface Predicate {
  aspect: Aspect
  negative: boolean
  adverbs: readonly string[]
  lemma: string
  /** What follows the main verb. */
  complement: string
  /** The whole predicate with its finite verb in the third person singular. */
  inThirdPerson: string
}

const ADVERBS = new Set(
  `
  only also just still now always often both all already even quite pretty never ever so kinda sorta very long
  super kind-of sort-of seldom soon once much sometimes
  `
    .trim()
    .split(/\s+/),
)
// Words in -ly that are no adverbs.
const NOT_ADVERB = pattern()`
  ^(?:
    reply|apply|rely|supply|comply|multiply|imply|family|early|friendly|lonely|lovely|elderly|weekly
    |daily|monthly|yearly|curly|ugly|silly|hourly|holy|likely|italy|jelly|belly|bully|rally|ally
    |assembly|anomaly|homely|lively|costly|deadly|orderly|cowardly|fatherly|motherly
  )$
`

const isAdverb = (word: string): boolean => ADVERBS.has(word) || (/[a-z]{3}ly$/.test(word) && !NOT_ADVERB.test(word))
// Adverbs that are left out of the text of a fact: "I just moved" becomes "User moved".
const DROPPED = new Set(
  `
  just actually also honestly literally basically so even already obviously personally finally both all sadly
  unfortunately luckily ever simply very
  `
    .trim()
    .split(/\s+/),
)
const MODALS = new Set(['will', 'would', 'could', 'should', 'might', 'may', 'can', 'must', 'shall'])
const NEGATIONS = new Set(['not', 'never', 'rarely', 'seldom', 'hardly'])
// Adjectives and nouns in -ing that follow "am".
const NOT_PROGRESSIVE = pattern('i')`
  ^(?:
    interesting|boring|amazing|annoying|exhausting|confusing|disappointing|charming|outgoing|willing
    |king|missing|living proof|being|nothing|anything|something|morning|evening|caring|loving
    |understanding|hard-working|hardworking|easygoing|easy-going
  )$
`

/** Reads the predicate of a clause; `undefined` when it begins with no known verb and no word that must be one. */
export function readPredicate(text: string, options: { first: boolean; plural: boolean }): Predicate | undefined {
  const words = text.split(' ')
  const adverbs: string[] = []
  const kept: string[] = []
  let negative = false
  let i = 0
  const skipAdverbs = (): void => {
    for (; i < words.length; i++) {
      const word = (words[i] as string).toLowerCase().replace(/,$/, '')
      if ((word === 'kind' || word === 'sort') && words[i + 1] === 'of') {
        adverbs.push('kind of')
        i++
        continue
      }
      if (word === 'no' && words[i + 1]?.toLowerCase() === 'longer') {
        negative = true
        adverbs.push('no longer')
        kept.push('no longer')
        i++
        continue
      }
      if (!isAdverb(word) && word !== 'not') return
      if ((word === 'pretty' || word === 'so') && words[i + 1] === undefined) return
      if (NEGATIONS.has(word)) negative = true
      if (word !== 'not') adverbs.push(word)
      if (!DROPPED.has(word) && word !== 'not') kept.push(word)
    }
  }
  skipAdverbs()
  const finite = words[i]?.toLowerCase()
  if (finite === undefined) return undefined
  const before = kept.splice(0)
  const done = (aspect: Aspect, lemma: string, from: number, third: string): Predicate => {
    // "am now vegan": what stands between "am" and its complement has been read as adverbs already.
    return {
      aspect,
      negative,
      adverbs,
      lemma,
      complement: words.slice(from).join(' '),
      inThirdPerson: third.replace(/\s+/g, ' ').trim(),
    }
  }
  const tail = (from: number): string => words.slice(from).join(' ')
  const lead = (): string => [...before, ''].join(' ')
  const not = (): string => (negative && !adverbs.some((a) => NEGATIONS.has(a) || a === 'no longer') ? 'not ' : '')
  const third = (base: string): string => (options.plural ? base : thirdPerson(base))

  if (MODALS.has(finite)) {
    i++
    skipAdverbs()
    const main = words[i]?.toLowerCase()
    if (main === undefined) return undefined
    const aspect = finite === 'will' || finite === 'shall' ? 'will' : finite === 'can' ? 'can' : 'conditional'
    const between = [...kept, ''].join(' ')
    return done(
      aspect,
      verbForm(main, 'base')?.lemma ?? main,
      i + 1,
      `${lead()}${finite === 'can' && not() ? 'cannot ' : `${finite} ${not()}`}${between}${tail(i)}`,
    )
  }
  if (finite === 'do' || finite === 'does' || finite === 'did') {
    const auxiliary = words[i + 1]?.toLowerCase()
    if (
      auxiliary === 'not' ||
      (auxiliary !== undefined &&
        (isAdverb(auxiliary) || verbForm(auxiliary, 'base') !== undefined) &&
        !/^(?:yoga|work|sports?|all|nothing|my|walk|only|mostly|box|water|design|code)$/.test(auxiliary))
    ) {
      i++
      skipAdverbs()
      const main = words[i]?.toLowerCase()
      if (main === undefined) return undefined
      const between = [...kept, ''].join(' ')
      const lemma = verbForm(main, 'base')?.lemma ?? main
      if (finite === 'did') return done('past', lemma, i + 1, `${lead()}did ${not()}${between}${tail(i)}`)
      return done(
        'present',
        lemma,
        i + 1,
        negative
          ? `${lead()}${options.plural ? 'do' : 'does'} ${not()}${between}${tail(i)}`
          : `${lead()}${between}${third(main)} ${tail(i + 1)}`,
      )
    }
  }
  const form = verbForm(finite)
  if (form?.lemma === 'be') {
    const isPast = form.form === 'past'
    const be = isPast ? (options.plural ? 'were' : 'was') : options.plural ? 'are' : 'is'
    if (form.form === 'ing' || form.form === 'participle') return undefined
    i++
    skipAdverbs()
    const next = words[i]?.toLowerCase()
    if (next === undefined) return undefined
    const between = [...kept, ''].join(' ')
    const full = `${lead()}${be} ${not()}${between}${tail(i)}`
    if (
      next === 'going' &&
      words[i + 1] === 'to' &&
      words[i + 2] !== undefined &&
      verbForm(words[i + 2] as string, 'base') !== undefined
    ) {
      return done(
        isPast ? 'past-progressive' : 'going-to',
        verbForm(words[i + 2] as string, 'base')?.lemma as string,
        i + 3,
        full,
      )
    }
    if (/^[a-z-]+ing$/.test(next) && !NOT_PROGRESSIVE.test(next))
      return done(isPast ? 'past-progressive' : 'progressive', baseOfIng(next), i + 1, full)
    return done(isPast ? 'past' : 'present', 'be', i, full)
  }
  if (form?.lemma === 'have' && form.form !== 'ing') {
    const isPast = form.form === 'past' || form.form === 'participle'
    if (words[i + 1]?.toLowerCase() === 'to')
      return done(
        'obligation',
        words[i + 2]?.toLowerCase() ?? '',
        i + 3,
        `${lead()}${isPast ? 'had' : third('have')} ${tail(i + 1)}`,
      )
    const finiteAt = i
    i++
    skipAdverbs()
    const next = words[i]?.toLowerCase()
    if (next === undefined) return undefined
    const between = [...kept, ''].join(' ')
    const full = `${lead()}${isPast ? 'had' : third('have')} ${not()}${between}${tail(i)}`
    if (next === 'been') {
      i++
      kept.length = 0
      skipAdverbs()
      const after = words[i]?.toLowerCase()
      if (after !== undefined && /^[a-z-]+ing$/.test(after))
        return done(isPast ? 'past' : 'perfect-progressive', baseOfIng(after), i + 1, full)
      return done(isPast ? 'past' : 'perfect', 'be', i, full)
    }
    const participle = verbForm(next, 'participle')
    if (participle && !/^(?:work|read|set|cut|put)$/.test(next))
      return done(isPast ? 'past' : 'perfect', participle.lemma, i + 1, full)
    return done(isPast ? 'past' : 'present', 'have', finiteAt + 1 + (i - finiteAt - 1), full)
  }
  if (form) {
    if (finite === 'quit') return done('past', 'quit', i + 1, `${lead()}quit ${tail(i + 1)}`)
    const wanted = options.first || options.plural ? verbForm(finite, 'base') : verbForm(finite, 's')
    if (wanted) return done('present', wanted.lemma, i + 1, `${lead()}${third(wanted.lemma)} ${tail(i + 1)}`)
    const past = verbForm(finite, 'past')
    if (past) return done('past', past.lemma, i + 1, `${lead()}${finite} ${tail(i + 1)}`)
    return undefined
  }
  if (!options.first && !options.plural && i === 0 && /^[a-z]{2,}(?:[^siu']s|ed)$/.test(finite) && words.length > 1) {
    if (/ed$/.test(finite)) return done('past', finite, i + 1, `${lead()}${finite} ${tail(i + 1)}`)
    return done(
      'present',
      finite.replace(/(?<=[sxz]|ch|sh)es$|(?<!e)s$|(?<=e)s$/, ''),
      i + 1,
      `${lead()}${finite} ${tail(i + 1)}`,
    )
  }
  // A verb that no rule names: habits and dated plans may use any verb.
  if (/^[a-z]+$/.test(finite) && options.first) {
    if (/ed$/.test(finite)) return done('past', finite, i + 1, `${lead()}${finite} ${tail(i + 1)}`)
    return done('present', finite, i + 1, `${lead()}${third(finite)} ${tail(i + 1)}`)
  }
  return undefined
}
