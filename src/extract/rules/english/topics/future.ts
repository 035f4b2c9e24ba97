import { pattern } from '../../../../language/pattern.js'
import { FUTURE, PAST, type Reading, type Rule } from '../rule.js'
import { EVENT_NOUN, POINTING } from '../../../text/english/vocabulary.js'

// What one may aim at over months; wishes of the moment ("want to know", "want to buy a gift") are not.
const AIMS = pattern('i')`
  ^(?:(?:eventually|finally|really|also|one day|someday|at least|successfully) )*(?<value>
    (?:
      become
      |be (?:
        an? |the[ ]
        |able to (?:speak|play|run|read|swim|converse)
        |fluent|debt|financially
        |more (?:active|patient|present|disciplined)
      )
      |learn|master|lose|gain
      |run (?:an? |the |my|ultra|marathons?|under|\d)
      |start (?:an? |my |running|working out|exercising|therapy|learning|meditating|our|investing)
      |open (?:an? |my|our)|own an? |quit|retire|move|travel|visit
      |see the (?:northern|pyramids)
      |write (?:an? (?:book|novel|memoir)|my (?:first |own )?(?:book|novel|memoir))
      |publish
      |get (?:
        fit|fitter|healthy|healthier|better at|into (?!it|this|the)\w+|a promotion|promoted|my
        |certified|married|in shape
        |a (?:phd|degree|masters?|job|dog|cat|puppy|new job|pilot)
        |stronger|a tattoo|out of debt
      )
      |buy (?:
        an? (?:house|home|car|apartment|flat|boat|place|farm|condo|camper|tesla)
        |my (?:first|own)|our (?:first|own)|land
      )
      |save|pay off
      |finish (?:my|a|the marathon|school|reading)
      |pass (?:my|the|an?)|improve
      |build (?:an? (?:house|company|startup|business|app|cabin|career)|my own|muscle|our)
      |launch|stop|reduce|cut (?:down|back|out|my)
      |eat (?:less|more|healthier|better)
      |drink (?:less|more)
      |sleep (?:more|earlier|better)
      |exercise
      |read (?:\d+|more|one|at least|a hundred|twenty|thirty|forty|fifty|sixty|ten|twelve)
      |do an? (?:parachute|bungee|sky)
      |(?:sky|scuba )dive|see the world|pay (?:off|down)|speak|study|apply (?:to|for)|climb|hike
      |qualify|compete|graduate|adopt
      |have (?:kids|children|a (?:baby|family|second child))
      |switch (?:careers|jobs|to|into)
      |change (?:careers|jobs)|volunteer
      |go (?:
        back to (?:school|college|university)
        |vegan|vegetarian
        |to (?:grad|med|law|art) school
        |freelance|abroad|on a (?:trip|cruise)
      )
      |work (?:abroad|remotely|at|for|as|in)
      |teach|play in
      |do an? (?:phd|master'?s|marathon|triathlon|ironman|mba)
      |complete
      |spend (?:more|less|a year)
      |wake up|raise|grow (?:my|our)|invest|live (?:in|abroad|by)|meditate|reach|hit|break|beat|earn
      |make (?:partner|more friends|a career|the team)
    )\b.*
  )
`
const UNAIMED = pattern('i')`
  \b(?:
    this (?:code|file|page|text|answer|email|function|bug|project|app)
    |that\b|it\b|you\b|your\b|how\b|what\b|why\b|whether\b|tonight\b|right now
  )
`
// Errands and turns of a conversation, dated or not.
const NO_PLAN = pattern('i')`
  ^(?:
    work (?:from home|late|remotely|overtime)
    |try|check|send|test|look|let|ask|tell|come back|continue|think|sleep|wait|reply|paste|share
    |update you|be back|do (?:it|that|this)|use|need|say|show|give|call you|get back|keep|explain
    |read it|know|see (?:if|how|what|you)
    |be (?:
      honest|clear|happy|fine|ok|late|right|back|sure|nice|careful|able|glad
      |on (?:it|that|time|my way)
      |there for|using|doing|asking|working on
    )
    |have to|want|assume|start by
    |go (?:with|ahead|to bed|to sleep|over|through|back)
    |add|remove|fix|review|rewrite|write (?:it|that|this)|ping|note|remember|paste|copy|upload|describe
    |feel|miss|love|probably
    |take (?:a look|care|it|that|your)
    |pick (?:one|that|it)|die|cry|scream|lose my mind|rest
    |eat (?:now|lunch|dinner)?$
    |stick
  )\b
`

const lemmaAnd = (match: RegExpMatchArray, { predicate }: Reading): string =>
  `${predicate.lemma} ${match.groups?.['value'] ?? match[0]}`.trim()

/** Goals, and plans and events with their dates. */
export const futureRules: readonly Rule[] = [
  {
    example: 'I want to learn the cello. → goal: User wants to learn the cello',
    verbs: 'want aim intend plan',
    aspects: ['present'],
    complement: pattern('i')`^to ${AIMS.source.slice(1)}`,
    reject: UNAIMED,
    attribute: 'goal',
    subject: 'any',
  },
  {
    example: "I'm planning a trip to Peru. → plan: User is planning a trip to Peru",
    verbs: 'plan',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^(?:(?:to|on) (?<value>.+)|(?<trip>an? .+|our .+|my .+))/,
    reject: /^to (?:use|write|ask|add|do|implement)|\b(?:this|that|it)\b/,
    attribute: 'plan',
    value: (match) => match.groups?.['value'] ?? match.groups?.['trip'],
  },
  {
    example: "I'm determined to finish my novel. → goal: User is determined to finish their novel",
    verbs: 'be',
    aspects: ['present'],
    complement: /^(?:planning|determined|committed|on track|on a mission) (?:to|on) (?<value>.+)/,
    reject: UNAIMED,
    attribute: 'goal',
  },
  {
    example: "I'm trying to quit sugar. → goal: User is trying to quit sugar",
    verbs: 'try',
    aspects: ['progressive', 'perfect-progressive'],
    complement: pattern('i')`^(?:really )?(?:hard )?to ${AIMS.source.slice(1)}`,
    reject: UNAIMED,
    attribute: 'goal',
  },
  {
    example: "We're hosting a dinner. → plan: User is hosting a dinner",
    verbs: 'host throw organize organise',
    aspects: ['progressive', 'going-to', 'will'],
    complement: pattern('iu')`
      ^(?<value>
        (?:
          Thanksgiving|Christmas|Easter|Eid|Diwali|Hanukkah
          |(?:an?|the|our|my|this year's) (?:[\p{L}'-]+ ){0,3}?(?:
            party|dinner|bbq|barbecue|wedding|baby shower|meetup|conference|reunion|retreat|workshop
            |exchange student|fundraiser|tournament
          )
        )\b.*
      )
    `,
    attribute: 'plan',
    value: lemmaAnd,
  },
  {
    example: "We're trying for a baby. → goal: User is trying for a baby",
    verbs: 'try',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^for (?<value>(?:an? |our |another )(?:\w+ )?(?:baby|child|kid|girl|boy)\b.*)/,
    attribute: 'goal',
    value: (match) => match.groups?.['value'],
  },
  {
    example: "I'm working towards a pilot's licence. → goal: User is working towards a pilot's licence",
    verbs: 'work',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^towards? (?<value>.+)/,
    attribute: 'goal',
  },
  {
    example: "I'm training for a marathon. → goal: User is training for a marathon",
    verbs: 'train',
    aspects: ['progressive', 'perfect-progressive'],
    complement: pattern()`
      ^(?:for|to)[ ]
      (?<value>(?!a model|the model|an? (?:neural|network|classifier))(?:an? |my |the |be |become |run )?.+)
    `,
    attribute: 'goal',
  },
  {
    example: "I'm saving for a house. → goal: User is saving for a house",
    verbs: 'save',
    aspects: ['progressive', 'perfect-progressive', 'present'],
    complement: /^(?:up |money |up money )*(?:for|to) (?<value>.+)/,
    attribute: 'goal',
  },
  {
    example: 'I dream of opening a bakery. → goal: User dreams of opening a bakery',
    verbs: 'dream',
    aspects: ['present', 'perfect', 'perfect-progressive'],
    complement: /^(?:of|about) (?<value>\w+ing .+)/,
    attribute: 'goal',
  },
  {
    example: "I'm hunting for an apartment. → goal: User is hunting for an apartment",
    verbs: 'hunt',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^for (?<value>an? (?:house|apartment|job|flat|home)\b.*)/,
    attribute: 'goal',
  },
  {
    example: "I'm looking for a therapist. → goal: User is looking for a therapist",
    verbs: 'look',
    aspects: ['progressive', 'perfect-progressive'],
    complement: pattern('u')`
      ^(?:for|to (?:buy|rent|move|adopt)) (?<value>
        (?:an? |my first |our first |to )(?:\w+ ){0,3}(?:
          house|apartment|flat|home|job|room|studio|place to (?:live|rent)|therapist|tutor|nanny
          |childminder|dog walker|choir|band|roommate|car|dog|puppy|to \p{Lu}\w+
        )\b.*
      )
    `,
    reject: /recommend|suggestion|recipe/,
    attribute: 'goal',
  },
  {
    example: "I'm going to open a bakery. → plan: User is going to open a bakery",
    verbs: 'start become learn launch open retire adopt apply graduate buy',
    aspects: ['going-to'],
    complement: /^(?<value>.+)/,
    reject: pattern('i')`${POINTING}|^(?:with|by|to|from|over)\b`,
    attribute: 'plan',
    value: lemmaAnd,
  },
  {
    example: 'I will be a dad. → family: User will be a dad',
    verbs: 'be',
    aspects: ['going-to', 'will', 'progressive'],
    complement: /^an? (?<value>(?:\w+ )?(?:dad|mom|mum|father|mother|parent|aunt|uncle|grand\w+))\b.*/,
    attribute: 'family',
  },
  {
    example: "I'm becoming a father. → family: User is becoming a father",
    verbs: 'become have',
    aspects: ['progressive', 'going-to'],
    complement: pattern()`
      ^(?:an? |our |my |twins)(?<value>
        (?:\w+ )?(?:dad|mom|mum|father|mother|parent|aunt|uncle|grand\w+|baby|girl|boy|child|daughter|son|twins)?
      )\b.*
    `,
    reject: /^an? (?:hard|bad|good|great|tough|meeting|problem|look|nice|party|look)|^our |^my /,
    attribute: 'family',
  },
  {
    example: "I'm getting married. → plan: User is getting married",
    verbs: 'get',
    aspects: ['progressive', 'going-to', 'will'],
    complement: pattern('i')`
      ^(?<value>
        (?:
          married|engaged|divorced
          |a (?:puppy|dog|cat|kitten|new (?:car|dog|cat|job|puppy|kitten|laptop))
          |surgery
          |my (?:wisdom teeth|braces|tonsils)\b.*
          |braces|lasik|evicted|laid off|promoted
        )\b.*
      )
    `,
    attribute: 'plan',
    value: (match) => match.groups?.['value'],
  },
  {
    example: 'I have a dentist appointment on Friday. → plan: User has a dentist appointment on 4 December 2026',
    verbs: 'have',
    aspects: ['present', 'going-to', 'will', 'progressive'],
    complement: pattern('iu')`
      ^(?:(?:an?|my|our|the|another|two|three) )?(?<value>(?:[\p{L}\d'&/.-]+ ){0,5}?(?:${EVENT_NOUN})\b.*)
    `,
    attribute: 'plan',
    needsDate: true,
  },
  {
    example: "I'm painting the fence tomorrow. → plan: User is painting the fence on 1 December 2026",
    verbs: '*',
    aspects: FUTURE,
    complement: /^(?<value>.*)/,
    attribute: (match, reading) =>
      NO_PLAN.test(lemmaAnd(match, reading)) || UNAIMED.test(match[0]) ? undefined : 'plan',
    needsDate: true,
    value: lemmaAnd,
  },
  {
    example: 'I fly to Rome on Friday. → plan: User flies to Rome on 4 December 2026',
    verbs: `
      leave fly depart travel arrive return land move start graduate retire begin turn defend present finish
      marry compete perform run take sit
    `,
    aspects: ['present'],
    complement: /^(?<value>.+)/,
    reject: /\b(?:every|each|by|error|it|this)\b/,
    attribute: 'plan',
    needsDate: true,
    value: lemmaAnd,
  },
  {
    example: "I'm invited to a wedding on Friday. → plan: User is invited to a wedding on 4 December 2026",
    verbs: 'be',
    aspects: ['present'],
    complement:
      /^(?:getting|moving|flying|traveling|travelling|due|scheduled|booked|off|away|visiting|invited) (?<value>.+)/,
    attribute: 'plan',
    needsDate: true,
  },
  {
    example: 'I booked a cabin in the hills. → plan: User booked a cabin in the hills',
    verbs: 'book schedule reserve',
    aspects: PAST,
    complement: /^(?<value>(?:an?|my|our|the|flights?|tickets?|two|tickets) ?.+)/,
    attribute: 'plan',
    value: lemmaAnd,
  },
  {
    example: 'I got tickets for the opera. → plan: User got tickets for the opera',
    verbs: 'get buy score snag',
    aspects: PAST,
    complement: pattern('iu')`
      ^(?<value>
        (?:(?:my|our|two|three|four|\d|front row|concert|plane|festival|season|the) )*tickets? (?:for|to)[ ]
          (?!it\b|this|that)\p{L}.+
      )
    `,
    attribute: 'plan',
  },
  {
    example: "I'm applying for a scholarship. → goal: User is applying for a scholarship",
    verbs: 'apply interview audition',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^(?:for|to|at|with) (?<value>(?!it\b|this|that|them)(?:an? |the |my |\p{Lu})\p{L}*.+)/u,
    attribute: 'goal',
    value: lemmaAnd,
  },
  {
    example: "I'm on leave next week. → plan: User is on leave in the week of 7 December 2026",
    verbs: 'be',
    aspects: ['present', 'will', 'going-to'],
    complement: pattern('i')`
      ^(?<value>
        (?:
          on (?:(?:annual|parental|maternity|paternity|sick|study|unpaid) )?
            (?:leave|holiday|vacation|pto|honeymoon|sabbatical)
          |out of (?:office|town|the country)
          |out|away|abroad|off
        )\b.*
      )
    `,
    reject: /^out (?:of (?:luck|ideas|time|money|milk|\w+$)|here|there)/,
    attribute: 'plan',
    needsDate: true,
  },
  {
    example: 'I have to take the bar on Friday. → plan: User has to take the bar on 4 December 2026',
    verbs: 'take be',
    aspects: ['obligation'],
    complement: /^(?<value>(?:my|the|an?) (?:[\w-]+ )*(?:exam|test|bar|boards|driving test)\b.*)/,
    attribute: 'plan',
    needsDate: true,
  },

  // Milestones, dated or not, then what is told with its day.
  {
    example: 'I passed my driving test. → event: User passed their driving test',
    verbs: 'graduate pass fail win publish finish complete run climb launch close qualify defend',
    aspects: PAST,
    complement: pattern('iu')`
      ^(?<value>
        (?:my |the |an? |our |from |for )?(?:[\p{L}\d'-]+ ){0,5}?(?:
          exam|test|bar|boards|driving test|marathon|half[- ]marathon|triathlon|ironman|race|award
          |prize|competition|tournament|championship|medal|lottery|scholarship|grant|book|novel|thesis
          |dissertation|phd|degree|album|startup|bootcamp|course|residency|10k|5k|ultra|everest
          |kilimanjaro|mont blanc|lawsuit|championships|contest|hackathon
        )\b.*
      )
    `,
    reject:
      /^(?:the|an?) (?:tests?|book|course) (?:case|suite|that|and|you|run)|^the (?:test|book)s?$|test (?:case|suite)/i,
    attribute: 'event',
    value: lemmaAnd,
  },
  {
    example: 'I deleted Instagram. → habit: User deleted Instagram',
    verbs: 'quit stop delete leave uninstall',
    aspects: PAST,
    complement: pattern('i')`
      ^(?<value>
        (?:
          tiktok|reddit|snapchat|whatsapp|linkedin|tinder|smoking|drinking|vaping|sugar|caffeine|coffee
          |alcohol|social media|meat|gaming|twitter|facebook|instagram
        )\b.*
      )
    `,
    attribute: 'habit',
    mode: 'retract',
    value: (match) => match.groups?.['value']?.split(' ')[0],
    text: (_, { sentence }) => sentence.text,
  },
  {
    example: 'I gave up sugar. → habit: User gave up sugar',
    verbs: 'give',
    aspects: PAST,
    complement: /^up (?:on )?(?<value>(?!on|trying|hope)\p{L}.+)/u,
    attribute: 'habit',
    mode: 'retract',
    text: (_, { sentence }) => sentence.text,
  },
  {
    example: "My grandmother passed away last year. → event: User's grandmother passed away in 2025",
    verbs: 'pass die',
    aspects: PAST,
    complement: /^(?:away\b.*|$|(?:last|in|on|from|of|when|at|two|three|a|this|yesterday)\b.*)(?<value>)/,
    attribute: (_, { subject }) => (subject.kind === 'self' ? undefined : 'event'),
    value: () => 'died',
    subject: 'people',
  },
  {
    example: 'I visited Rome last month. → event: User visited Rome in October 2026',
    verbs: `
      visit travel fly go attend meet celebrate move start run hike adopt win finish give lose host climb
      complete return come arrive sign launch publish present open close drive cancel join register propose
      elope vote donate retire
    `,
    aspects: ['past'],
    complement: /^(?<value>.+)/,
    reject: pattern('i')`
      ${POINTING}
      |^(?:
        desks?|seats?|tables?|rooms?|rows?|tabs?|files?|things|stuff
        |an? (?:ticket|pr|pull request|tab|file|case|support|bottle|window|terminal|new tab)\b
        |the (?:window|door|file|link|app|fridge)\b
        |to (?:bed|sleep|the (?:store|shop|supermarket|bathroom|toilet|kitchen)|work)\b
        |an? (?:
          error|bug|issue|problem|question|message|weird|warning|idea|look|headache|sandwich|coffee
          |pizza|burger|salad|nap|shower|good|bad|great|long|rough|terrible|crazy|busy
        )
        |(?:
          lunch|dinner|breakfast|pizza|pasta|sushi|coffee|trouble|fun|some|stuck|sick|lost|home|up
          |the (?:same|error|bus|news|code|email|answer|point)
          |so|too|nothing
        )\b
      )
    `,
    attribute: 'event',
    needsDate: true,
    value: lemmaAnd,
    subject: 'any',
  },
  {
    example: 'I got my first tattoo. → event: User got their first tattoo',
    verbs: 'get',
    aspects: PAST,
    complement: pattern('iu')`
      ^(?<value>
        (?:my |our |an? |the )(?:first |second |new |third |another )?(?:[\p{L}-]+ )?(?:
          tattoo|piercing|braces|visa|passport|keys|driver'?s licen[sc]e|licen[sc]e|permit|diagnosis
          |green card|citizenship|black belt|brown belt|blue belt|medal|acceptance letter|scholarship
        )\b.*
      )
    `,
    attribute: 'event',
    value: lemmaAnd,
  },
  {
    example: 'I got back from our honeymoon. → event: User got back from their honeymoon',
    verbs: 'get come be',
    aspects: PAST,
    complement: pattern('u')`
      ^(?:just )?back from (?<value>
        (?:
          (?:an?|my|our|two|three|four|\d+) (?:[\p{L}-]+ ){0,3}?
            (?:trip|holiday|vacation|honeymoon|retreat|tour|cruise|weeks?|days?|months?)\b.*
          |(?!Work|Lunch|The\b)\p{Lu}\p{Ll}+.*
        )
      )
    `,
    attribute: 'event',
    value: (match) => `trip: ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: "I've been to twelve countries. → event: User has been to twelve countries",
    verbs: 'be',
    aspects: ['perfect'],
    complement: pattern('u')`
      ^to (?<value>
        (?:(?:all|over|about|almost|nearly) )*(?:\d+|[a-z]+) (?:\w+ )?
          (?:countries|states|continents|cities|national parks|concerts|islands|festivals)\b.*
        |(?!the\b)\p{Lu}.+
      )
    `,
    reject: /\b(?:this|that|it|there)\b/,
    attribute: 'event',
    value: (match) => `been to ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: 'I was in Rome last week. → event: User was in Rome in the week of 23 November 2026',
    verbs: 'be',
    aspects: ['past', 'perfect'],
    complement: pattern('u')`
      ^(?:just )?(?:in|at|on) (?<value>
        (?!
          the (?:middle|same|process|shower|toilet|phone)
          |a (?:rush|hurry|meeting|call)
          |bed|my way|work|home|school|trouble
        )\p{Lu}?.+
      )
    `,
    reject: /^(?:in|at|on) (?:\d|the (?:\d|past|last))/,
    attribute: (match) => (/^(?:just )?(?:in|at) (?:the )?\p{Lu}/u.test(match[0]) ? 'event' : undefined),
    needsDate: true,
  },
]
