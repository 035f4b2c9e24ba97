import type { Draft } from '../draft.js'
import type { Reading } from './rule.js'
import { BELONGINGS, NOUNS } from './belonging-table.js'
import { headOf } from './render.js'
import { singular } from './noun.js'
import type { Subject } from './subject.js'

// What goals, hobbies and jobs do themselves.
const OWN_DOING =
  /^(?:work|grow|change|come|fade|pay|drive|wear|take|shift|evolve|fall|kill|suck|end|start|begin|become|turn|wait)$/

/** A thing of which somebody has one: "my name is Ana", "my favorite color is green", "my birthday is May 4". */
export function readBelonging({ subject, predicate, sentence, ended }: Reading): Draft | undefined {
  const noun = subject.noun?.toLowerCase().replace(/^(?:own|actual|own actual) /, '')
  if (subject.kind !== 'thing' || noun === undefined || ended) return undefined
  // "My hobby is collecting stamps": the -ing form is the value. "My plan is working": it is what the plan does.
  const isActivity =
    predicate.aspect === 'progressive' && BELONGINGS.activity.pattern.test(noun) && !OWN_DOING.test(predicate.lemma)
  if (predicate.lemma !== 'be' && !isActivity) return happening(noun, subject, predicate, sentence)
  if (predicate.negative)
    return BELONGINGS.language.pattern.test(noun)
      ? { text: sentence.text, subject: subject.key, attribute: 'language', value: headOf(noun) }
      : undefined
  if (!['present', 'will', 'progressive', 'going-to', 'past'].includes(predicate.aspect)) return undefined
  const value = (
    isActivity ? predicate.inThirdPerson.replace(/^(?:.*? )?(?:is|are) /, '') : predicate.complement
  ).trim()
  const base = { text: sentence.text, subject: subject.key }
  if (
    BELONGINGS.event.pattern.test(noun) &&
    sentence.at !== undefined &&
    predicate.aspect !== 'past' &&
    !/^(?:was|were)/.test(value)
  )
    return { ...base, attribute: 'plan', value: noun, validFrom: sentence.at }
  if (
    (predicate.aspect !== 'present' && !isActivity && !(predicate.aspect === 'will' && /name$/.test(noun))) ||
    value === '' ||
    BELONGINGS.vague.pattern.test(value)
  )
    return undefined
  if (/^(?:the |your )?(?:question|problem|issue|point)/.test(noun)) return undefined
  const favorite = BELONGINGS.favorite.pattern.exec(noun)
  if (favorite) {
    if (BELONGINGS.leastFavorite.pattern.test(noun)) return { ...base, attribute: 'dislikes', value: headOf(value) }
    const what = favorite.groups?.['what'] as string
    return { ...base, attribute: `favorite:${singular(what)}`, value: headOf(value) }
  }
  // "My boss is Tom" is not read here: people and pets are entities of their own.
  const attribute = BELONGINGS.car.pattern.test(noun)
    ? 'car'
    : NOUNS.find(({ pattern }) => pattern.test(noun))?.attribute
  if (attribute === undefined || (attribute === 'home' && /\bfloor\b/.test(value)))
    return described(noun, value, subject, sentence)
  if (attribute === 'name' && /^(?:spelled|spelt) \p{Lu}/u.test(value))
    return { ...base, attribute, value: headOf(value.replace(/^(?:spelled|spelt) /, '')) }
  if (attribute === 'name' && !/^\p{L}[\p{L}'. -]{0,40}$/u.test(value)) return undefined
  if (attribute === 'name' && /^(?:a|an|the|on|in|not|hard|spelled|pronounced|often|unusual|very)\b/i.test(value))
    return undefined
  if (
    ['home', 'condition', 'owns', 'employer', 'education'].includes(attribute) &&
    /^(?:\w+)$/.test(value) &&
    !/^\p{Lu}/u.test(value)
  )
    return undefined
  if (attribute === 'home' && !/^(?:in|near|on|at|located|outside)\b/i.test(value)) return undefined
  if (attribute === 'condition' && subject.kind === 'thing' && !/\b(?:high|low|bad|poor|\d|chronic)\b/i.test(value))
    return undefined
  if (attribute === 'owns' && !/^(?:an? |the |\p{Lu}|iphone|galaxy|pixel|ps[45])/u.test(value)) return undefined
  if (
    attribute === 'uses' &&
    /^(?:phone|internet|broadband|bank|health|car|insurance|provider|mobile)/.test(noun) &&
    !/^(?:with |through |from )?\p{Lu}/u.test(value)
  )
    return undefined
  if (attribute === 'habit' && !BELONGINGS.routine.pattern.test(value)) return undefined
  if (attribute === 'goal' && /\b(?:this|it|that|today|tonight)\b/i.test(value)) return undefined
  const folded =
    attribute === 'name' || attribute === 'nickname'
      ? value.replace(/ (?:and|but|by the way|from|i'm|,).*$/i, '')
      : headOf(value)
  return { ...base, attribute, value: folded }
}

/** What happens to a thing, or what it has: "my visa runs out in November", "my flat has no lift". */
function happening(
  noun: string,
  subject: Subject,
  predicate: Reading['predicate'],
  sentence: Reading['sentence'],
): Draft | undefined {
  if (
    BELONGINGS.notKept.pattern.test(noun) ||
    subject.noun === undefined ||
    !/^(?:present|will|going-to|progressive)$/.test(predicate.aspect)
  )
    return undefined
  const base = { text: sentence.text, subject: subject.key }
  if (sentence.at !== undefined && !/^(?:have|need)$/.test(predicate.lemma))
    return { ...base, attribute: 'plan', value: noun, validFrom: sentence.at }
  if (
    predicate.lemma === 'have' &&
    BELONGINGS.housing.pattern.test(noun) &&
    /^(?:no|an?|two|three|four|\d+|only|terrible|bad) \p{L}/u.test(predicate.complement) &&
    !/\b(?:problem|issue|error|leak|today|bug)\b/i.test(predicate.complement)
  )
    return { ...base, attribute: `detail:${noun} ${headOf(predicate.complement)}`, value: headOf(predicate.complement) }
  if (predicate.lemma === 'cost' && /\d/.test(predicate.complement))
    return { ...base, attribute: 'finance', value: `${noun} ${predicate.complement}` }
  if (
    /^(?:open|close|start|end|begin|take)$/.test(predicate.lemma) &&
    /\d|\b(?:every|noon|midnight|an hour)\b/.test(predicate.complement)
  )
    return { ...base, attribute: `detail:${noun}`, value: predicate.complement }
  if (
    predicate.lemma === 'need' &&
    BELONGINGS.housing.pattern.test(noun) &&
    /^(?:an? |new )/.test(predicate.complement)
  )
    return { ...base, attribute: `detail:${noun} needs`, value: headOf(predicate.complement) }
  return undefined
}

/** Other lasting facts about something of one's own: a day, a number, a proper name, or where it lies. */
function described(noun: string, value: string, subject: Subject, sentence: Reading['sentence']): Draft | undefined {
  if (BELONGINGS.notKept.pattern.test(noun) || noun.split(' ').length > 5) return undefined
  const base = { text: sentence.text, subject: subject.key }
  if (
    sentence.at !== undefined &&
    (BELONGINGS.scheduled.pattern.test(value) || (sentence.exact && /^(?:tomorrow|on|in|next|this|\d)/i.test(value)))
  )
    return { ...base, attribute: 'plan', value: noun, validFrom: sentence.at }
  if (BELONGINGS.language.pattern.test(noun)) return { ...base, attribute: 'language', value: headOf(noun) }
  if (/\b(?:right now|today|at the moment|tonight|again)\b/i.test(value)) return undefined
  if (/^(?:an? )(?:old |new |used |vintage )?\p{Lu}[\p{L}\d-]+/u.test(value))
    return { ...base, attribute: 'owns', value: headOf(value) }
  if (noun === 'sleep') return { ...base, attribute: 'condition', value: `sleep ${value}` }
  if (BELONGINGS.housing.pattern.test(noun) && BELONGINGS.describesHousing.pattern.test(value))
    return { ...base, attribute: `detail:${noun}`, value: headOf(value) }
  if (BELONGINGS.amount.pattern.test(value) && !/%/.test(value))
    return { ...base, attribute: `detail:${noun}`, value: headOf(value) }
  return undefined
}
