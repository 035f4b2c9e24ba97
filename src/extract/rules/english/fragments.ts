import { pattern } from '../../../language/pattern.js'
import type { Clause } from './clauses.js'
import { isPersonName, isPlace } from './names.js'
import { verbForm } from './verbs.js'
import { DIET, HEALTH_ADJECTIVE, OCCUPATION, PET } from '../../text/english/vocabulary.js'

const ROLE_FIRST = pattern('iu')`
  ^(?:(?:proud|single|new|working|busy) )?(?:mom|mum|mother|dad|father|grandma|grandpa) of[ ]
    (?:a|an|one|two|three|four|five|twins|\d)\b
  |^(?!(?:I|we|my|our|he|she|they|it|the|this|that|working|living|studying|just|also|currently|been|was|is|am)\b)
    ${OCCUPATION} (?:
      (?:at|from|for|based in|living in) \p{Lu}
      |as of (?:today|now|yesterday|this|last|monday|tuesday|wednesday|thursday|friday)
    )
`
const DROPPED_I = pattern('i')`
  ^(?:(?:just|recently|finally|also|already|literally|actually|officially) )*(?:
    failed|handed in|tore|visited|took|found|opened|enrolled|made it|split
    |can not (?:eat|drink|have|do)
    |moved|bought|got|started|adopted|finished|quit|graduated|retired|switched|joined|landed|signed
    |broke|sprained|fractured|ran|passed|won|booked|turned|became|left|sold|met|married|lost|launched
    |picked up|took up|gave up|stopped|accepted|cancelled|canceled|earned|completed|defended|submitted
    |published|grew up|was born|was diagnosed|have been
    |have not (?:eaten|touched|had|smoked)
    |have (?:a|an|two|three)[ ]
    |had (?:surgery|an? \w+ surgery)
    |love|hate|prefer|can not stand
    |do not (?:eat|drink|like|smoke)
    |live|work
  )\b(?= \S)
`
const DROPPED_AM = pattern('iu')`
  ^(?:
    (?:
      currently|now|just|also|already|recently|originally|still|mildly|severely|super|deathly|happily
      |no longer|finally
    )[ ]
  )*(?:
    trying to
    |going to (?=[a-z]+ (?:the|a|an|my|our|to|in|on|at|for)\b)(?!the|a|my)[a-z]+
    |picking up (?:my|our)
    |visiting (?:my|our|\p{Lu})
    |starting (?:an?|my|school|college|uni|work|at|as|with)
    |hosting|teaching myself|turning|renting|obsessed with|addicted to|terrified of|scared of|afraid of
    |fluent in|celiac|coeliac|asthmatic|pregnant|colou?r-?blind|left-handed|sober|single|divorced
    |not (?:an? (?:\w+ )?(?:fan|person)|into|big on|keen on)
    |(?:an? )?(?:big|huge|massive|lifelong) (?:\w+ )?fan
    |(?:currently|still|now) (?:re-?reading|reading|watching|playing|bingeing)
    |replaying|rewatching|rereading|bingeing|gluten|living|working|studying|learning|training|based
    |allergic|lactose|moving|flying|getting|planning|saving|expecting|from|married|retired|vegan
    |vegetarian|diabetic|teaching|consulting|freelancing|interning|volunteering|commuting|engaged
    |recovering
    |(?:on|off) (?:sick|parental|maternity|paternity|annual) leave
    |on sabbatical
  )\b(?= \S|$)
`
// A day is said, and no verb makes the -ing form a subject.
const COMING_UP = pattern('i')`
  ^(?!.*\b(?:is|are|was|were|can|will|would|has|makes?|sounds?|seems?|feels?|should|does|takes?)\b)(?:
    seeing|heading|catching|going|driving|leaving|running|playing|meeting|having|closing|joining
    |attending|celebrating|spending|staying|speaking|presenting|performing|giving|racing|climbing|hiking
    |defending|graduating|hosting|taking
  ) .*\b(?:
    tomorrow
    |next (?:week|month|year|\w+day)
    |on (?:the )?(?:\d|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*
    |this (?:coming )?(?:
      weekend|\w+day|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july|august
      |september|october|november|december
    )
    |in (?:\d+|two|three|four|five|six|a) (?:days?|weeks?|months?)
    |in (?:january|february|march|april|may|june|july|august|september|october|november|december)
    |(?:january|february|march|april|june|july|august|september|october|november|december) \d
  )
`
const BEEN = pattern('iu')`
  ^been (?:
    at \p{Lu}
    |(?:to|vegan|vegetarian|married|sober)\b
    |on (?!hold|my mind|it|fire|the (?:phone|fence|lookout))
    |(?!
      thinking|wondering|meaning|trying|looking|waiting|getting|seeing|having|raining|busy|feeling
      |considering|debating|asking|telling|saying|staring|sitting
    )\p{Ll}+ing\b(?! (?:this|that|it|you|around)\b)
  )
`
const NOW_A = pattern('iu')`
  ^(?:officially|now|finally|proudly|technically) (?:an?|the)[ ]
  (?!(?:good|bad|great|nice|little|bit|lot|mess|disaster|thing)\b)\p{L}
`
const AGED = pattern('iu')`
  ^(?<age>[1-9]\d)(?: ?(?:m|f|yo|y/o|years? old))?(?:,| and|,? /) (?<rest>
    (?:
      (?:an? )?(?<role>${OCCUPATION})\b
      |(?:feeling|feelin|feels)\b
      |(?:
        male|female|single|married|divorced|from|living|based|working|retired|vegan|vegetarian
        |originally|currently|father|mother|mom|mum|dad|still|unemployed|self-employed|studying|gay
        |left-handed
      )\b
    ).*
  )$
`
// What one has one of, without "my": "new place is in Leith", "thesis is about kelp".
const DROPPED_MY = pattern('i')`
  ^(?:(?:our|new|current|main|biggest) )?(?:
    budget|rent|salary|place|flat|apartment|house|thesis|dissertation|major|hobby|username|hometown
    |birthday|pronouns|blood type|day job|side project|favorite \w+(?: \w+)?
  ) (?:is|are) (?!(?:that|this|it|so|not|very|too|what|how|where)\b)\S
`

// "Two cats, Miso and Udon": a count of animals or children and their names, no verb.
const VERBLESS = pattern('u')`
  ^(?:two|three|four|five|twin|\d) (?:[a-z]+ ){0,2}?(?:${PET}|kids|boys|girls|sons|daughters)(?: at home)?
  (?:$|(?:,| named| called|:) ?\p{Lu}[\p{L}'-]+(?:(?:, | and |, and )\p{Lu}[\p{L}'-]+)*(?:$|,))
`
// An adverb and a past verb: nobody else can be meant.
const JUST_DONE = /^(?:(?:just|finally|recently|literally just|only just|already) )+(?<verb>[a-z]+)\b(?= \S)/i
const isPast = (clause: string): boolean =>
  verbForm(JUST_DONE.exec(clause)?.groups?.['verb'] ?? '', 'past') !== undefined
const ENJOYING = /^(?:[Cc]urrently |[Nn]ow |[Ss]till )?(?:[Rr]e-?)?(?:[Rr]eading|[Ww]atching|[Bb]ingeing) \p{Lu}/u
const STUDENT = pattern('i')`
  ^(?:
    uni|university|college|phd|grad|graduate|med|law|nursing|art|high school|exchange|masters?
    |(?:first|second|third|fourth|final)[- ]year
  ) student\b
`
const INJURY = pattern('i')`
  ^(?:an? )?(?:fractured|broken|torn|sprained|dislocated|herniated|ruptured|cracked) (?:left |right )?(?:
    leg|arm|ankle|wrist|foot|toe|rib|finger|hand|nose|metatarsal|collarbone|hip|elbow|acl|achilles
    |meniscus|ligament|rotator cuff|hamstring|disc|shoulder|knee
  )\b
`
const HERE = /^(?:an? |fellow |another )?(?<what>[\w' -]{3,40}?)(?: over| round)? here(?:, .*)?$/i
const NO_ARTICLE = pattern('i')`^(?:${DIET}|${HEALTH_ADJECTIVE}|single|retired|allergic .+|lactose .+)$`

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const article = (noun: string): string => (/^[aeiou]/i.test(noun) ? 'an' : 'a')

// Before "here", these are no role: "new here", "up here".
const NOT_A_ROLE = pattern('i')`
  ^(?:
    it|this|that|he|she|I|we|they|you|there|new|newbie|hot|cold|late|up|right|over|out|from|live
    |living|moved|came|back|been
  )\b
`

// "got my exam tomorrow".
const GOT_DATED = pattern('i')`
  ^got (?<what>
    (?:my|our|an?|the) .*\b(?:
      tomorrow|next \w+|this \w+|on (?:\w+day|the \d)
      |in (?:\d+|two|three|four|a) (?:days?|weeks?|months?)
      |\w+day
    )\b.*
  )$
`

// "born in Ghent", "just promoted".
const DROPPED_WAS = pattern('i')`
  ^(?:(?:just|recently|finally|also) )*
  (?<rest>(?:born|raised|diagnosed|laid off|promoted|hired|fired) .+|laid off$|promoted$|fired$)
`

// The -ing form is itself the subject, or points into the conversation: "working on this".
const AM_NOT_DROPPED = pattern('i')`
  ^(?:from|based|living|working)[ ]
    (?:now|today|tomorrow|next|the|this|that|on (?!my |an? )|what|my|here|there|your|with)\b
  |^(?:learning|working|getting|planning|moving|living|studying|teaching|training|saving) (?:\w+ ){0,3}
    (?:is|was|can|will|would|has|takes|seems|makes|starts?|ends?|begins?|costs?|went|goes)\b
`

/**
 * Adds the subject that people leave out: "just moved to Porto", "allergic to nuts". The base form of a verb may be an
 * order, so only inflected forms and what follows an adverb count.
 */
export function withSubject(clause: string): string {
  const here = HERE.exec(clause)?.groups?.['what']
  if (here && !NOT_A_ROLE.test(here)) return `I am ${NO_ARTICLE.test(here) ? '' : `${article(here)} `}${lower(here)}`
  const aged = AGED.exec(clause)?.groups
  if (aged) {
    const { age, rest, role } = aged as Record<string, string | undefined>
    if (/^feel/i.test(rest ?? '')) return `I am ${age as string}`
    const more = role && !/^an? /i.test(rest as string) ? `${article(role)} ${rest as string}` : (rest as string)
    return `I am ${age as string}, ${more}`
  }
  if (/^(?:[Hh]alf|[Pp]art) \p{Lu}\p{L}+(?:,| and) (?:half|part) \p{Lu}/u.test(clause))
    return `I am ${lower(clause).replace(/, (?=half|part)/, ' and ')}`
  if (INJURY.test(clause)) return `I have ${/^an? /i.test(clause) ? '' : 'a '}${lower(clause)}`
  if (ROLE_FIRST.test(clause)) return `I am ${article(clause)} ${lower(clause)}`
  const due = GOT_DATED.exec(clause)?.groups?.['what']
  if (due) return `I have ${due}`
  const passive = DROPPED_WAS.exec(clause)?.groups?.['rest']
  if (passive) return `I was ${lower(passive)}`
  if (VERBLESS.test(clause)) return `I have ${lower(clause)}`
  if (BEEN.test(clause)) return `I have ${lower(clause)}`
  if (DROPPED_MY.test(clause)) return `my ${lower(clause)}`
  if (/^went (?:fully |full )?(?:vegan|vegetarian|keto|sober)\b/i.test(clause)) return `I ${lower(clause)}`
  if (
    DROPPED_I.test(clause) &&
    !/^(?:live|work|love|hate|prefer) (?:on|this|that|it|it|you|your|through|out|with)\b/i.test(clause)
  )
    return `I ${lower(clause)}`
  if (COMING_UP.test(clause) || NOW_A.test(clause)) return `I am ${lower(clause)}`
  if (JUST_DONE.test(clause) && isPast(clause)) return `I ${lower(clause)}`
  if (ENJOYING.test(clause)) return `I am ${lower(clause)}`
  if (STUDENT.test(clause)) return `I am a ${lower(clause)}`
  if (DROPPED_AM.test(clause) && !AM_NOT_DROPPED.test(clause)) return `I am ${lower(clause).replace(/ here$/i, '')}`
  return clause
}

// Where a clause has no subject of its own, each of these begins another of its kind.
const ANOTHER = pattern('i')`
  ,\s+(?=
    (?:consulting|freelancing|interning|volunteering|coaching|commuting|staying) (?:in|at|for|as|with)[ ]
    |(?:just |recently |finally |also |officially )*(?:
      tore|broke|sprained|got|passed|moved|bought|started|sold|switched|signed|lost|adopted|finished
      |quit|been|born|raised|stuck in|have not|graduated|joined|training|learning|living|based|working
      |allergic|recovering|flying|married|engaged|divorced|expecting|vegan|vegetarian
    )\b
  )
`
const HAS_SUBJECT = pattern('u')`
  ^(?:
    I|[Ww]e|[Mm]y|[Oo]ur|his|her|their|he|she|they|it|the|you|your|this|that|there|these|those|an?|some
    |all
    |(?!(?:Just|Finally|Recently|Also|Already|Literally|Officially|Still|Now|Been)\b)\p{Lu}[\p{L}'-]+[ ]
      (?:is|are|was|has|had|\p{Ll}+ed|will|can|and I)
  )\b
`

const IS_OCCUPATION = pattern('i')`^(?:an? )?(?:\w+ ){0,2}?(?:${OCCUPATION})(?: (?:in|at|from|for) .+)?$`

const IS_COUNT_OF_PETS_OR_KIDS = pattern('i')`^(?:an?|one|two|three|four) (?:[a-z]+ ){0,2}?(?:${PET}|kids)$`

// "Bea, backend dev, Porto, two cats": somebody introduces themselves in a list.
function introducing(text: string): string[] | undefined {
  const parts = text.split(', ')
  const [name, ...rest] = parts as [string, ...string[]]
  if (
    rest.length < 2 ||
    parts.some((part) => part.split(' ').length > 4) ||
    !/^(?:I am )?\p{Lu}/u.test(name) ||
    !isPersonName(name.replace(/^I am /, ''))
  )
    return undefined
  const statements = rest.flatMap((part) => {
    if (/^[1-9]\d$/.test(part)) return [`I am ${part}`]
    if (IS_OCCUPATION.test(part)) return [`I am ${/^an? /i.test(part) ? '' : `${article(part)} `}${part}`]
    if (VERBLESS.test(part) || IS_COUNT_OF_PETS_OR_KIDS.test(part)) return [`I have ${part}`]
    if (/^(?:from|based in|living in|in) \p{Lu}/u.test(part)) return [`I am ${part.replace(/^in /, 'based in ')}`]
    if (isPlace(part)) return [`I am based in ${part}`]
    return []
  })
  return statements.length < 2 ? undefined : [`I am ${name.replace(/^I am /, '')}`, ...statements]
}

// "I don't drink coffee, only tea": what takes the place of what is denied.
const INSTEAD = pattern('iu')`
  ^(?<denied>I (?:do not|never|can not) (?<verb>[a-z]+) .+?|never (?<verb2>[a-z]+) .+?),? (?:only|just)[ ]
  (?<instead>(?!because|when|if|so|to|that|the one)\p{L}[^,]{2,40})$
`
// "My flat is on the fifth floor, no lift".
const WITHOUT = /^(?<of>(?:my|our) [a-z]+(?: [a-z]+)?) (?:is|has) [^,]+(?<no>, no [a-z]+(?: [a-z]+)?)$/i
// "… with my girlfriend": with whom one lives.
const WITH_WHOM = pattern('i')`
  ^(?:.*, )?(?:I|we) (?:am |are |have )?(?:live|living|lived|based|share|stay|moved|settled)\b.*[ ]
  (?<with>with (?:my|our) [^,]+)$
`

/** The clause with its subject added; several where fragments are strung together: "skipping gym, tore my cuff". */
export function fragmentsOf({ text }: Clause): Clause[] {
  const list = introducing(text)
  if (list) return list.map((part) => ({ text: part }))
  const instead = INSTEAD.exec(text)?.groups
  if (instead)
    return [
      instead['denied'] as string,
      `I only ${instead['verb'] ?? (instead['verb2'] as string)} ${instead['instead'] as string}`,
    ].map((part) => ({ text: part.replace(/^never /i, 'I never ') }))
  const no = WITHOUT.exec(text)?.groups
  if (no)
    return [
      { text: text.slice(0, -(no['no'] as string).length) },
      { text: `${no['of'] as string} has${(no['no'] as string).slice(1)}` },
    ]
  const whom = WITH_WHOM.exec(text)?.groups?.['with']
  if (whom && !/^I live with/i.test(text)) return [{ text }, { text: `I live ${whom}` }]
  const parts = HAS_SUBJECT.test(text) ? [text] : text.split(ANOTHER)
  return parts.map((part) => ({ text: withSubject(part) }))
}

const LABEL = pattern('i')`
  ^(?:my |this year's |the )?(?<label>
    (?:full |first )?name|age|location|city|job|occupation|profession|diet|allerg(?:y|ies)|hobbies
    |birthday
    |(?:main |big |fitness )?goals?(?: (?:for|this) [\w ]{3,12})?
    |favou?rite [\w ]{3,20}|pronouns|timezone|native language
  ): (?<value>[^:]{1,80})$
`

/** "Goal for this year: run a marathon" says "my goal is …". */
export function labelled(sentence: string): string {
  if (
    /^(?:(?:main|big|current) )?goal(?: for (?:this|the|next) \w+)? is to \w/i.test(sentence) &&
    !/\b(?:this|that|it|bug|code|function|error|file|page|test|query|refactor|fix)\b/i.test(
      sentence.replace(/for this/i, ''),
    )
  )
    return `My ${sentence}`
  const match = LABEL.exec(sentence)
  if (!match) return sentence
  const { label, value } = match.groups as { label: string; value: string }
  if (/^(?:location|city)$/i.test(label)) return `I live in ${value}`
  if (/^allerg/i.test(label)) return /^none/i.test(value) ? sentence : `I am allergic to ${value}`
  return `My ${label.toLowerCase()} ${/s$/i.test(label) && !/pronouns/i.test(label) ? 'are' : 'is'} ${value}`
}
