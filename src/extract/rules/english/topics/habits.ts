import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'

export const FREQUENCY = pattern('i')`
  \b(?:
    (?:almost |nearly |pretty much )?every(?: single| other)? (?:\w+ )?(?:
      day|morning|evening|night|afternoon|week|weekend|month|year|summer|winter|monday|tuesday
      |wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thurs?|fri|sat|sun|weekday|workday
      |lunch
    )s?
    |each (?:day|morning|evening|night|week|weekend|month|year)
    |on (?:mon|tues|wednes|thurs|fri|satur|sun)days
    |on (?:weekends|weekdays|school nights)
    |(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:mornings|evenings|nights|afternoons)
    |daily|nightly
    |(?:once|twice|three times|four times|five times|\d+x|\d+ times|a few times|several times|a couple of times)[ ]
      (?:a|per|every|each) (?:day|week|month|year)
    |\d+ days a week
    |(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|an?|half an?|(?:a )?couple(?: of)?|few) ?(?:
      k|kms?|miles?|hours?|pages|laps|minutes|mins|steps|cups?|packs?|pints|units|lit(?:er|re)s|times
      |books|episodes
    ) (?:a|per|every|each) (?:day|night|week|month|year)
    |(?:first thing )?in the (?:mornings?|evenings?)
    |most (?:days|mornings|evenings|nights|weekends)
    |before (?:bed|work|breakfast|sleep|going to bed)
    |after (?:work|dinner|lunch|school)
    |at (?:around |about )?\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m\.?|p\.m\.?)?(?= |$|\.)
    |for \w+ minutes (?:a|per|every|each) (?:day|morning|night)
    |all year round
    |at (?:dawn|sunrise|night)
    |with(?:out)? (?:milk|sugar|oat milk)
    |black
  )\b
`
// Verbs of the moment, of saying and of wanting.
const PASSING = pattern()`
  ^(?:
    be|want|need|think|say|tell|know|feel|look|seem|mean|keep|call|ask|hope|wish|let|make|get|have|go
    |come|give|take|see|hear|find|sound|suggest|send|sent|bring|show|wait|wonder|agree|mind|matter|owe
    |swear|insist|claim|deserve|refuse|pray|beg|remember|forget|understand|believe|expect|stay|leave
    |start|stop|try|use|turn|become|help|pay
  )$
`
const OFTEN = new Set([
  'usually',
  'always',
  'often',
  'normally',
  'typically',
  'regularly',
  'generally',
  'mostly',
  'never',
  'rarely',
  'only',
])
// Of these too one may say what one always does; the others that pass say nothing with it.
const PRACTICE = /^(?:call|get|take|stay|leave|start|stop|use|pay|bring|go|try)$/
// Done at an hour, told in the simple present, it is done every day.
const DAILY = /^(?:eat|wake|get|go|sleep|start|finish|work|have|run|swim|train)$/
const AN_HOUR = pattern('i')`
  \b(?:at|around|by|before|after|until|till|from|past) (?:about |around )?
  (?:\d{1,2}(?::\d\d)? ?(?:am|pm)?|noon|midnight|dawn)(?=$|[ ,])
`
const NO_HABIT = pattern('i')`
  \b(?:
    them|these|those|error|bug|crash\w*|exception|message|warning|fail\w*|stack ?trace|code|function
    |this|that|it|you|your|something|same|problem|issue|notification|spam|emails? from|result|forget
    |wonder|tired|stuck
  )\b
`

const PASSES = pattern()`
  \b(?:
    today|tonight|tomorrow|now|currently|yet|still|again
    |this (?:week|morning|afternoon|evening|weekend|time)
    |at the moment
    |in a (?:minute|bit|moment|second|mood|hurry)
    |on (?:the|his|her|their) (?:way|phone|line)
    |me|us
  )\b
`
// Moods and judgements, and where somebody happens to be.
const OF_THE_MOMENT = pattern()`
  ^(?:
    (?:so|very|really|too|pretty|quite|just|a bit|kind of|being|such|totally|absolutely|super|always|the|an?|not)[ ]
  )*(?:
    here|there|right|wrong|fine|ok(?:ay)?|sick|ill|well|annoy\w*|angry|mad|sad|upset|late|early|busy
    |tired|at \w+|home|back|out|away|off|up|down|asleep|awake|sure|worried|\w+cited|happy|good|great
    |nice|amazing|awesome|lovely|wonderful|sweet|cute|beautiful|funny|weird|crazy|stupid|idiot|pain|mess
    |nightmare|legend|hero|angel|best|worst|same|one|only|reason|problem|ready|done|gone|hungry|bor\w+
    |confused|proud|glad|sorry|lucky|stuck|lost|missing|dead|alive|important|trouble|love|tears|holiday
    |vacation|work|bed|visiting|coming|able|about|going|like|due|expected|supposed|mean|rude|kind|fun
    |perfect|cold|hot|loud|person|people|thing|everything|nothing|in|on
  )(?=$|[ ,.])(?!
    [ ](?:
      the (?:army|navy|police|scouts|board|autism|spectrum)
      |an? (?:wheelchair|band|choir|care home|nursing home)
      |[\w-]+ (?:diet|medication|meds|insulin)
      |(?:primary|secondary|high|middle|elementary) school
    )
  )
`

// Verbs with which "every day" is mostly an exaggeration.
const TOO_GENERAL = pattern()`
  ^(?:
    be|get|need|want|have|see|think|feel|hope|wish|know|guess|find|thank|keep|ask|hear|agree
    |mean|suppose|understand|try|lose|love|like|hate|say|tell|care|believe|fail|wonder|forget
    |struggle|depend|worry
  )$
`

const APPOINTMENT = pattern('i')`
  ^(?:an? |my )?(?:[\w-]+ )?(?:
    breakfast|coffee|tea|class(?:es)?|lessons?|practice|therapy|rehearsals?|standups?
    |stand-ups?|band practice|choir|meetings?|dinner with|lunch with|book club|physio|violin
    |piano|yoga|training|dialysis|chemo|rehearsal|lectures?|seminars?|night shifts?
    |counsel?ling|swimming|football|tennis|dance|drama|scouts|mass
  )
`

const MOMENTARY = pattern('i')`
  ^(?:up|down|out|off|so|too|very|that|like|to|me|us|him|them|home|tonight|today)\b
  |\b(?:me|us|today|tonight|now|again|I|we)\b
`

// What somebody cannot do for the moment: "cannot find", "cannot come".
const CANNOT_NOW = pattern()`
  ^(?:
    wait|find|come|make|believe|see|decide|stop|get|be|understand|help|do|tell|go|join|talk
    |remember|afford|figure|access|open|log
  )$
`

/** What somebody does again and again. */
export const habitRules: readonly Rule[] = [
  {
    example: 'I smoke. → habit: User smokes',
    verbs: 'smoke vape',
    aspects: ['present', 'perfect'],
    complement: /^(?!meat|salmon|brisket)(?<value>.*)/,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}`.trim(),
  },
  {
    example: 'I go to the gym. → habit: User goes to the gym',
    verbs: 'wake get go',
    aspects: ['present'],
    negative: 'either',
    complement: pattern('i')`
      ^(?<value>
        (?:
          up|to (?:bed|sleep)
          |for (?:an? )?(?:[\w-]+ )?(?:run|walk|swim|jog|bike ride|ride|hike)s?
          |(?:
            running|swimming|hiking|climbing|cycling|jogging|dancing|skiing|fishing|surfing|camping
            |bouldering|birdwatching|kayaking|sailing
          )
          |to (?:
            the gym|church|mosque|temple|synagogue|therapy|yoga|the pool|physio|the market
            |the farmers' market|mass|crossfit|the library|pilates
          )
        )\b.*
      )
    `,
    reject: /^up (?:to|with|and|for it|the|late)|^(?:up )?.*\b(?:error|this|that)\b/i,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: 'I work out regularly. → habit: User works out regularly',
    verbs: 'work exercise train',
    aspects: ['present', 'perfect-progressive'],
    complement: /^(?<value>(?:out|at the gym|regularly|hard|in the gym)\b.*)/,
    reject: /out (?:fine|well|great|for|the|how|what|better)/,
    attribute: 'habit',
  },
  {
    example: 'I train with a coach. → habit: User trains with a coach',
    verbs: 'train',
    aspects: ['present', 'perfect-progressive'],
    complement: /^(?<value>(?:\w+ )?(?:every|\w+ times|at|with a|brazilian|bjj|muay|for (?:marathons|triathlons)).*)/i,
    attribute: 'habit',
  },
  {
    example: 'I drink my coffee black. → habit: User drinks their coffee black',
    verbs: 'take drink eat have',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?<value>
        (?:my |a |an |two |three |\d+ |only |decaf |black |green |oat )*(?:
          coffee|tea|espresso|matcha|breakfast|lunch|dinner|cups? of (?:coffee|tea)|smoothie|oatmeal
          |eggs|vitamins?|nap|naps|cold showers?
        )\b.*(?:every|each|daily|black|with|without|a day|at|before|after|in the|per).*
      )
    `,
    reject: /with (?:you|him|her|them|my (?:boss|friend)|tomorrow)/,
    attribute: 'habit',
  },
  {
    example: 'I only eat Spam. → habit: User only eats Spam',
    verbs: 'drink eat',
    aspects: ['present'],
    complement: /^(?<value>(?!it|this|that|here|there|half|a bit|what|when|one)\p{L}[\p{L}' -]{1,30}?)$/u,
    attribute: (_, { predicate }) => (predicate.adverbs.includes('only') ? 'habit' : undefined),
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`,
  },
  {
    example: 'I fast during Lent. → habit: User fasts during Lent',
    verbs: 'fast',
    aspects: [...(['present', 'progressive', 'perfect-progressive'] as const)],
    complement: /^(?<value>.*)/,
    attribute: 'habit',
  },
  {
    example: "I don't eat after noon. → habit: User does not eat after noon",
    verbs: 'eat drink',
    aspects: ['present'],
    negative: 'only',
    complement: pattern()`
      ^(?<value>
        (?:anything |coffee |food )?(?:after|before|past|until) (?:\d|noon|midday|dark|sunset|dinner|lunch|midnight).*
      )
    `,
    attribute: 'habit',
    value: (match, { predicate }) => `does not ${predicate.lemma} ${match[0]}`,
  },
  {
    example: 'I cycle to work. → habit: User cycles to work',
    verbs: 'cycle walk bike drive commute ride run scooter skate',
    aspects: ['present'],
    complement: /^(?:in )?(?<value>to (?:work|the office|school|uni|campus|class|college|the station)\b.*)/,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: "I'm usually in bed by ten. → habit: User is usually in bed by ten",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?<value>
        (?:in bed|up|awake|asleep|out the door|at (?:the gym|my desk|work|the pool))[ ]
          (?:by|at|before|until|till|around) (?:about |around )?
          (?:\d|dawn|sunrise|noon|midnight|five|six|seven|eight|nine|ten).*
      )
    `,
    attribute: (_, { predicate }) => (predicate.adverbs.some((adverb) => OFTEN.has(adverb)) ? 'habit' : undefined),
  },
  {
    example: 'I celebrate Diwali. → habit: User celebrates Diwali',
    verbs: 'celebrate observe',
    aspects: ['present'],
    complement: pattern('iu')`
      ^(?<value>
        (?:both )?(?:
          Diwali|Christmas|Hanukkah|Ramadan|Eid|Easter|Passover|Shabbat|Sabbath|Lent|Holi|Nowruz
          |Lunar New Year|Chinese New Year|Thanksgiving|Kwanzaa|Yule|Vesak|Purim|Rosh Hashanah
          |Yom Kippur|Orthodox Christmas|Tết?
        )\b.*
      )
    `,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`,
  },
  {
    example: "I'm up at five every day. → habit: User is up at five every day",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?<value>
        up (?:at|by|before|around) (?:\d|dawn|sunrise|five|six|four).*\b
          (?:every|each|most|weekdays|on (?:weekdays|mon|tues|wednes|thurs|fri|satur|sun)|daily|usually|always)\b.*
      )
    `,
    attribute: 'habit',
  },
  {
    example: 'I swim every morning. → habit: User swims every morning',
    verbs: '*',
    aspects: ['present', 'perfect-progressive'],
    complement: /^(?<value>.*)/,
    reject: NO_HABIT,
    attribute: (match, { predicate, sentence, subject }) => {
      if (
        !(subject.kind !== 'self' && /^(?:get|have|see|try|keep)$/.test(predicate.lemma)) &&
        TOO_GENERAL.test(predicate.lemma)
      ) {
        const eventful = predicate.lemma === 'have' && APPOINTMENT.test(match[0])
        if (!eventful) return undefined
      }
      const said = [...`${match[0]} ${sentence.text}`.matchAll(new RegExp(FREQUENCY.source, 'gi'))].map(
        ([phrase]) => phrase,
      )
      const frequent = said[0]
      // "at 6" alone belongs to one day; "in the morning" needs "usually" or "every".
      if (said.some((phrase) => !/^(?:at|in the|before|after|with|black)/i.test(phrase))) return 'habit'
      if (subject.kind === 'self' && DAILY.test(predicate.lemma) && AN_HOUR.test(match[0]) && sentence.at === undefined)
        return 'habit'
      if (
        subject.kind === 'self' &&
        match[0] !== '' &&
        (!PASSING.test(predicate.lemma) || PRACTICE.test(predicate.lemma)) &&
        predicate.adverbs.some((adverb) => OFTEN.has(adverb))
      )
        return PRACTICE.test(predicate.lemma) && match[0].split(' ').length < 2 ? undefined : 'habit'
      return (frequent !== undefined || match[0].split(' ').length >= 2) &&
        predicate.adverbs.some((adverb) => OFTEN.has(adverb)) &&
        (frequent !== undefined || /\b(?:at|in|on|with|for|to|before|after|my|the)\b/.test(match[0]))
        ? 'habit'
        : undefined
    },
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`,
  },
  {
    example: 'I never wear ties. → habit: User never wears ties',
    verbs: '*',
    aspects: ['present'],
    negative: 'only',
    complement: /^(?<value>\S.*)/,
    reject: NO_HABIT,
    attribute: (_, { predicate }) =>
      /^(?:never|rarely|seldom|hardly)$/.test(predicate.adverbs[0] ?? '') &&
      (!PASSING.test(predicate.lemma) || PRACTICE.test(predicate.lemma))
        ? 'habit'
        : undefined,
    value: (match, { predicate }) => `never ${predicate.lemma} ${match[0]}`,
  },
  {
    example: 'I carry a notebook with me. → habit: User carries a notebook with them',
    verbs: 'carry',
    aspects: ['present'],
    complement: pattern('iu')`
      ^(?:around )?(?<value>(?:an? |my |two |some )\p{L}[\p{L} -]{2,40}?)
      (?: (?:everywhere|with me|always|at all times|in my (?:bag|pocket|purse|backpack)|wherever .*|just in case))
    `,
    attribute: 'habit',
    value: (match) => `carry ${match.groups?.['value'] ?? ''}`,
  },
  // What relatives do in the simple present, they do habitually.
  {
    example: "My brother grooms horses. → habit: User's brother grooms horses",
    verbs: '*',
    aspects: ['present'],
    subject: 'people',
    complement: /^(?<value>.*)$/u,
    reject: NO_HABIT,
    attribute: (match, { predicate }) =>
      !PASSING.test(predicate.lemma) &&
      match[0].split(' ').length <= 9 &&
      !MOMENTARY.test(match[0]) &&
      (match[0] !== '' || !/^(?:suck|rock|rule|matter|work|hurt)$/.test(predicate.lemma))
        ? 'habit'
        : undefined,
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`.trim(),
  },
  // What they are or cannot do, when it lasts.
  {
    example: "My grandmother can't climb stairs. → condition: User's grandmother cannot climb stairs",
    verbs: '*',
    aspects: ['can'],
    negative: 'only',
    subject: 'people',
    complement: /^(?<value>.*)$/,
    reject: pattern('i')`${NO_HABIT}|${PASSES}`,
    attribute: (_, { predicate }) => (CANNOT_NOW.test(predicate.lemma) ? undefined : 'condition'),
    value: (match, { predicate }) => `cannot ${predicate.lemma} ${match[0]}`.trim(),
  },
  {
    example: "My sister is a bit of a daredevil. → trait: User's sister is a bit of a daredevil",
    verbs: 'be',
    aspects: ['present'],
    subject: 'people',
    complement: /^(?<value>(?:(?:an?|the|on|in|at|from|into|with) )?[\p{L}\d' -]{3,60})$/u,
    reject: pattern('i')`${NO_HABIT}|${PASSES}|${OF_THE_MOMENT}`,
    attribute: (_, { clause }) => (/^it\b/i.test(clause.text) ? undefined : 'trait'),
  },
  {
    example: "My grandfather was a coal merchant. → event: User's grandfather was a coal merchant",
    verbs: 'be',
    aspects: ['past'],
    subject: 'people',
    complement: /^(?<value>(?:an? |in the )\p{L}[\p{L}' -]{3,60})$/u,
    reject: pattern('i')`
      ${PASSES}|${OF_THE_MOMENT}|^a (?:few|bit|little|lot|mess|hit|pain|nightmare|joy)|^in the (?:way|middle)
    `,
    attribute: 'event',
  },
  {
    example: "My daughter wants a telescope. → likes: User's daughter wants a telescope",
    verbs: 'want like',
    aspects: ['present'],
    subject: 'people',
    complement: /^(?<value>(?:an? |two |daily |weekly |monthly |everything |all )[^,]{3,60})$/i,
    reject: pattern('i')`${NO_HABIT}|${PASSES}`,
    attribute: 'likes',
  },
  // "I translate patents": somebody's trade or pastime, told without how often.
  {
    example: 'I translate patents. → habit: User translates patents',
    verbs: `
      translate fix repair design restore train breed weld tune tailor mend teach sell import export edit
      illustrate photograph animate compose record produce deliver drive program test review judge referee
      umpire coach tutor foster rescue
    `,
    aspects: ['present'],
    subject: 'self',
    complement: /^(?<value>(?:[a-z-]+ ){0,2}[a-z]{3,}s)(?: (?:from|into|for|at|in|on|by) .*)?$/i,
    reject: pattern('i')`
      \b(?:
        bugs?|this|these|that|those|issues|problems|things|tests|errors|files|answers|questions|mistakes
        |prompts|sentences
      )\b
    `,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}`,
  },
]
