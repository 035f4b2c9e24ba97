import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'
import { DIET, HEALTH_ADJECTIVE, OCCUPATION, PET } from '../../text/english/vocabulary.js'

/**
 * Patterns of clauses that leave out their subject or their verb. The names of their groups are those that
 * `fragments.ts` reads.
 */
export const FRAGMENTS = {
  /** A role without "I am a". */
  role: {
    example: 'Welder at Volvo → employer: User is a welder at Volvo',
    pattern: pattern('iu')`
  ^(?:(?:proud|single|new|working|busy) )?(?:mom|mum|mother|dad|father|grandma|grandpa) of[ ]
    (?:a|an|one|two|three|four|five|twins|\d)\b
  |^(?!(?:I|we|my|our|he|she|they|it|the|this|that|working|living|studying|just|also|currently|been|was|is|am)\b)
    ${OCCUPATION} (?:
      (?:at|from|for|based in|living in) \p{Lu}
      |as of (?:today|now|yesterday|this|last|monday|tuesday|wednesday|thursday|friday)
    )
`,
  },
  /** A verb without "I". The base form of a verb may be an order, so only some count. */
  past: {
    example: 'Adopted a cat → pet: User adopted a cat',
    pattern: pattern('i')`
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
`,
  },
  /** A state or an activity without "I am". */
  am: {
    example: 'Allergic to latex → allergy: User is allergic to latex',
    pattern: pattern('iu')`
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
`,
  },
  /** A plan with its day, without "I am". */
  dated: {
    example: 'Seeing Bjork in Ghent on 12 December → plan: User is seeing Bjork in Ghent on 12 December 2026',
    pattern: pattern('i')`
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
`,
  },
  /** "Been …" without "I have". */
  been: {
    example: 'Been playing the oboe for 9 years → skill: User has been playing the oboe for 9 years',
    pattern: pattern('iu')`
  ^been (?:
    at \p{Lu}
    |(?:to|vegan|vegetarian|married|sober)\b
    |on (?!hold|my mind|it|fire|the (?:phone|fence|lookout))
    |(?!
      thinking|wondering|meaning|trying|looking|waiting|getting|seeing|having|raining|busy|feeling
      |considering|debating|asking|telling|saying|staring|sitting
    )\p{Ll}+ing\b(?! (?:this|that|it|you|around)\b)
  )
`,
  },
  /** A new role without "I am". */
  now: {
    example: 'Officially a widow → marital: User is officially a widow',
    pattern: pattern('iu')`
  ^(?:officially|now|finally|proudly|technically) (?:an?|the)[ ]
  (?!(?:good|bad|great|nice|little|bit|lot|mess|disaster|thing)\b)\p{L}
`,
  },
  /** An age, then more about the speaker. */
  aged: {
    example: '41, welder from Gdynia → occupation: User is a welder',
    pattern: pattern('iu')`
  ^(?<age>[1-9]\d)(?: ?(?:m|f|yo|y/o|years? old))?(?:,| and|,? /) (?<more>
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
`,
  },
  /** A thing of which people have one, without "my". */
  my: {
    example: "New place is in Leith → home: User's new place is in Leith",
    pattern: pattern('i')`
  ^(?:(?:our|new|current|main|biggest) )?(?:
    budget|rent|salary|place|flat|apartment|house|thesis|dissertation|major|hobby|username|hometown
    |birthday|pronouns|blood type|day job|side project|favorite \w+(?: \w+)?
  ) (?:is|are) (?!(?:that|this|it|so|not|very|too|what|how|where)\b)\S
`,
  },
  /** A count of animals or children and their names, no verb. */
  counted: {
    example: 'two cats at home → pet: User has two cats at home',
    pattern: pattern('u')`
  ^(?:two|three|four|five|twin|\d) (?:[a-z]+ ){0,2}?(?:${PET}|kids|boys|girls|sons|daughters)(?: at home)?
  (?:$|(?:,| named| called|:) ?\p{Lu}[\p{L}'-]+(?:(?:, | and |, and )\p{Lu}[\p{L}'-]+)*(?:$|,))
`,
  },
  /** An adverb before a verb in the past: nobody but the speaker can be meant. */
  just: {
    example: 'Recently proposed to Ana → event: User recently proposed to Ana',
    pattern: /^(?:(?:just|finally|recently|literally just|only just|already) )+(?<verb>[a-z]+)\b(?= \S)/i,
  },
  /** What is being read or watched. */
  enjoying: {
    example: 'Reading Dune → habit: User is reading Dune',
    pattern: /^(?:[Cc]urrently |[Nn]ow |[Ss]till )?(?:[Rr]e-?)?(?:[Rr]eading|[Ww]atching|[Bb]ingeing) \p{Lu}/u,
  },
  /** A student of some kind, without "I am a". */
  student: {
    example: 'Law student in Ghent → education: User is a law student in Ghent',
    pattern: pattern('i')`
  ^(?:
    uni|university|college|phd|grad|graduate|med|law|nursing|art|high school|exchange|masters?
    |(?:first|second|third|fourth|final)[- ]year
  ) student\b
`,
  },
  /** An injury, without "I have a". */
  injury: {
    example: 'Sprained ankle → condition: User has a sprained ankle',
    pattern: pattern('i')`
  ^(?:an? )?(?:fractured|broken|torn|sprained|dislocated|herniated|ruptured|cracked) (?:left |right )?(?:
    leg|arm|ankle|wrist|foot|toe|rib|finger|hand|nose|metatarsal|collarbone|hip|elbow|acl|achilles
    |meniscus|ligament|rotator cuff|hamstring|disc|shoulder|knee
  )\b
`,
  },
  /** A role before "here". */
  here: {
    example: 'Nurse here → occupation: User is a nurse',
    pattern: /^(?:an? |fellow |another )?(?<what>[\w' -]{3,40}?)(?: over| round)? here(?:, .*)?$/i,
  },
  /** Of these, the ones that take no article. */
  noArticle: {
    example: 'Vegan here → diet: User is vegan',
    pattern: pattern('i')`^(?:${DIET}|${HEALTH_ADJECTIVE}|single|retired|allergic .+|lactose .+)$`,
  },
  /** What is no role before "here". */
  notRole: {
    example: 'New dad here → nothing',
    pattern: pattern('i')`
  ^(?:
    it|this|that|he|she|I|we|they|you|there|new|newbie|hot|cold|late|up|right|over|out|from|live
    |living|moved|came|back|been
  )\b
`,
  },
  /** "Got" with a day: something to come. */
  gotDated: {
    example: 'got my exam tomorrow → plan: User has their exam on 1 December 2026',
    pattern: pattern('i')`
  ^got (?<what>
    (?:my|our|an?|the) .*\b(?:
      tomorrow|next \w+|this \w+|on (?:\w+day|the \d)
      |in (?:\d+|two|three|four|a) (?:days?|weeks?|months?)
      |\w+day
    )\b.*
  )$
`,
  },
  /** A passive without "I was". */
  was: {
    example: 'Born in Ghent → birthplace: User was born in Ghent',
    pattern: pattern('i')`
  ^(?:(?:just|recently|finally|also) )*
  (?<more>(?:born|raised|diagnosed|laid off|promoted|hired|fired) .+|laid off$|promoted$|fired$)
`,
  },
  /** The -ing form is itself the subject, or points into the conversation. */
  subjectOrPointing: {
    example: 'Learning Dutch takes years → nothing',
    pattern: pattern('i')`
  ^(?:from|based|living|working)[ ]
    (?:now|today|tomorrow|next|the|this|that|on (?!my |an? )|what|my|here|there|your|with)\b
  |^(?:learning|working|getting|planning|moving|living|studying|teaching|training|saving) (?:\w+ ){0,3}
    (?:is|was|can|will|would|has|takes|seems|makes|starts?|ends?|begins?|costs?|went|goes)\b
`,
  },
  /** Begins another fragment where a clause has no subject of its own. */
  another: {
    example: 'Vegan for years, born in Ghent → birthplace: User was born in Ghent',
    pattern: pattern('i')`
  ,\s+(?=
    (?:consulting|freelancing|interning|volunteering|coaching|commuting|staying) (?:in|at|for|as|with)[ ]
    |(?:just |recently |finally |also |officially )*(?:
      tore|broke|sprained|got|passed|moved|bought|started|sold|switched|signed|lost|adopted|finished
      |quit|been|born|raised|stuck in|have not|graduated|joined|training|learning|living|based|working
      |allergic|recovering|flying|married|engaged|divorced|expecting|vegan|vegetarian
    )\b
  )
`,
  },
  /** A clause with a subject of its own. */
  hasSubject: {
    example: 'He is nice, allergic to nuts → nothing',
    pattern: pattern('u')`
  ^(?:
    I|[Ww]e|[Mm]y|[Oo]ur|his|her|their|he|she|they|it|the|you|your|this|that|there|these|those|an?|some
    |all
    |(?!(?:Just|Finally|Recently|Also|Already|Literally|Officially|Still|Now|Been)\b)\p{Lu}[\p{L}'-]+[ ]
      (?:is|are|was|has|had|\p{Ll}+ed|will|can|and I)
  )\b
`,
  },
  /** An occupation. */
  occupation: {
    example: 'Bea, backend dev, Porto, two cats → occupation: User is a backend dev',
    pattern: pattern('i')`^(?:an? )?(?:\w+ ){0,2}?(?:${OCCUPATION})(?: (?:in|at|from|for) .+)?$`,
  },
  /** A count of animals or children. */
  petsOrChildren: {
    example: 'Bea, backend dev, Porto, a dog → pet: User has a dog',
    pattern: pattern('i')`^(?:an?|one|two|three|four) (?:[a-z]+ ){0,2}?(?:${PET}|kids)$`,
  },
  /** What is denied, and what is done instead. */
  instead: {
    example: 'I do not drink coffee, only tea → habit: User only drinks tea',
    pattern: pattern('iu')`
  ^(?<denied>I (?:do not|never|can not) (?<verb>[a-z]+) .+?|never (?<verb2>[a-z]+) .+?),? (?:only|just)[ ]
  (?<instead>(?!because|when|if|so|to|that|the one)\p{L}[^,]{2,40})$
`,
  },
  /** What a home does not have. */
  without: {
    example: "My flat is on the fifth floor, no lift → detail:flat no lift: User's flat has no lift",
    pattern: /^(?<of>(?:my|our) [a-z]+(?: [a-z]+)?) (?:is|has) [^,]+(?<no>, no [a-z]+(?: [a-z]+)?)$/i,
  },
  /** With whom somebody lives. */
  withWhom: {
    example: 'I live in Turin with my girlfriend → household: User lives with their girlfriend',
    pattern: pattern('i')`
  ^(?:.*, )?(?:I|we) (?:am |are |have )?(?:live|living|lived|based|share|stay|moved|settled)\b.*[ ]
  (?<with>with (?:my|our) [^,]+)$
`,
  },
  /** A label, a colon and a value. */
  label: {
    example: "Hobbies: chess → likes: User's hobbies are chess",
    pattern: pattern('i')`
  ^(?:my |this year's |the )?(?<label>
    (?:full |first )?name|age|location|city|job|occupation|profession|diet|allerg(?:y|ies)|hobbies
    |birthday
    |(?:main |big |fitness )?goals?(?: (?:for|this) [\w ]{3,12})?
    |favou?rite [\w ]{3,20}|pronouns|timezone|native language
  ): (?<value>[^:]{1,80})$
`,
  },
} satisfies Record<string, PatternRule>
