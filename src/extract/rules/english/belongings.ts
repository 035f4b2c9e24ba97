import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import type { Reading } from './rule.js'
import { headOf, possessive } from './render.js'
import type { Subject } from './subject.js'
import { CONDITION, EVENT_NOUN, LANGUAGE, PET, RELATION, VEHICLE } from '../../text/english/vocabulary.js'

// "my … is …": the noun phrase and the attribute it stands for.
const NOUNS: [RegExp, string][] = [
  [/^(?:full |first |last |real |legal |given |middle |birth )?name$|^surname$/, 'name'],
  [
    pattern()`
      ^(?:
        nickname|handle|username|gamertag|discord
        |(?:github|gaming|reddit)? ?username(?: everywhere)?
        |github(?: (?:handle|username))?
        |twitter(?: handle)?|instagram|stage name|pen name
      )$
    `,
    'nickname',
  ],
  [/^(?:birthday|bday|b-day|birth ?date|date of birth)$/, 'birthday'],
  [/^age$/, 'age'],
  [/^(?:(?:work |personal )?e-?mail(?: address)?)$/, 'email'],
  [/^(?:(?:work |home |cell |mobile )?(?:phone )?number|(?:cell|mobile) phone number)$/, 'phone'],
  [/^(?:(?:home |new |mailing |current )?address)$/, 'address'],
  [/^height$/, 'height'],
  [
    pattern()`
      ^(?:(?:monthly|annual|yearly|current|take-home|base) )*(?:
        rent|salary|income|mortgage|pay|take-home(?: pay)?|budget|savings|pension|credit score
        |student loans?|debt|wage
      )$
    `,
    'finance',
  ],
  [/^weight$/, 'detail:weight'],
  [/^(?:blood type|blood group)$/, 'detail:blood type'],
  [/^(?:pronouns)$/, 'detail:pronouns'],
  [/^(?:time ?zone)$/, 'detail:timezone'],
  [/^(?:shoe|shirt|dress|clothing|ring|pants|jacket|t-shirt)? ?size$/, 'detail:size'],
  [/^(?:zodiac|star|sun) ?sign$|^(?:mbti|personality)(?: type)?$/, 'trait'],
  [/^(?:native|first|second|main|primary|third|preferred) (?:language|tongue)$|^mother tongue$/, 'language'],
  [/^(?:nationality|passport|citizenship|ethnicity|heritage)$/, 'nationality'],
  [/^(?:religion|faith)$/, 'religion'],
  [/^(?:hometown|home town|home country|country of origin|birthplace|roots|ancestors)$/, 'origin'],
  [
    pattern()`
      ^(?:new |current |day |main |full-time )*
      (?:job|occupation|profession|job title|title|role|position|line of work)$
    `,
    'occupation',
  ],
  [/^(?:new |current )?(?:employer|company|workplace)$/, 'employer'],
  [
    pattern()`
      ^(?:
        major|minor|degree|field of study|thesis(?: topic)?|dissertation|(?:\w+ )?school|university
        |college|alma mater|gpa|background
      )$
    `,
    'education',
  ],
  [
    pattern()`
      ^(?:
        (?:
          main|biggest|long-term|short-term|ultimate|career|fitness|next|big|current|life|personal
          |financial|savings|lifelong|childhood|reading|running|weight
        )[ ]
      )*(?:
        goal|dream|ambition|aim|target|resolution|new year'?s'? resolution|plan|bucket list|objective
        |mission|dream job|goals|resolutions
      )(?: (?:this|for|for this|for the|next|of the) .*|)$
      |^new year'?s'? resolution$
    `,
    'goal',
  ],
  [
    pattern()`
      ^(?:(?:main|biggest|only|new|current|other|latest|two) )*
      (?:hobby|hobbies|passions?|interests?|pastimes?|side project|obsession|guilty pleasure|comfort food)$
    `,
    'likes',
  ],
  [/^(?:(?:biggest|worst|greatest) )?(?:pet peeves?|fears?|phobia)$/, 'dislikes'],
  [/^(?:diet)$/, 'diet'],
  [/^(?:(?:food |only |main )*allerg(?:y|ies))$/, 'allergy'],
  [
    pattern()`
      ^(?:
        (?:
          blood pressure|cholesterol|blood sugar|eyesight|vision|hearing|medical condition|condition
          |medication|back|doctor's diagnosis|diagnosis
        )
      )$
    `,
    'condition',
  ],
  [
    pattern()`
      ^(?:
        (?:
          new|first|current|work|old|main|gaming|personal|wi-?fi|wifi|home|office|smart|espresso|sewing
          |washing|coffee|robot
        )[ ]
      )*(?:
        router|printer|modem|tv|speaker|headphones|mouse|fridge|oven|machine|vacuum|drone|telescope
        |calculator|3d printer|phone|laptop|computer|pc|bike|bicycle|camera|guitar|piano|tablet|e-reader
        |desktop|rig|setup|monitor|keyboard|console|watch|motorcycle|boat
      )$
    `,
    'owns',
  ],
  [
    pattern()`
      ^(?:(?:main|primary|preferred|go-to|default|current|tech|text|code) )*(?:
        editor|ide|os|operating system|stack|tech stack|browser|shell|terminal|programming language
        |language of choice|framework|distro|package manager|test runner|database|note-taking app
        |cloud provider
      )$
    `,
    'uses',
  ],
  [
    pattern()`
      ^(?:(?:main|go-to|daily|usual|morning|current|typical|evening|weekly|workout|work|working|sleep|skincare) )*(?:
        routine|schedule|habit|ritual|drink|order|coffee order|bedtime|hours|breakfast|commute
        |shift pattern|shifts?|rota
      )$
    `,
    'habit',
  ],
  [/^(?:current |new )?(?:house|home|apartment|flat|place|neighbou?rhood|studio)$/, 'home'],
  [/^(?:wedding )?anniversary$/, 'detail:anniversary'],
  [
    pattern()`
      ^(?:
        phone plan|phone contract|internet|broadband|bank|health insurance|car insurance|insurance
        |provider|mobile provider
      )$
    `,
    'uses',
  ],
  [/^(?:strengths?|special(?:i)?ty|superpower|forte|talents?)$/, 'skill'],
]
const LANGUAGES = pattern('i')`^(?:${LANGUAGE})$`
// What is worked on or used for the moment, or belongs to the talk.
const NOT_KEPT = pattern('i')`
  \b(?:
    code|script|function|query|test|tests|build|app|server|program|page|site|file|files|database|branch
    |commit|loop|array|table|compiler|database|container|session|token|trial|sprint|turn|timer|question
    |answer|guess|point|idea|plan|problem|issue|opinion|understanding|concern|hope|thinking|theory
    |impression|first|last|next|essay|draft|text|email|paper|letter|sentence|story|character|protagonist
    |hero|novel|book|poem|song|list|data|dataset|model|bot|output|input|error|order|package|screen
    |battery|internet|connection|wifi|download|game|day|week|morning|life|brain|head|mind|heart|mood|god
    |bad|fault|turn|time|class|patient|client|customer|user|homework|assignment|project|task|deck|robot
    |printer|dice|roll|score|result
  )s?\b
`
const HOUSING = pattern('i')`
  \b(?:
    flat|apartment|house|home|place|room|studio|kitchen|garden|balcony|building|office|street|village
    |town|car|bike|school|job|shop|farm|allotment|terrace|yard|bathroom|van|boat
  )$
`
const FAVORITE = pattern('iu')`
  ^(?:all[- ]time |absolute |current |new |personal |second |least )*(?:favorite|go-to) (?<what>[\p{L}' -]{2,40}?)
  (?: (?:of all time|ever|right now|so far|at the moment))?$
`
const LEAST = /\bleast favorite/i
const EVENT = pattern('i')`^(?:[\w'&/-]+ ){0,4}?(?:${EVENT_NOUN})(?: (?:to|in|with|for|at|from|of) .+)?$`
const CAR = pattern('i')`^(?:(?:new|first|current|work|old) )*(?:${VEHICLE})$`
// What somebody's own doing may be the answer to.
const GERUND = pattern()`
  \b(?:
    goal|resolution|dream|aim|hobby|hobbies|passion|pastime|obsession|interest|job|fear|peeve|pleasure
    |plan|superpower|talent
  )s?\b
`
// A routine that is told of, not judged: with a number, a time, or something that is done or taken.
const TELLING = pattern('i')`
  \d
  |\b(?:
    every|daily|each|morning|evening|night|nights|noon|midnight|hours?|minutes|at|before|after|first
    |then|to|with|black|flat|latte|oat|espresso|coffee|tea|run|walk|swim|gym|yoga|monday|weekends?
    |remote|part-time|full-time|[\w-]+ing
  )\b
`
const VAGUE = pattern('i')`
  ^(?:
    that|this|it|not|what|how|why|whether|if|here|there|below|above|attached|as follows
    |the (?:following|same|one|problem|issue|best|worst|reason)
    |too (?:long|short|big|small|slow|late)
    |broken|down|slow|fine|good|bad|great|terrible|ok|okay|so|very|really|pretty|killing|acting|making
    |getting|being|about to|dead|empty|full|late|ready|done|open|closed|correct|wrong|right|important
    |simple|clear|unclear|a mess|messed up|not working|crashing|frozen|stuck|failing|going|doing|running
    |lagging|lost|missing|boring|stressful|hard|tough|easy|amazing|awesome|nice|fun|exhausting|a bit
    |kind of|due to|because|unknown|private|none of|up to|on (?:fire|hold)|like|just|gone|ruined
  )\b
`

/** "My name is Ana", "my favorite color is green", "my sister's birthday is May 4": what somebody has one of. */
export function readBelonging({ subject, predicate, sentence, ended }: Reading): Draft | undefined {
  const noun = subject.noun?.toLowerCase().replace(/^(?:own|actual|own actual) /, '')
  if (subject.kind !== 'thing' || noun === undefined || ended) return undefined
  if (predicate.lemma !== 'be') return happening(noun, subject, predicate, sentence)
  if (!(predicate.lemma === 'be' || (predicate.aspect === 'progressive' && GERUND.test(noun)))) return undefined
  if (predicate.negative)
    return LANGUAGES.test(noun)
      ? { text: sentence.text, subject: subject.key, attribute: 'language', value: headOf(noun) }
      : undefined
  if (!['present', 'will', 'progressive', 'going-to', 'past'].includes(predicate.aspect)) return undefined
  // "My resolution is reading more": the -ing form is the value, not what is being done.
  const value = (
    predicate.aspect === 'progressive'
      ? predicate.inThirdPerson.replace(/^(?:.*? )?(?:is|are) /, '')
      : predicate.complement
  ).trim()
  const base = { text: sentence.text, subject: subject.key }
  if (EVENT.test(noun) && sentence.at !== undefined && predicate.aspect !== 'past' && !/^(?:was|were)/.test(value))
    return { ...base, attribute: 'plan', value: noun, validFrom: sentence.at }
  if (
    (predicate.aspect !== 'present' &&
      !(predicate.aspect === 'progressive' && GERUND.test(noun)) &&
      !(predicate.aspect === 'will' && /name$/.test(noun))) ||
    value === '' ||
    VAGUE.test(value)
  )
    return undefined
  if (/^(?:the |your )?(?:question|problem|issue|point)/.test(noun)) return undefined
  const favorite = FAVORITE.exec(noun)
  if (favorite) {
    if (LEAST.test(noun)) return { ...base, attribute: 'dislikes', value: headOf(value) }
    const what = favorite.groups?.['what'] as string
    return { ...base, attribute: `favorite:${singular(what)}`, value: headOf(value) }
  }
  // Who somebody's boss or dog is: "my boss is Tom" is read as an entity; "my dog's breed" is not asked for.
  const attribute = CAR.test(noun) ? 'car' : NOUNS.find(([pattern]) => pattern.test(noun))?.[1]
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
  if (attribute === 'habit' && !TELLING.test(value)) return undefined
  if (attribute === 'goal' && /\b(?:this|it|that|today|tonight)\b/i.test(value)) return undefined
  const folded =
    attribute === 'name' || attribute === 'nickname'
      ? value.replace(/ (?:and|but|by the way|from|i'm|,).*$/i, '')
      : headOf(value)
  return { ...base, attribute, value: folded }
}

/** "My visa runs out in November", "our boiler gets serviced tomorrow", "my flat has no lift". */
function happening(
  noun: string,
  subject: Subject,
  predicate: Reading['predicate'],
  sentence: Reading['sentence'],
): Draft | undefined {
  if (
    NOT_KEPT.test(noun) ||
    subject.noun === undefined ||
    !/^(?:present|will|going-to|progressive)$/.test(predicate.aspect)
  )
    return undefined
  const base = { text: sentence.text, subject: subject.key }
  if (sentence.at !== undefined && !/^(?:have|need)$/.test(predicate.lemma))
    return { ...base, attribute: 'plan', value: noun, validFrom: sentence.at }
  if (
    predicate.lemma === 'have' &&
    HOUSING.test(noun) &&
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
  if (predicate.lemma === 'need' && HOUSING.test(noun) && /^(?:an? |new )/.test(predicate.complement))
    return { ...base, attribute: `detail:${noun} needs`, value: headOf(predicate.complement) }
  return undefined
}

const COMING_UP = /^(?:booked|scheduled|due|set|planned|up|moved|arranged|confirmed|valid|good|paid|expected)\b/i

// Where something lies or how it is held: "on the fifth floor", "rented".
const DESCRIBES_HOUSING = pattern('i')`
  ^(?:
    on|in|near|next to|opposite
    |(?:north|south|east|west)-
    |north|south|east|west|fully|mostly|remote|hybrid|rented|number|an? |about|around|\d
  )
`

// A price, a number with its unit, or a name.
const STARTS_WITH_AMOUNT = pattern('u')`
  ^(?:about |around |roughly |only |just |over |under |at |minus )*
    (?:[$€£]\d|\d[\d.,]*k?(?: \p{L}|k$)|(?:two|three|four|five|six|seven|eight|nine|ten) )
  |^spread over |^called \p{Lu}
`

/** What else of one's own is told of in a way that lasts: with a day, a number, a proper name, or how it lies. */
function described(noun: string, value: string, subject: Subject, sentence: Reading['sentence']): Draft | undefined {
  if (NOT_KEPT.test(noun) || noun.split(' ').length > 5) return undefined
  const base = { text: sentence.text, subject: subject.key }
  if (
    sentence.at !== undefined &&
    (COMING_UP.test(value) || (sentence.exact && /^(?:tomorrow|on|in|next|this|\d)/i.test(value)))
  )
    return { ...base, attribute: 'plan', value: noun, validFrom: sentence.at }
  if (LANGUAGES.test(noun)) return { ...base, attribute: 'language', value: headOf(noun) }
  if (/\b(?:right now|today|at the moment|tonight|again)\b/i.test(value)) return undefined
  if (/^(?:an? )(?:old |new |used |vintage )?\p{Lu}[\p{L}\d-]+/u.test(value))
    return { ...base, attribute: 'owns', value: headOf(value) }
  if (noun === 'sleep') return { ...base, attribute: 'condition', value: `sleep ${value}` }
  if (HOUSING.test(noun) && DESCRIBES_HOUSING.test(value))
    return { ...base, attribute: `detail:${noun}`, value: headOf(value) }
  if (STARTS_WITH_AMOUNT.test(value) && !/%/.test(value))
    return { ...base, attribute: `detail:${noun}`, value: headOf(value) }
  return undefined
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

const IS_AN_ANIMAL = pattern('i')`^(?:an? |the )?(?:[\w'-]+ ){0,4}(?:${PET}|mix|breed|cross|rescue)\b`

/** "My sister is Ana", "our dog is called Max", "my boss is Tom Reed": an entity that is given its name or kind. */
export function readNaming({ subject, predicate, sentence }: Reading): Draft | undefined {
  if (
    (subject.kind !== 'person' && subject.kind !== 'pet') ||
    predicate.lemma !== 'be' ||
    predicate.aspect !== 'present' ||
    predicate.negative
  )
    return undefined
  const named =
    /^(?:(?:called|named) )?(?<name>\p{Lu}[\p{L}'-]+(?:(?: |, | and |, and )\p{Lu}[\p{L}'-]+){0,3})$/u.exec(
      predicate.complement,
    ) ?? /^(?:called|named) (?<name>\p{L}[\p{L}' -]{1,40}?)(?: and .*|,.*)?$/u.exec(predicate.complement)
  if (named)
    return { text: sentence.text, subject: subject.key, attribute: 'name', value: named.groups?.['name'] as string }
  if (subject.kind === 'pet' && IS_AN_ANIMAL.test(predicate.complement))
    return { text: sentence.text, subject: subject.key, attribute: 'pet', value: headOf(predicate.complement) }
  return undefined
}

const IS_MY = pattern('u')`
  ^(?<name>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?) (?:is|was) (?:my|our)[ ]
  (?<noun>(?:[\w-]+ ){0,2}(?:${RELATION}|${PET}))(?=$|[,.]| (?:and|who|from|in|at)\b)
`
const HARMS = pattern('iu')`
  ^(?<value>(?!(?:it|this|that|they|he|she|which|what|these|those|you|work|my|stress|mondays?)\b)[\p{L}' -]{3,40}?) (?:
    gives? me (?:hives|migraines|(?:a |terrible |bad )*(?:rash(?:es)?|headaches?|heartburn|cramps|stomach aches?))
    |makes? me (?:break out(?: in hives)?|swell(?: up)?|itch|itchy|throw up|vomit|sick|ill|nauseous|wheeze)
    |(?:could|would|can|will|might) (?:actually |literally |seriously )*kill me
    |triggers? my (?:asthma|migraines?|allerg(?:y|ies)|ibs|eczema)
    |(?:sends?|sent|puts?|landed) me (?:to|in) (?:the )?(?:er|emergency room|a&e|hospital)
    |(?:always )?upsets? my stomach
    |does not agree with me|do not agree with me
    |wrecks? my (?:stomach|gut)
  )\b
`
const ACTS_UP = pattern('i')`
  ^(?:my )?(?<value>${CONDITION})(?:'s| is| has been|) ?(?:
    acting up|flaring up|flared up|acts up|back|playing up|back again|getting worse|at it again
    |out of control|killing me
  )\b
`
const DAY_OFF = pattern('i')`
  ^(?<value>(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: and (?:mon|tues|wednes|thurs|fri|satur|sun)days?)?)[ ]
  (?:is|are) my (?:(?:only|usual|regular) )?(?:days?|nights?|mornings?|evenings?) off$
`
const FAILING = pattern('i')`
  ^my (?<value>hearing|eyesight|sight|vision|memory|back|knees?|hips?|eyes) (?:is|are)[ ]
  (?<how>going|failing|shot|bad|gone|terrible|getting worse|not (?:great|good|what it was))$
`
const IS_MY_FAVORITE = pattern('iu')`
  ^(?<value>(?!(?:that|this|it|these|those|what|which|one|he|she|they)\b)[^,]{2,60}?) (?:is|are) (?:my|our)[ ]
  (?:all[- ]time |absolute |current )*favorite (?<what>[\p{L}' -]{2,40}?)$
`

/** "Ana is my sister", "Dune is my favorite book": the name comes first. */
export function readInverse(clause: string, label: string, key: string): Draft | undefined {
  const relation = IS_MY.exec(clause)
  if (relation) {
    const { name, noun } = relation.groups as { name: string; noun: string }
    return {
      text: `${name} is ${label}'s ${noun}`,
      attribute: 'name',
      subject: (key === 'user' ? '' : `${key}'s `) + noun.toLowerCase(),
      value: name,
    }
  }
  const harm = HARMS.exec(clause)
  if (harm && harm.groups?.['value']) {
    const [value] = harm
    return {
      text: `${value.replace(/\bme\b/i, label).replace(/\bmy\b/i, possessive(label))}`.replace(/^\p{L}/u, (first) =>
        first.toUpperCase(),
      ),
      attribute: 'allergy',
      subject: key,
      value: headOf(harm.groups['value']),
    }
  }
  const acting = ACTS_UP.exec(clause)?.groups?.['value']
  if (acting)
    return {
      text: `${label} has ${acting.toLowerCase()}`,
      attribute: 'condition',
      subject: key,
      value: acting.toLowerCase(),
    }
  const failing = FAILING.exec(clause)?.groups
  if (failing)
    return {
      text: `${possessive(label)} ${clause.slice(3)}`,
      attribute: 'condition',
      subject: key,
      value: `${failing['value'] as string} ${failing['how'] as string}`,
    }
  const off = DAY_OFF.exec(clause)?.groups?.['value']
  if (off) return { text: `${label} has ${off} off`, attribute: 'working', subject: key, value: `${off} off` }
  const favorite = IS_MY_FAVORITE.exec(clause)
  if (!favorite) return undefined
  const { value, what } = favorite.groups as { value: string; what: string }
  return {
    text: `${label}'s favorite ${what} is ${value.replace(/^The /, 'the ')}`,
    attribute: `favorite:${singular(what.toLowerCase())}`,
    subject: key,
    value: headOf(value),
  }
}
