import { pattern } from '../../../../language/pattern.js'
import { FUTURE, PAST, PRESENT, type Rule } from '../rule.js'
import { OCCUPATION } from '../../../text/english/vocabulary.js'

const EMPLOYER = pattern('i')`
  \b(?:at|for) (?<employer>
    (?!
      home|the moment|night|least|present|myself|a living|now|\d|fun|about|over|nearly|almost|many
      |the (?:past|last)|years|two|three|four|five|six|ten
    )[^,]+?
  )(?= (?:as|in|for|since|on|doing|from|where|which|that|and|right|remotely|these)\b|,|$)
`
const INTO_A_JOB = /\b(?:job|position|role|offer|gig|internship|promotion|contract)\b/i

/** The employer when one is named, since that is what changes; else the occupation. */
const employerOrOccupation = (match: RegExpMatchArray): string => (EMPLOYER.test(match[0]) ? 'employer' : 'occupation')
const employerOr = (match: RegExpMatchArray): string | undefined =>
  EMPLOYER.exec(match[0])?.groups?.['employer'] ?? match.groups?.['value']

const article = (noun = ''): string => (/^[aeiou]/i.test(noun) ? 'an' : 'a')

/** Jobs, employers, how and on what somebody works. */
export const workRules: readonly Rule[] = [
  {
    example: 'I work at Stripe. → employer: User works at Stripe',
    verbs: 'work',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`
      ^(?:\w+ly )?
      (?:part[- ]time |full[- ]time |remotely |freelance |night shifts? |nights |mostly |currently |here |there )*
      (?:at|for) (?<value>
        (?!
          it|this|that|me\b|you|them|the moment|least|present|now|night
          |(?:\d+|two|three|four|five|six|seven|eight|nine|ten|many|several|about|over|almost|nearly)[ ]
        )[^,]+?
      )(?: (?:as|in|doing|on|since|for|from|full|part|remotely)\b.*|,.*|$)
    `,
    attribute: 'employer',
  },
  {
    example: 'I work as a nurse. → occupation: User works as a nurse',
    verbs: 'work',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`
      ^(?:part[- ]time |full[- ]time |remotely |freelance |here |mainly )*as[ ]
      (?<value>(?!expected|intended|well|usual|a team|it|designed|described)[^,]+)
    `,
    attribute: (match) => employerOrOccupation(match),
    value: employerOr,
  },
  {
    example: 'I work in logistics. → occupation: User works in logistics',
    verbs: 'work',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`
      ^(?:part[- ]time |full[- ]time |remotely |freelance |here |mainly |mostly )*(?:in|within) (?<value>
        (?!
          progress|my case|this|that
          |the (?:morning|evening|same|dark|background|meantime|other)
          |a hurry|pairs|teams|bursts|sprints
        )[^,]+
      )
    `,
    attribute: (match) => employerOrOccupation(match),
    value: employerOr,
  },
  {
    example: 'I work from home. → working: User works from home',
    verbs: 'work',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`
      ^(?<value>
        (?:(?:mostly|mainly|fully|usually|also) )?(?:
          from (?!scratch|this|that|there|here|left|the (?:bottom|top))\w+
          |remote(?:ly)?|part[- ]time|full[- ]time|freelance|night ?shifts?|nights|weekends|shifts
          |hybrid
          |with (?!it\b|this|that|them|you|me\b|these|those|what|the (?:team|code|data|same|file))\w+
          |\d+ (?:hours|days)|four days|two jobs|overnight
          |the (?:night|day|late|early|graveyard) shift
          |on (?:weekends|saturdays|sundays|call)
        )\b.*
      )
    `,
    reject: /^from (?:anywhere|time|now)/i,
    attribute: 'working',
  },
  {
    example: "I'm working on a novel. → goal: User is working on a novel",
    verbs: 'work',
    aspects: ['progressive', 'perfect-progressive', 'present'],
    complement: pattern('iu')`
      ^on (?<value>
        (?:
          an?[ ]
          |my (?:own |first |second |new |master'?s |phd |doctoral |bachelor'?s )?(?:\w+ )?(?:
            novel|book|thesis|dissertation|startup|app|game|album|phd|degree|memoir|screenplay
            |side project|website|business
          )
          |getting |improving[ ]
          |our \w+ (?:app|product|launch)
        )(?!
          bug|issue|report|spreadsheet|presentation|slide|problem|assignment|homework|essay|paper
          |letter|function|script
        ).*
      )
    `,
    reject: pattern('i')`
      \b(?:
        bug|issue|function|script|email|assignment|homework|report|spreadsheet|slides?|ticket|query
        |error|test|problem|school project
      )\b
    `,
    attribute: 'goal',
  },
  {
    example: "I'm a nurse. → occupation: User is a nurse",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:currently|now) )?(?:(?:an?|the|our|one of the|head|chief|also an?|lead|by trade an?) )
      (?<value>(?!\d+[- ](?:year|month))${OCCUPATION})(?!['-])\b
      (?! (?:fan|lover|wannabe|enthusiast|student|who wants)\b)(?<more>.*)$
    `,
    reject: pattern('i')`
      \b(?:
        aspiring|wannabe|former|ex-|future|would-be|frustrated|terrible|bad|horrible|good|great|decent
        |better|lousy|slow|fast|careful|safe|picky|early|team
      ) (?:\w+ )?(?:
        cook|driver|writer|singer|dancer|actor|teacher|manager|player|nurse|leader|model|chef|coach
        |painter|developer|programmer
      )
      |^an? (?:role )?model\b
      |^(?:the|an?) (?:owner|author|lead) of (?:this|that|the)\b
    `,
    attribute: (match) => employerOrOccupation(match),
    value: employerOr,
  },
  {
    example: "I'm head of sales. → occupation: User is head of sales",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:senior|junior|lead|chief|head|vice|co-?) ?)?(?<value>
        (?:ceo|cto|cfo|coo|vp|head|director|chief|founder|co-?founder|president|manager|principal|captain)[ ]
          (?:of|at|for) .+
      )
    `,
    attribute: (match) => employerOrOccupation(match),
    value: employerOr,
  },
  {
    example: "I'm 34-year-old nurse. → occupation: User is a nurse",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`^(?:an? |now an? )?(?:\d{1,2}[- ]years?[- ]old )(?<value>${OCCUPATION})\b(?<more>.*)$`,
    attribute: 'occupation',
    text: (match, { subject }) =>
      `${subject.label} is ${article(match.groups?.['value'])} ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: "I'm retired. → occupation: User is retired",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:now |currently |semi-|early |happily |an? )*(?<value>
        retired(?: (?:\w+ ?){1,5})?
        |unemployed|self[- ]employed|freelanc(?:er|ing)|between jobs|out of work|job[- ]hunting
        |on (?:parental|maternity|paternity|sick) leave
        |on sabbatical|(?:a )?retiree|semi-retired|in between jobs
        |looking for (?:a (?:new )?)?(?:job|work)
      )(?=$|[ ,])
    `,
    reject: /retired (?:it|that|this)/,
    attribute: 'occupation',
  },
  {
    example: "I'm looking for work. → goal: User is looking for work",
    verbs: 'look',
    aspects: PRESENT,
    complement: pattern('i')`
      ^for (?<value>
        (?:an? )?(?:new |remote |part[- ]time |better |full[- ]time |junior |senior |\w+ )*
          (?:job|work|position|role|internship|apprenticeship)
      )\b(?!s? (?:interview|question))
    `,
    attribute: 'goal',
  },
  {
    example: 'I was promoted. → event: User was promoted',
    verbs: 'be',
    aspects: ['past', 'perfect'],
    complement: pattern('i')`
      ^(?:just |recently |finally )*(?<value>
        laid off|fired|promoted(?: to .+)?|made redundant|let go
        |hired(?: (?:at|by|as) .+)?
        |furloughed
        |offered .*(?:job|position|role)
        |accepted (?:in)?to .+|appointed .+|elected .+|transferred to .+
      )
    `,
    attribute: 'event',
  },
  {
    example: 'I got a promotion. → event: User got a promotion',
    verbs: 'get',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:just |recently |finally )*(?<value>
        laid off|fired|promoted(?: to .+)?|made redundant|let go
        |hired(?: (?:at|by|as) .+)?
        |tenure|transferred to .+
        |(?:accepted |in)(?:in)?to .+
        |a (?:raise|promotion)\b.*
        |(?:an? |the |my )?(?:[\w'-]+ ){0,4}(?:
          job|position|role|offer|internship|scholarship|grant|visa|green card|citizenship
          |driver'?s licen[sc]e|licen[sc]e|degree|phd|certification|certificate
        )\b.*
      )
    `,
    reject: pattern('i')`
      ^(?:to|into) (?:the|a|an|this|trouble|bed)
      |\binto (?:an? (?:error|problem|issue|fight|argument|accident)|trouble|it|this)
    `,
    attribute: (match) => (INTO_A_JOB.test(match[0]) && EMPLOYER.test(match[0]) ? 'employer' : 'event'),
    value: employerOr,
    mode: 'change',
  },
  {
    example: 'I accepted an offer from Stripe. → event: User accepted an offer from Stripe',
    verbs: 'accept take land',
    aspects: [...PAST, 'progressive'],
    complement: /^(?<value>(?:an? |the |my )(?:[\w'-]+ ){0,4}(?:job|position|role|offer|internship|gig)\b.*)/i,
    attribute: (match) => (EMPLOYER.test(match[0]) ? 'employer' : 'event'),
    value: employerOr,
    mode: 'change',
  },
  {
    example: 'I started a new job. → occupation: User started a new job',
    verbs: 'start begin',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:an? |my |the )?(?:(?:new|first|dream|full[- ]time|part[- ]time|remote|current) )*
      (?:job|working|work|position|role|internship|apprenticeship|residency)\b(?<value>.*)
    `,
    reject: /working (?:out|on)|\b(?:not|stopped) working|working again/,
    attribute: (match) => (EMPLOYER.test(match[0]) ? 'employer' : 'occupation'),
    value: (match) => employerOr(match)?.replace(/^ (?:as|at|in) /, '') || 'new job',
    mode: 'change',
  },
  {
    example: 'I started at Stripe. → employer: User started at Stripe',
    verbs: 'start',
    aspects: PAST,
    complement: /^(?:at|with) (?<value>\p{Lu}.+)/u,
    attribute: 'employer',
    mode: 'change',
  },
  {
    example: 'I joined Stripe. → employer: User joined Stripe',
    verbs: 'join',
    aspects: PAST,
    complement: pattern('i')`
      ^(?<value>
        (?!
          us\b|you
          |the (?:call|meeting|chat|group|server|channel|discord|waitlist|conversation|wait)
          |a call|this|that|in\b|late|late
        )[^,]+
      )
    `,
    attribute: (match) =>
      /^(?:the )?\p{Lu}/u.test(match.groups?.['value'] ?? '') &&
      !/club|gym|choir|band|team|church|league|class|army|navy|society|association|community/i.test(
        match.groups?.['value'] ?? '',
      )
        ? 'employer'
        : 'event',
    mode: 'change',
    value: (match) => match.groups?.['value']?.split(/ as | in | last | on | this /)[0],
  },
  {
    example: "I'm leaving my job. → plan: User is leaving their job",
    verbs: 'leave quit',
    aspects: ['progressive', 'going-to', 'will'],
    complement:
      /^(?<value>(?:my |the |our )?(?:[\w-]+ )?(?:job|company|position|role|firm|work|teaching|nursing)\b.*)/i,
    attribute: 'plan',
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`,
  },
  {
    example: "I'm going back to school. → plan: User is going back to school",
    verbs: 'go',
    aspects: ['progressive', 'going-to'],
    complement: /^(?<value>back to (?:uni|university|college|school|work)\b.*)/,
    attribute: 'plan',
  },
  {
    example: 'I worked at Siemens. → event: User worked at Siemens',
    verbs: 'work live serve teach train',
    aspects: ['past'],
    complement: pattern('u')`
      ^(?<value>
        (?:in|at|as|for|on) .+ (?:for|from|between|until|till) .*(?:years?|months|\d{4})\b.*
        |(?:at|in|under|with) (?:the )?\p{Lu}.*
        |as an? .+
      )
    `,
    attribute: 'event',
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`,
  },
  {
    example: 'I quit my job. → employer: User quit their job',
    verbs: 'leave quit',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:my |the |our )?(?:old |previous |corporate |last |day )?(?:job|company|position|role|firm|work)
      (?: (?:at|with) (?<value>[^,]+?))?(?= (?:to|last|and|in|because|for|after|as|this)\b|,|$)
    `,
    attribute: 'employer',
    mode: 'retract',
    value: (match) => match.groups?.['value'] ?? '',
  },
  {
    example: 'I left Stripe for Siemens. → employer: User left Stripe for Siemens',
    verbs: 'leave quit',
    aspects: PAST,
    complement: pattern('u')`
      ^(?<previous>\p{Lu}[\p{L}\d&.]*(?: \p{Lu}[\p{L}\d&.]*)?)
      (?: (?:for|to join|and joined) (?<value>(?:a |the )?[^,]+))
    `,
    attribute: 'employer',
    mode: 'change',
  },
  {
    example: 'I handed in my notice. → employer: User handed in their notice',
    verbs: 'hand give',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:in )?my (?:two weeks'? |two-week )?(?:notice|resignation)(?: (?:at|to) (?<value>[^,]+?))?
      (?= (?:today|yesterday|last|this|on)\b|,|$)
    `,
    attribute: 'employer',
    mode: 'retract',
    value: (match) => match.groups?.['value'] ?? '',
  },
  {
    example: 'I earn 40k a year. → finance: User earns 40k a year',
    verbs: 'make earn pay owe bring spend',
    aspects: ['present', 'perfect'],
    complement: /^(?:home |about |around |roughly |over |almost )*(?<value>[$€£¥]?\d[\d,.]*k?\b.*)/i,
    reject: /\b(?:mistakes?|times|minutes|hours|errors?|cups?)\b/,
    attribute: 'finance',
  },
  {
    example: 'I changed careers. → employer: User changed careers',
    verbs: 'change switch',
    aspects: PAST,
    complement: /^(?<value>(?:jobs?|careers?|companies|employers|roles|teams)\b.*)/i,
    attribute: 'employer',
    mode: 'change',
    value: (match) =>
      /\b(?:to|at|with|join(?:ed|ing)?) (?!a |the )(?<e>\p{Lu}[^,]+)/u.exec(match[0])?.groups?.['e'] ?? 'new job',
  },
  {
    example:
      "My sister switched from teaching to nursing. → occupation: User's sister switched from teaching to nursing",
    verbs: 'switch transition move change pivot',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:careers? )?from (?<previous>[^,]+?) (?:in)?to (?<value>
        (?:[\w-]+ ){0,3}(?:
          engineering|design|teaching|nursing|marketing|sales|product|management|data|consulting
          |medicine|law|finance|development|programming|science|research|writing|journalism|accounting
          |hr|academia|industry|freelancing
        )\b.*
      )
    `,
    attribute: 'occupation',
    mode: 'change',
  },
  {
    example: 'I retired last year. → occupation: User retired in 2025',
    verbs: 'retire',
    aspects: PAST,
    complement: /^(?!it|this|that|the)(?<value>.*)/,
    attribute: 'occupation',
    mode: 'change',
    value: () => 'retired',
  },
  {
    example: 'I run a bakery. → occupation: User runs a bakery',
    verbs: 'run own manage lead found launch start open',
    aspects: [...PRESENT, 'perfect', 'past'],
    complement: pattern('iu')`
      ^(?<value>
        (?:an?|my(?: own)?|our(?: own)?|two|three|the|\d+) (?:[\p{L}\d'&-]+ ){0,5}?(?:
          business|company|startup|start-up|shop|store|caf[eé]|restaurant|bakery|agency|team|studio
          |clinic|practice|farm|blog|podcast|channel|newsletter|bar|salon|firm|consultancy|hotel|hostel
          |b&b|food truck|etsy shop|nonprofit|non-profit|charity|school|gym|department|book club
          |support group|bookstore|bookshop|brewery|vineyard|nursery|guesthouse|choir|sauna|coffee shop
          |club|meetup
        )\b.*
      )
    `,
    reject: /^the (?:team|company|shop|store|school) (?:meeting|app|site)/i,
    attribute: 'occupation',
  },
  {
    example: 'I teach chemistry. → occupation: User teaches chemistry',
    verbs: 'teach',
    aspects: [...PRESENT, 'perfect'],
    complement: /^(?<value>(?!you|me\b|myself|him|her|them|us\b)\p{L}.+)/u,
    attribute: 'occupation',
  },
  {
    example: 'I mend clocks for a living. → occupation: User mends clocks for a living',
    verbs: '*',
    aspects: ['present'],
    complement: /^(?<value>.+) for a living/,
    attribute: 'occupation',
  },
  {
    example: "I'm at Siemens now. → employer: User is at Siemens",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: /^(?:now )?at (?<value>\p{Lu}[\p{L}\d&.]*(?: \p{Lu}[\p{L}\d&.]*)?)$/u,
    attribute: (_, { clause, ended }) => (ended || /\bnow\b/.test(clause.text) ? 'employer' : undefined),
    mode: 'change',
  },
  {
    example: "I've been at Siemens for ten years. → employer: User has been at Siemens for ten years",
    verbs: 'be',
    aspects: ['perfect'],
    complement: pattern('u')`
      ^at (?<value>\p{Lu}[\p{L}\d&.]*(?: \p{Lu}[\p{L}\d&.]*)?) (?:for |since |about |almost |over |nearly )*
      (?:\d+|a|an|two|three|four|five|six|seven|eight|nine|ten|\d{4}|many)\b.*$
    `,
    attribute: 'employer',
  },
  {
    example: 'I have 20k in savings. → finance: User has 20k in savings',
    verbs: 'have',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:about |around |roughly |over |almost |only |just )*(?<value>
        [$€£¥]?\d[\d,.]*k? (?:(?:dollars|euros|pounds) )?(?:
          in (?:savings|debt|the bank|student loans?|credit card debt|my 401k)
          |of (?:debt|savings)|saved
          |left on (?:my|the) (?:mortgage|student loans?|car loan)
        ).*
      )
    `,
    attribute: 'finance',
  },
  {
    example: 'I became a nurse. → occupation: User became a nurse',
    verbs: 'become',
    aspects: PAST,
    complement: pattern('i')`^(?:an?|the) (?<value>${OCCUPATION})\b.*$`,
    attribute: 'occupation',
    mode: 'change',
  },
  {
    example: "I'm at a startup called Fernwind. → employer: User is at a startup called Fernwind",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('u')`
      ^(?:now )?at an? (?:[\w-]+ ){0,3}?(?:
        startup|start-up|company|firm|agency|studio|bank|school|hospital|nonprofit|non-profit|charity
        |scale-up|consultancy|lab
      )(?: called| named|,) (?<value>\p{Lu}[^,]*)
    `,
    attribute: 'employer',
  },
  {
    example: 'I handle payroll. → working: User handles payroll',
    verbs: 'maintain handle cover own lead manage oversee coordinate run',
    aspects: ['present', 'will', 'perfect', 'progressive', 'going-to'],
    complement: pattern('iu')`
      ^(?<value>
        (?:
          payroll|marketing|operations|logistics|communications|procurement|accounts|recruitment
          |onboarding
          |customer (?:support|service|success)
          |it support|hr|security
        )\b
        |(?:the |our |all (?:the |our )?)(?!
          (?:
            same|risk|whole|rest|world|show|day|night|line|way|idea|first|last|heat|wind|truth
            |distance|gamut|numbers|test|tests|code|command|script|app
          )\b
        )(?:[\p{L}\d'&-]+ ){0,3}[\p{L}\d'&-]+
      )(?: (?:at|for|in|on|now|with|from|until|while) .*)?$
    `,
    attribute: 'working',
  },
  {
    example: 'I work three days a week. → working: User works three days a week',
    verbs: 'work',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`
      ^(?<value>
        (?:only |just |about )?(?:\d|one|two|three|four|five|six) (?:days|nights|shifts|hours) (?:a|per|each)
          [ ]week\b.*
      )
    `,
    attribute: 'working',
  },
  {
    example: 'I made partner. → event: User made partner',
    verbs: 'make',
    aspects: PAST,
    complement: pattern('i')`
      ^
      (?<value>(?:partner|captain|manager|director|tenure|varsity|sergeant|head \w+|senior \w+|vice president|vp)\b.*)
    `,
    reject: /^(?:manager|director) (?:angry|mad|happy)/i,
    attribute: 'event',
  },
  {
    example: "I'm taking over the Berlin office. → working: User is taking over the Berlin office",
    verbs: 'take',
    aspects: ['progressive', 'will', 'going-to'],
    complement: /^over (?<value>(?!this|that|it\b|the world)(?:the |my |our |as )?\p{L}.+)/u,
    attribute: 'working',
  },
  {
    example: 'I moved to the Android team. → working: User moved to the Android team',
    verbs: 'move',
    aspects: PAST,
    complement: pattern('iu')`
      ^(?:over )?to (?<value>
        (?:
          search|sales|marketing|support|finance|legal|ops|operations|security|infra(?:structure)?
          |design|research|data|qa|hr|product|engineering
          |the \p{L}+(?: \p{L}+)? team
        )\b.*
      )
    `,
    attribute: 'working',
    mode: 'change',
  },
  {
    example: 'I freelance. → occupation: User freelances',
    verbs: 'freelance consult intern',
    aspects: [...PRESENT, 'perfect'],
    complement: /^(?<value>(?:as|for|in|at|with|on the side|full|part)\b.*|$)/,
    attribute: 'occupation',
    value: (match, { predicate }) => match.groups?.['value'] || predicate.lemma,
  },
  {
    example: 'I specialize in tax law. → occupation: User specializes in tax law',
    verbs: 'specialize specialise',
    aspects: PRESENT,
    complement: /^in (?<value>.+)/,
    attribute: 'occupation',
  },
  {
    example: "I'm in real estate. → occupation: User is in real estate",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^in (?<value>
        (?:the )?(?:[\w-]+ )?(?:
          sales|marketing|finance|tech|it|hr|real estate|insurance|consulting|banking|advertising
          |construction|hospitality|logistics|retail|education|healthcare
          |the (?:army|navy|military|air force)
          |army|navy|military|air force|publishing|film industry|music industry|software
        )
      )$
    `,
    attribute: 'occupation',
  },
  {
    example: 'I served in the navy. → occupation: User served in the navy',
    verbs: 'serve',
    aspects: [...PAST, ...PRESENT],
    complement: pattern('i')`
      ^(?<value>
        (?:(?:\w+ ){0,3}years )?in the (?:army|navy|military|air force|marines|peace corps)\b.*
        |on the board of .+|as .+
      )
    `,
    attribute: 'occupation',
  },
  {
    example: "I'm on the hiring committee. → working: User is on the hiring committee",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:on|in|part of|a member of)[ ]
      (?<value>the [\w' -]{2,40}(?:team|board|committee|band|orchestra|choir|club|squad))\b
    `,
    attribute: 'working',
  },
  {
    example: 'I manage a group of interns. → working: User manages a group of interns',
    verbs: 'manage',
    aspects: [...PRESENT],
    complement: /^(?<value>(?:an? )?(?:team|group|staff) of .+|\d+ (?:people|engineers|employees).*)/,
    attribute: 'working',
  },
  {
    example: 'I commute by train. → habit: User commutes by train',
    verbs: 'commute',
    aspects: [...PRESENT],
    complement: /^(?<value>(?:to|by|for|from|\d|about|an hour|two).+)/,
    attribute: 'habit',
  },
  {
    example: "I'm starting a new job. → plan: User is starting a new job",
    verbs: 'start begin join',
    aspects: FUTURE,
    complement: pattern('u')`
      ^(?:
        (?:an? |my |the )?(?:(?:new|first|dream|full[- ]time|part[- ]time) )*
          (?:job|role|position|internship|work|working|phd|master'?s|residency)\b.*
        |(?:at |with )?\p{Lu}.*
      )(?<value>)
    `,
    reject: /^(?:Working )?on\b|^(?:to|the)\b/i,
    attribute: 'plan',
    value: (match) => match[0],
  },
  {
    example: "I'm a trainee at Siemens. → employer: User is a trainee at Siemens",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement:
      /^(?<value>(?:an? |the )(?:\w+ )?(?:intern|apprentice|trainee|volunteer|member) (?:at|for|with|in|of) .+)/i,
    attribute: (match) => (/volunteer|member/.test(match[0]) ? 'working' : 'employer'),
    value: employerOr,
  },
  {
    example: 'I volunteer at a food bank. → habit: User volunteers at a food bank',
    verbs: 'volunteer',
    aspects: [...PRESENT, 'perfect'],
    complement: /^(?<value>.+)/,
    reject: /^to (?:help|do)/,
    attribute: 'habit',
  },
  {
    example: 'I owe my brother 200 dollars. → finance: User owes their brother 200 dollars',
    verbs: 'owe',
    aspects: ['present'],
    complement: /^(?<value>.*\d.*)/,
    reject: /^(?:you|them)\b/,
    attribute: 'finance',
  },
  {
    example: 'I rent out my spare room. → owns: User rents out their spare room',
    verbs: 'rent let',
    aspects: [...PRESENT, 'perfect'],
    complement: /^out (?<value>(?:our|my|an?|the|two|three) .+)/,
    attribute: 'owns',
  },
  {
    example: "I don't work Fridays. → working: User does not work Fridays",
    verbs: 'work',
    aspects: ['present'],
    negative: 'only',
    complement: pattern('i')`
      ^(?:on )?
      (?<value>(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends|nights|evenings|mornings)(?: (?:and|or) \w+)?)
      \b.*$
    `,
    attribute: 'working',
    value: (match) => `not on ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: 'I work early shifts. → working: User works early shifts',
    verbs: 'do work',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`
      ^(?:the |mostly |mainly |only |usually )*
      (?<value>(?:night|day|late|early|split|weekend|12-hour|twelve-hour|rotating) shifts?\b.*)
    `,
    attribute: 'working',
  },
]
