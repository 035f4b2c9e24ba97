import type { Draft } from '../draft.js'
import type { Reading } from './rule.js'
import { headOf, possessive } from './render.js'
import { CONDITION, EVENT_NOUN, PET, RELATION, VEHICLE } from './words.js'

// "my … is …": the noun phrase and the attribute it stands for.
const NOUNS: [RegExp, string][] = [
  [/^(?:full |first |last |real |legal |given |middle |birth )?name$|^surname$/, 'name'],
  [/^(?:nickname|handle|username|gamertag|discord|github(?: (?:handle|username))?|twitter(?: handle)?|instagram|stage name|pen name)$/, 'nickname'],
  [/^(?:birthday|bday|b-day|birth ?date|date of birth)$/, 'birthday'],
  [/^age$/, 'age'],
  [/^(?:(?:work |personal )?e-?mail(?: address)?)$/, 'email'],
  [/^(?:(?:work |home |cell |mobile )?(?:phone )?number|(?:cell|mobile) phone number)$/, 'phone'],
  [/^(?:(?:home |new |mailing |current )?address)$/, 'address'],
  [/^height$/, 'height'],
  [/^(?:(?:monthly|annual|yearly|current|take-home|base) )*(?:rent|salary|income|mortgage|pay|budget|savings|pension|credit score|student loans?|debt|wage)$/, 'finance'],
  [/^weight$/, 'detail:weight'],
  [/^(?:blood type|blood group)$/, 'detail:blood type'],
  [/^(?:pronouns)$/, 'detail:pronouns'],
  [/^(?:time ?zone)$/, 'detail:timezone'],
  [/^(?:shoe|shirt|dress|clothing|ring|pants|jacket|t-shirt)? ?size$/, 'detail:size'],
  [/^(?:zodiac|star|sun) ?sign$|^(?:mbti|personality)(?: type)?$/, 'trait'],
  [/^(?:native|first|second|main|primary|third|preferred) (?:language|tongue)$|^mother tongue$/, 'language'],
  [/^(?:nationality|citizenship|ethnicity|heritage)$/, 'nationality'],
  [/^(?:religion|faith)$/, 'religion'],
  [/^(?:hometown|home town|home country|country of origin|birthplace|roots|ancestors)$/, 'origin'],
  [/^(?:new |current |day |main |full-time )*(?:job|occupation|profession|job title|title|role|position|line of work)$/, 'occupation'],
  [/^(?:new |current )?(?:employer|company|workplace)$/, 'employer'],
  [/^(?:major|minor|degree|field of study|thesis(?: topic)?|dissertation|(?:\w+ )?school|university|college|alma mater|gpa|background)$/, 'education'],
  [/^(?:(?:main|biggest|long-term|short-term|ultimate|career|fitness|next|big|current|life|personal|financial|savings|lifelong|childhood|reading|running|weight) )*(?:goal|dream|ambition|aim|target|resolution|new year'?s'? resolution|plan|bucket list|objective|mission|dream job|goals|resolutions)(?: (?:this|for|for this|for the|next|of the) .*|)$/, 'goal'],
  [/^(?:(?:main|biggest|only|new|current|other|latest|two) )*(?:hobby|hobbies|passions?|interests?|pastimes?|side project|obsession|guilty pleasure|comfort food)$/, 'likes'],
  [/^(?:(?:biggest|worst|greatest) )?(?:pet peeves?|fears?|phobia)$/, 'dislikes'],
  [/^(?:diet)$/, 'diet'],
  [/^(?:(?:food |only |main )*allerg(?:y|ies))$/, 'allergy'],
  [/^(?:(?:blood pressure|cholesterol|blood sugar|eyesight|vision|hearing|medical condition|condition|medication|back|doctor's diagnosis|diagnosis))$/, 'condition'],
  [/^(?:(?:new|first|current|work|old|main|gaming|personal) )*(?:phone|laptop|computer|pc|bike|bicycle|camera|guitar|piano|tablet|e-reader|desktop|rig|setup|monitor|keyboard|console|watch|motorcycle|boat)$/, 'owns'],
  [/^(?:(?:main|primary|preferred|go-to|default|current|tech|text|code) )*(?:editor|ide|os|operating system|stack|tech stack|browser|shell|terminal|programming language|language of choice|framework|distro|package manager|test runner|database|note-taking app|cloud provider)$/, 'uses'],
  [/^(?:(?:main|go-to|daily|usual|morning|current|typical|evening|weekly|workout|work|working|sleep|skincare) )*(?:routine|schedule|habit|ritual|drink|order|coffee order|bedtime|hours|breakfast|commute)$/, 'habit'],
  [/^(?:current |new )?(?:house|home|apartment|flat|place|neighbou?rhood|studio)$/, 'home'],
  [/^(?:wedding )?anniversary$/, 'detail:anniversary'],
  [/^(?:strengths?|special(?:i)?ty|superpower|forte|talents?)$/, 'skill'],
]
const FAVORITE = /^(?:all[- ]time |absolute |current |new |personal |second |least )*favorite (?<what>[\p{L}' -]{2,40}?)(?: (?:of all time|ever|right now|so far|at the moment))?$/iu
const LEAST = /\bleast favorite/i
const EVENT = new RegExp(`^(?:[\\w'&/-]+ ){0,4}?(?:${EVENT_NOUN})(?: (?:to|in|with|for|at|from|of) .+)?$`, 'i')
const CAR = new RegExp(`^(?:(?:new|first|current|work|old) )*(?:${VEHICLE})$`, 'i')
const VAGUE =
  /^(?:that|this|it|not|what|how|why|whether|if|here|there|below|above|attached|as follows|the (?:following|same|one|problem|issue|best|worst|reason)|too (?:long|short|big|small|slow|late)|broken|down|slow|fine|good|bad|great|terrible|ok|okay|so|very|really|pretty|killing|acting|making|getting|being|about to|dead|empty|full|late|ready|done|open|closed|correct|wrong|right|important|simple|clear|unclear|a mess|messed up|not working|crashing|frozen|stuck|failing|going|doing|running|lagging|lost|missing|boring|stressful|hard|tough|easy|amazing|awesome|nice|fun|exhausting|a bit|kind of|due to|because|unknown|private|none of|up to|on (?:fire|hold)|like|just|gone|ruined)\b/i

/** "My name is Ana", "my favorite color is green", "my sister's birthday is May 4": what somebody has one of. */
export function readBelonging({ subject, predicate, sentence, ended }: Reading): Draft | undefined {
  const noun = subject.noun?.toLowerCase().replace(/^(?:own|actual|own actual) /, '')
  if (subject.kind !== 'thing' || noun === undefined || predicate.lemma !== 'be' || predicate.negative || ended) return undefined
  if (!['present', 'will', 'progressive', 'going-to', 'past'].includes(predicate.aspect)) return undefined
  const value = predicate.rest.trim()
  const base = { text: sentence.text, subject: subject.key }
  if (EVENT.test(noun) && sentence.at !== undefined && predicate.aspect !== 'past' && !/^(?:was|were)/.test(value)) return { ...base, attribute: 'plan', value: noun, validFrom: sentence.at }
  if ((predicate.aspect !== 'present' && !(predicate.aspect === 'will' && /name$/.test(noun))) || value === '' || VAGUE.test(value)) return undefined
  if (/^(?:the |your )?(?:question|problem|issue|point)/.test(noun)) return undefined
  const favorite = FAVORITE.exec(noun)
  if (favorite) {
    if (LEAST.test(noun)) return { ...base, attribute: 'dislikes', value: headOf(value) }
    const what = favorite.groups?.['what'] as string
    return { ...base, attribute: `favorite:${singular(what)}`, value: headOf(value) }
  }
  // Who somebody's boss or dog is: "my boss is Tom" is read as an entity; "my dog's breed" is not asked for.
  const attribute = CAR.test(noun) ? 'car' : NOUNS.find(([pattern]) => pattern.test(noun))?.[1]
  if (attribute === undefined) return undefined
  if (attribute === 'name' && !/^\p{L}[\p{L}'. -]{0,40}$/u.test(value)) return undefined
  if (attribute === 'name' && /^(?:a|an|the|on|in|not|hard|spelled|pronounced|often|unusual|very)\b/i.test(value)) return undefined
  if (['home', 'condition', 'owns', 'employer', 'education'].includes(attribute) && /^(?:\w+)$/.test(value) && !/^\p{Lu}/u.test(value)) return undefined
  if (attribute === 'home' && !/^(?:in|near|on|at|located|outside)\b/i.test(value)) return undefined
  if (attribute === 'condition' && subject.kind === 'thing' && !/\b(?:high|low|bad|poor|\d|chronic)\b/i.test(value)) return undefined
  const folded = attribute === 'name' || attribute === 'nickname' ? value.replace(/ (?:and|but|by the way|from|i'm|,).*$/i, '') : headOf(value)
  return { ...base, attribute, value: folded }
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

/** "My sister is Ana", "our dog is called Max", "my boss is Tom Reed": an entity that is given its name or kind. */
export function readNaming({ subject, predicate, sentence }: Reading): Draft | undefined {
  if ((subject.kind !== 'person' && subject.kind !== 'pet') || predicate.lemma !== 'be' || predicate.aspect !== 'present' || predicate.negative) return undefined
  const named = /^(?:(?:called|named) )?(?<name>\p{Lu}[\p{L}'-]+(?:(?: |, | and |, and )\p{Lu}[\p{L}'-]+){0,3})$/u.exec(predicate.rest) ?? /^(?:called|named) (?<name>\p{L}[\p{L}' -]{1,40}?)(?: and .*|,.*)?$/u.exec(predicate.rest)
  if (named) return { text: sentence.text, subject: subject.key, attribute: 'name', value: named.groups?.['name'] as string }
  if (subject.kind === 'pet' && new RegExp(`^(?:an? |the )?(?:[\\w'-]+ ){0,4}(?:${PET}|mix|breed|cross|rescue)\\b`, 'i').test(predicate.rest)) return { text: sentence.text, subject: subject.key, attribute: 'pet', value: headOf(predicate.rest) }
  return undefined
}

const IS_MY = new RegExp(`^(?<name>\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?) (?:is|was) (?:my|our) (?<noun>(?:[\\w-]+ ){0,2}(?:${RELATION}|${PET}))(?=$|[,.]| (?:and|who|from|in|at)\\b)`, 'u')
const HARMS = /^(?<value>(?!(?:it|this|that|they|he|she|which|what|these|those|you|work|my|stress|mondays?)\b)[\p{L}' -]{3,40}?) (?:gives? me (?:hives|migraines|(?:a |terrible |bad )*(?:rash(?:es)?|headaches?|heartburn|cramps|stomach aches?))|makes? me (?:break out(?: in hives)?|swell(?: up)?|itch|itchy|throw up|vomit|sick|ill|nauseous|wheeze)|(?:could|would|can|will|might) (?:actually |literally |seriously )*kill me|triggers? my (?:asthma|migraines?|allerg(?:y|ies)|ibs|eczema))\b/iu
const ACTS_UP = new RegExp(`^(?:my )?(?<value>${CONDITION})(?:'s| is| has been|) ?(?:acting up|flaring up|flared up|acts up|back again|getting worse|out of control|killing me)\\b`, 'i')
const IS_MY_FAVORITE = /^(?<value>(?!(?:that|this|it|these|those|what|which|one|he|she|they)\b)[^,]{2,60}?) (?:is|are) (?:my|our) (?:all[- ]time |absolute |current )*favorite (?<what>[\p{L}' -]{2,40}?)$/iu

/** "Ana is my sister", "Dune is my favorite book": the name comes first. */
export function readInverse(clause: string, label: string, key: string): Draft | undefined {
  const relation = IS_MY.exec(clause)
  if (relation) {
    const { name, noun } = relation.groups as { name: string; noun: string }
    return { text: `${name} is ${label}'s ${noun}`, attribute: 'name', subject: (key === 'user' ? '' : `${key}'s `) + noun.toLowerCase(), value: name }
  }
  const harm = HARMS.exec(clause)
  if (harm && harm.groups?.['value']) {
    const [value] = harm
    return { text: `${value.replace(/\bme\b/i, label).replace(/\bmy\b/i, possessive(label))}`.replace(/^\p{L}/u, (first) => first.toUpperCase()), attribute: 'allergy', subject: key, value: headOf(harm.groups['value']) }
  }
  const acting = ACTS_UP.exec(clause)?.groups?.['value']
  if (acting) return { text: `${label} has ${acting.toLowerCase()}`, attribute: 'condition', subject: key, value: acting.toLowerCase() }
  const favorite = IS_MY_FAVORITE.exec(clause)
  if (!favorite) return undefined
  const { value, what } = favorite.groups as { value: string; what: string }
  return { text: `${label}'s favorite ${what} is ${value.replace(/^The /, 'the ')}`, attribute: `favorite:${singular(what.toLowerCase())}`, subject: key, value: headOf(value) }
}

