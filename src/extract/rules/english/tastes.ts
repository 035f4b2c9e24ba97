import { pattern, source } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import { headOf, possessive } from './render.js'
import { DIET } from '../../text/english/vocabulary.js'

// A thing of up to four words that the sentence names itself.
const THING = source`
  (?<value>
    (?!
      (?:
        it|this|that|these|those|they|he|she|we|I|you|there|here|what|which|who|yes|no|my|your|his|her
        |their|our
        |the (?:answer|first|second|third|last|one|rest|other|same|new)
      )\b
    )[\p{L}'&-]+(?: [\p{L}'&-]+){0,3}?
  )
`
export const FOOD = pattern('i')`
  \b(?:
    pork|meat|beef|lamb|chicken|bacon|ham|fish|seafood|shellfish|shrimps?|prawns?|crab|lobster|oysters?
    |mussels|anchov(?:y|ies)|tuna|salmon|eggs?|milk|dairy|cheese|butter|cream|yog(?:h)?urt|lactose
    |gluten|wheat|bread|pasta|nuts?|peanuts?|almonds?|cashews?|walnuts?|sesame|soy|tofu|mushrooms?
    |onions?|garlic|cilantro|coriander|olives?|tomato(?:es)?|celery|peppers?|chil(?:l)?i(?:es)?
    |spicy(?: food)?|sugar|sweets|chocolate|honey|alcohol|booze|wine|beer|coffee|caffeine
    |mayo(?:nnaise)?|mustard|pickles?|pineapple|kiwis?|bananas?|strawberr(?:y|ies)|grapefruit|avocados?
    |coconut|cinnamon|licorice|liquorice|liver|gelatine?|raw fish|red meat|processed food|fast food
  )\b
`

const REFUSED = pattern('iu')`
  ^no ${THING},? (?:for me|on mine|in mine|please|pls|thanks|thank you)
  (?: (?:please|thanks|thank you|ever|at all|though|either|obviously))?$
`
const A_NO = pattern('iu')`
  ^${THING} (?:is|are) (?:(?:always|still|also) )?(?:an? )?
  (?:(?:hard|big|firm|absolute|total|huge|definite|complete|automatic) )?(?:no|no[- ]go|no[- ]no|nope|deal-?breaker)
  (?: for me| with me| to me)?$
`
const NOT_MINE = pattern('iu')`
  ^${THING} (?:is|are) (?:(?:really|just|definitely|so) )?not (?:really |exactly |quite )?
  (?:my (?:thing|jam|cup of tea|style|scene)|for me)$
`
const DISGUSTS = pattern('iu')`
  ^${THING} (?:(?:always|just|really) )*(?:
    makes? me (?:gag|heave|retch)
    |grosses me out
    |tastes? like (?:soap|feet|dirt|cardboard)(?: to me)?
    |gives? me the (?:creeps|ick|heebie-jeebies)
    |terrif(?:y|ies) me|scares? me(?: to death)?|freaks? me out|creeps? me out
    |drives? me (?:crazy|nuts|mad|insane)
    |bores? me to (?:tears|death)
  )$
`
const DELIGHTS = pattern('iu')`
  ^${THING} (?:is|are) (?:(?:totally|absolutely|definitely|kind of|basically) )*(?<how>
    my (?:
      thing|jam|weakness|happy place
      |comfort (?:food|show|movie|film|read|watch)
      |guilty pleasure|go-to(?: \w+)?|kryptonite|one vice|love language|first love
      |whole (?:life|personality)
      |escape
    )
    |the (?:only|one|best) thing (?:that|which)[ ]
      (?:gets me through|keeps me (?:sane|going|alive|awake)|helps me (?:relax|sleep|unwind|focus)|calms me)\b.*
  )$
`
const ANY_DAY = pattern('iu')`
  ^give me (?<article>an? |some |the )?(?<value>\p{L}[\p{L}' -]{2,50}?) (?:any ?day|any ?time|over (?<other>.+))\b.*$
`
const ONLY = pattern('i')`
  ^(?:only )?(?<value>${DIET})(?: (?:food|options|meat|stuff|meals))?(?: only)? (?:only |strictly )?(?:for me|please)
  (?: .*)?$
`
const MOMENT = pattern('i')`
  \b(?:
    today|tonight|now|yet|tomorrow
    |this (?:time|week|weekend|morning)
    |for a (?:while|bit)|more|rush|problem|worr(?:y|ies)|idea|clue|need|pressure|hurry|offen[cs]e
    |spoilers?|reply|sweat|thanks|way|point|reason|excuses?|plans?|time|sleep|luck|judg(?:e)?ment
    |questions?|ads?|cookies
  )\b
`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Tastes whose sentence has the thing as its subject: "no pork for me", "horror films are a no", "jazz is my jam". */
export function readTaste(clause: string, label: string, key: string): Draft | undefined {
  const text = clause.replace(/[.!]+$/, '')
  const draft = (attribute: string, value: string, said: string): Draft | undefined =>
    MOMENT.test(value) ? undefined : { text: said, attribute, subject: key, value: headOf(value) }
  const refused = REFUSED.exec(text)?.groups
  if (refused) {
    const { value } = refused as { value: string }
    return FOOD.test(value) ? draft('avoids', value, `${label} wants no ${value}`) : undefined
  }
  const only = ONLY.exec(text)?.groups?.['value']
  if (only) return draft('diet', only, `${label} wants ${only.toLowerCase()} only`)
  const no = A_NO.exec(text)?.groups?.['value']
  if (no)
    return draft(
      FOOD.test(no) ? 'avoids' : 'dislikes',
      no,
      `${capital(no)} ${/(?:[^s]s|people)$/i.test(no) ? 'are' : 'is'} a no for ${label}`,
    )
  const dull = (NOT_MINE.exec(text) ?? DISGUSTS.exec(text))?.groups?.['value']
  if (dull) return draft('dislikes', dull, capital(ofLabel(text, label)))
  const delight = DELIGHTS.exec(text)?.groups?.['value']
  if (delight) return draft('likes', delight, capital(ofLabel(text, label)))
  const given = ANY_DAY.exec(text)?.groups
  if (given?.['value'])
    return draft(
      'likes',
      given['value'],
      `${label} likes ${given['article'] ?? ''}${given['value']}${given['other'] ? ` over ${given['other']}` : ''}`,
    )
  return undefined
}

const ofLabel = (text: string, label: string): string =>
  text.replace(/\bmy\b/gi, possessive(label)).replace(/\bme\b/gi, label)
