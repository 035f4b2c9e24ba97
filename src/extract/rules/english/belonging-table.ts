import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'
import { CONDITION, EVENT_NOUN, LANGUAGE, PET, RELATION, VEHICLE } from '../../text/english/vocabulary.js'

/** What people have one of, in "my … is …", and the attribute that it stands for. The first that fits counts. */
export const NOUNS: readonly (PatternRule & { attribute: string })[] = [
  {
    example: "My surname is Okafor → name: User's surname is Okafor",
    pattern: /^(?:full |first |last |real |legal |given |middle |birth )?name$|^surname$/,
    attribute: 'name',
  },
  {
    example: "My username is kelpie → nickname: User's username is kelpie",
    pattern: pattern()`
      ^(?:
        nickname|handle|username|gamertag|discord
        |(?:github|gaming|reddit)? ?username(?: everywhere)?
        |github(?: (?:handle|username))?
        |twitter(?: handle)?|instagram|stage name|pen name
      )$
    `,
    attribute: 'nickname',
  },
  {
    example: "My birthday is 4 May → birthday: User's birthday is 4 May",
    pattern: /^(?:birthday|bday|b-day|birth ?date|date of birth)$/,
    attribute: 'birthday',
  },
  {
    example: "My age is 34 → age: User's age is 34",
    pattern: /^age$/,
    attribute: 'age',
  },
  {
    example: "My e-mail is ana@example.com → email: User's e-mail is ana@example.com",
    pattern: /^(?:(?:work |personal )?e-?mail(?: address)?)$/,
    attribute: 'email',
  },
  {
    example: "My phone number is 555 0123 → phone: User's phone number is 555 0123",
    pattern: /^(?:(?:work |home |cell |mobile )?(?:phone )?number|(?:cell|mobile) phone number)$/,
    attribute: 'phone',
  },
  {
    example: "My address is 12 Elm Street → address: User's address is 12 Elm Street",
    pattern: /^(?:(?:home |new |mailing |current )?address)$/,
    attribute: 'address',
  },
  {
    example: "My height is 180 cm → height: User's height is 180 cm",
    pattern: /^height$/,
    attribute: 'height',
  },
  {
    example: "My rent is 900 euros → finance: User's rent is 900 euros",
    pattern: pattern()`
      ^(?:(?:monthly|annual|yearly|current|take-home|base) )*(?:
        rent|salary|income|mortgage|pay|take-home(?: pay)?|budget|savings|pension|credit score
        |student loans?|debt|wage
      )$
    `,
    attribute: 'finance',
  },
  {
    example: "My weight is rather stable → detail:weight: User's weight is rather stable",
    pattern: /^weight$/,
    attribute: 'detail:weight',
  },
  {
    example: "My blood type is B positive → detail:blood type: User's blood type is B positive",
    pattern: /^(?:blood type|blood group)$/,
    attribute: 'detail:blood type',
  },
  {
    example: "My pronouns are they/them → detail:pronouns: User's pronouns are they/them",
    pattern: /^(?:pronouns)$/,
    attribute: 'detail:pronouns',
  },
  {
    example: "My time zone is CET → detail:timezone: User's time zone is CET",
    pattern: /^(?:time ?zone)$/,
    attribute: 'detail:timezone',
  },
  {
    example: "My shoe size is 42 → detail:size: User's shoe size is 42",
    pattern: /^(?:shoe|shirt|dress|clothing|ring|pants|jacket|t-shirt)? ?size$/,
    attribute: 'detail:size',
  },
  {
    example: "My star sign is Leo → trait: User's star sign is Leo",
    pattern: /^(?:zodiac|star|sun) ?sign$|^(?:mbti|personality)(?: type)?$/,
    attribute: 'trait',
  },
  {
    example: "My native language is Tamil → language: User's native language is Tamil",
    pattern: /^(?:native|first|second|main|primary|third|preferred) (?:language|tongue)$|^mother tongue$/,
    attribute: 'language',
  },
  {
    example: "My nationality is Kenyan → nationality: User's nationality is Kenyan",
    pattern: /^(?:nationality|passport|citizenship|ethnicity|heritage)$/,
    attribute: 'nationality',
  },
  {
    example: "My religion is Islam → religion: User's religion is Islam",
    pattern: /^(?:religion|faith)$/,
    attribute: 'religion',
  },
  {
    example: "My hometown is Split → origin: User's hometown is Split",
    pattern: /^(?:hometown|home town|home country|country of origin|birthplace|roots|ancestors)$/,
    attribute: 'origin',
  },
  {
    example: "My profession is carpentry → occupation: User's profession is carpentry",
    pattern: pattern()`
      ^(?:new |current |day |main |full-time )*
      (?:job|occupation|profession|job title|title|role|position|line of work)$
    `,
    attribute: 'occupation',
  },
  {
    example: "My employer is Siemens → employer: User's employer is Siemens",
    pattern: /^(?:new |current )?(?:employer|company|workplace)$/,
    attribute: 'employer',
  },
  {
    example: "My thesis is about kelp → education: User's thesis is about kelp",
    pattern: pattern()`
      ^(?:
        major|minor|degree|field of study|thesis(?: topic)?|dissertation|(?:\w+ )?school|university
        |college|alma mater|gpa|background
      )$
    `,
    attribute: 'education',
  },
  {
    example: "My goal is to run a marathon → goal: User's goal is to run a marathon",
    pattern: pattern()`
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
    attribute: 'goal',
  },
  {
    example: "My hobby is pottery → likes: User's hobby is pottery",
    pattern: pattern()`
      ^(?:(?:main|biggest|only|new|current|other|latest|two) )*
      (?:hobby|hobbies|passions?|interests?|pastimes?|side project|obsession|guilty pleasure|comfort food)$
    `,
    attribute: 'likes',
  },
  {
    example: "My biggest fear is heights → dislikes: User's biggest fear is heights",
    pattern: /^(?:(?:biggest|worst|greatest) )?(?:pet peeves?|fears?|phobia)$/,
    attribute: 'dislikes',
  },
  {
    example: "My diet is vegan → diet: User's diet is vegan",
    pattern: /^(?:diet)$/,
    attribute: 'diet',
  },
  {
    example: "My allergies are nuts and pollen → allergy: User's allergies are nuts and pollen",
    pattern: /^(?:(?:food |only |main )*allerg(?:y|ies))$/,
    attribute: 'allergy',
  },
  {
    example: "My cholesterol is too high → condition: User's cholesterol is too high",
    pattern: pattern()`
      ^(?:
        (?:
          blood pressure|cholesterol|blood sugar|eyesight|vision|hearing|medical condition|condition
          |medication|back|doctor's diagnosis|diagnosis
        )
      )$
    `,
    attribute: 'condition',
  },
  {
    example: "My bike is a red tandem → owns: User's bike is a red tandem",
    pattern: pattern()`
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
    attribute: 'owns',
  },
  {
    example: "My editor is Helix → uses: User's editor is Helix",
    pattern: pattern()`
      ^(?:(?:main|primary|preferred|go-to|default|current|tech|text|code) )*(?:
        editor|ide|os|operating system|stack|tech stack|browser|shell|terminal|programming language
        |language of choice|framework|distro|package manager|test runner|database|note-taking app
        |cloud provider
      )$
    `,
    attribute: 'uses',
  },
  {
    example: "My commute is 40 minutes → habit: User's commute is 40 minutes",
    pattern: pattern()`
      ^(?:(?:main|go-to|daily|usual|morning|current|typical|evening|weekly|workout|work|working|sleep|skincare) )*(?:
        routine|schedule|habit|ritual|drink|order|coffee order|bedtime|hours|breakfast|commute
        |shift pattern|shifts?|rota
      )$
    `,
    attribute: 'habit',
  },
  {
    example: "My flat is in Lisbon → home: User's flat is in Lisbon",
    pattern: /^(?:current |new )?(?:house|home|apartment|flat|place|neighbou?rhood|studio)$/,
    attribute: 'home',
  },
  {
    example: "My anniversary is in spring → detail:anniversary: User's anniversary is in spring",
    pattern: /^(?:wedding )?anniversary$/,
    attribute: 'detail:anniversary',
  },
  {
    example: "My bank is Monzo → uses: User's bank is Monzo",
    pattern: pattern()`
      ^(?:
        phone plan|phone contract|internet|broadband|bank|health insurance|car insurance|insurance
        |provider|mobile provider
      )$
    `,
    attribute: 'uses',
  },
  {
    example: "My superpower is patience → skill: User's superpower is patience",
    pattern: /^(?:strengths?|special(?:i)?ty|superpower|forte|talents?)$/,
    attribute: 'skill',
  },
]

/** Other patterns of what belongs to somebody. */
export const BELONGINGS = {
  /** A language. */
  language: {
    example: "My German is pretty rusty → language: User's German is pretty rusty",
    pattern: pattern('i')`^(?:${LANGUAGE})$`,
  },
  /** Something that is worked on or used for the moment, or belongs to the conversation. */
  notKept: {
    example: 'My code is 200 lines → nothing',
    pattern: pattern('i')`
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
`,
  },
  /** A home, a place of work, or something of theirs. */
  housing: {
    example: "My flat has no lift → detail:flat no lift: User's flat has no lift",
    pattern: pattern('i')`
  \b(?:
    flat|apartment|house|home|place|room|studio|kitchen|garden|balcony|building|office|street|village
    |town|car|bike|school|job|shop|farm|allotment|terrace|yard|bathroom|van|boat
  )$
`,
  },
  /** A favourite of some kind. */
  favorite: {
    example: "My favorite color is green → favorite:color: User's favorite color is green",
    pattern: pattern('iu')`
  ^(?:all[- ]time |absolute |current |new |personal |second |least )*(?:favorite|go-to) (?<what>[\p{L}' -]{2,40}?)
  (?: (?:of all time|ever|right now|so far|at the moment))?$
`,
  },
  /** The opposite of a favourite. */
  leastFavorite: {
    example: "My least favorite food is liver → dislikes: User's least favorite food is liver",
    pattern: /\bleast favorite/i,
  },
  /** An event. */
  event: {
    example: "My surgery is at noon on 4 May → plan: User's surgery is on 4 May 2027 at 12:00",
    pattern: pattern('i')`^(?:[\w'&/-]+ ){0,4}?(?:${EVENT_NOUN})(?: (?:to|in|with|for|at|from|of) .+)?$`,
  },
  /** A vehicle. */
  car: {
    example: "My car is a Volvo → car: User's car is a Volvo",
    pattern: pattern('i')`^(?:(?:new|first|current|work|old) )*(?:${VEHICLE})$`,
  },
  /** Something that an activity may be the answer to. */
  activity: {
    example: "My hobby is collecting stamps → likes: User's hobby is collecting stamps",
    pattern: pattern()`
  \b(?:
    goal|resolution|dream|aim|hobby|hobbies|passion|pastime|obsession|interest|job|fear|peeve|pleasure
    |plan|superpower|talent
  )s?\b
`,
  },
  /** A routine that is described rather than judged: with a number, a time, or something that is done or taken. */
  routine: {
    example: "My usual drink is green tea → habit: User's usual drink is green tea",
    pattern: pattern('i')`
  \d
  |\b(?:
    every|daily|each|morning|evening|night|nights|noon|midnight|hours?|minutes|at|before|after|first
    |then|to|with|black|flat|latte|oat|espresso|coffee|tea|run|walk|swim|gym|yoga|monday|weekends?
    |remote|part-time|full-time|[\w-]+ing
  )\b
`,
  },
  /** A judgement or a state of the moment. */
  vague: {
    example: 'My hobby is boring → nothing',
    pattern: pattern('i')`
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
`,
  },
  /** Something that has been arranged. */
  scheduled: {
    example: "My lease is up on 4 May → plan: User's lease is up on 4 May 2027",
    pattern: /^(?:booked|scheduled|due|set|planned|up|moved|arranged|confirmed|valid|good|paid|expected)\b/i,
  },
  /** Where a home lies or how it is held. */
  describesHousing: {
    example: "My flat is on the fifth floor → detail:flat: User's flat is on the fifth floor",
    pattern: pattern('i')`
  ^(?:
    on|in|near|next to|opposite
    |(?:north|south|east|west)-
    |north|south|east|west|fully|mostly|remote|hybrid|rented|number|an? |about|around|\d
  )
`,
  },
  /** A price, a number with its unit, or a name. */
  amount: {
    example: "My kayak is 4 metres long → detail:kayak: User's kayak is 4 metres long",
    pattern: pattern('u')`
  ^(?:about |around |roughly |only |just |over |under |at |minus )*
    (?:[$€£]\d|\d[\d.,]*k?(?: \p{L}|k$)|(?:two|three|four|five|six|seven|eight|nine|ten) )
  |^spread over |^called \p{Lu}
`,
  },
  /** A kind or a breed of animal. */
  animal: {
    example: "My dog is a beagle mix → pet: User's dog is a beagle mix",
    pattern: pattern('i')`^(?:an? |the )?(?:[\w'-]+ ){0,4}(?:${PET}|mix|breed|cross|rescue)\b`,
  },
  /** A name, then whose relative or pet it is. */
  isMy: {
    example: "Ana is my sister → name: Ana is User's sister",
    pattern: pattern('u')`
  ^(?<name>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?) (?:is|was) (?:my|our)[ ]
  (?<noun>(?:[\w-]+ ){0,2}(?:${RELATION}|${PET}))(?=$|[,.]| (?:and|who|from|in|at)\b)
`,
  },
  /** Something that makes the speaker ill. */
  harms: {
    example: 'Peanuts give me hives → allergy: Peanuts give User hives',
    pattern: pattern('iu')`
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
`,
  },
  /** An illness that shows. */
  actsUp: {
    example: 'My gout is acting up → condition: User has gout',
    pattern: pattern('i')`
  ^(?:my )?(?<value>${CONDITION})(?:'s| is| has been|) ?(?:
    acting up|flaring up|flared up|acts up|back|playing up|back again|getting worse|at it again
    |out of control|killing me
  )\b
`,
  },
  /** Days without work. */
  dayOff: {
    example: 'Fridays are my days off → working: User has Fridays off',
    pattern: pattern('i')`
  ^(?<value>(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: and (?:mon|tues|wednes|thurs|fri|satur|sun)days?)?)[ ]
  (?:is|are) my (?:(?:only|usual|regular) )?(?:days?|nights?|mornings?|evenings?) off$
`,
  },
  /** A sense or a part of the body that gets worse. */
  failing: {
    example: "My hearing is going → condition: User's hearing is going",
    pattern: pattern('i')`
  ^my (?<value>hearing|eyesight|sight|vision|memory|back|knees?|hips?|eyes) (?:is|are)[ ]
  (?<how>going|failing|shot|bad|gone|terrible|getting worse|not (?:great|good|what it was))$
`,
  },
  /** The value first, then what it is the favourite of. */
  isMyFavorite: {
    example: "Dune is my favorite book → favorite:book: User's favorite book is Dune",
    pattern: pattern('iu')`
  ^(?<value>(?!(?:that|this|it|these|those|what|which|one|he|she|they)\b)[^,]{2,60}?) (?:is|are) (?:my|our)[ ]
  (?:all[- ]time |absolute |current )*favorite (?<what>[\p{L}' -]{2,40}?)$
`,
  },
} satisfies Record<string, PatternRule>
