import { pattern, source } from '../../../../language/pattern.js'
import { PAST, PRESENT, type Rule } from '../rule.js'
import { INSTRUMENT, LANGUAGE } from '../../../text/english/vocabulary.js'

export const SPORT = source`
  tennis|football|soccer|basketball|volleyball|badminton|squash|golf|hockey|ice hockey|field hockey
  |cricket|rugby|baseball|softball|ping pong|table tennis|chess|poker|go|video games|board games|d&d
  |padel|pickleball|ultimate|lacrosse|water polo|bridge|mahjong|darts|billiards|pool|snooker|handball
  |netball|bass|minecraft|league of legends|valorant|counter-strike|fortnite|rec league
  |dungeons and dragons
`
const HOBBY = source`
  sewing|knitting|crochet|drag|roller derby|circus|salsa|tango|ballroom|swing|contact improv|krav maga
  |kendo|kung fu|hapkido|wrestling|spin|spinning|hiit|barre|triathlon|orienteering|genealogy
  |calisthenics|drama|theatre sports|debating|debate|morris dancing|street photography|jewell?ery
  |leatherwork|glassblowing|freediving|yoga|pilates|crossfit|karate|judo|taekwondo|jiu-?jitsu|bjj|boxing
  |kickboxing|muay thai|martial arts|ballet|improv|pottery|ceramics|calligraphy|photography|woodworking
  |gymnastics|tai chi|meditation|bouldering|rock climbing|triathlons?|marathons?|ultramarathons?|parkour
  |weightlifting|powerlifting|stand-?up|crosswords?|sudoku|puzzles|origami|embroidery|carpentry|aikido
  |capoeira|strength training|cardio|aerobics|zumba|fencing|archery|amateur radio|volunteer work|theater
  |theatre|cosplay
`

// What people make or keep for themselves, and what makes the same verbs mean something else.
const MADE = source`
  (?:
    [\p{L}'-]+[^su\W]s(?<!ness|less)
    |kimchi|pasta|yog(?:h)?urt|granola|sauce|ice cream|tofu|tempeh|miso|wax|lotion|furniture|jewell?ery
    |pottery|lego|coffee|wine|beer|cider|mead|kombucha|cheese|jam|sourdough|bread|bonsai|fruit|veg
  )
`
const TRADE = source`
  this|that|these|those|more|fewer|sense|the|your|some|models? for|apps?|websites?|mistakes|decisions
  |plans|jokes|friends|notes|lists|lots|results|errors|conclusions|things|calls|attention|words|pictures
  |lines|parties|questions|reports|changes|copies|dates|tests|pages|tools|systems|classes|functions|bugs
  |comments|points|prompts|tabs|games|photos|issues|fun|secrets|up|track|records of|excuses|assumptions
`

/** Skills, hobbies, what somebody learns or uses to do. Habits that are told by how often are in `habits.ts`. */
export const doingRules: readonly Rule[] = [
  {
    example: 'I play the guitar. → skill: User plays the guitar',
    verbs: 'play',
    aspects: [...PRESENT, 'perfect', 'can'],
    complement: pattern('iu')`
      ^(?:
        (?:
          a (?:bit|little) (?:of )?
          |some |in an? |on an? |lots of |a lot of |competitive |professional |amateur |both |online[ ]
          |recreational[ ]
        )*
      )(?:the |on |electric |acoustic |classical |jazz |bass |upright )*(?<value>
        (?:${INSTRUMENT}|${SPORT})\b.*
        |in an? .*(?:band|orchestra|team|league|quartet).*
        |[\p{L}' -]{0,40}?\b(?:in|for|on) (?:an?|the|my|our) .*\b
          (?:band|orchestra|team|league|quartet|club|side|choir|ensemble)\b.*
      )
    `,
    reject: /^in (?:this|the)/,
    attribute: 'skill',
    list: true,
  },
  {
    example: 'I am really good at chess. → skill: User is really good at chess',
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern()`
      ^(?:(?:really|pretty|very|quite|super|fairly|extremely|naturally|decently|so) )*
      (?:good|great|excellent|skilled|proficient|experienced|talented|handy|skillful|adept|well-versed|amazing)[ ]
      (?:at|in|with) (?<value>.+)
    `,
    reject: /(?:at|in|with) (?:it|this|that|them|you|the moment|your|what|listening|remembering|the results?)\b/,
    attribute: 'skill',
    list: true,
  },
  {
    example: 'I can juggle. → skill: User can juggle',
    verbs: `
      speak code program cook drive swim ski sing dance juggle surf knit sew draw paint type bake touch sail
      dive skate snowboard whistle weld crochet fence box fish row fly read play lift unicycle yodel ride hunt
      garden brew
    `,
    aspects: ['can'],
    complement: /^(?<value>.*)/,
    reject: pattern('i')`
      ^(?:to|with|about|for|up|on|it|this|that|you|more|now|tomorrow|today|there|us|me|them)\b
      |^.*\b(?:tomorrow|tonight|next|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b
    `,
    attribute: 'skill',
    value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}`.trim(),
  },
  {
    example: 'I know some Python. → skill: User knows some Python',
    verbs: 'know',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:some|basic|a (?:bit|little) of|a little|enough|fluent|conversational|how to) )*(?<value>
        (?:
          python|javascript|typescript|java|c\+\+|c#|rust|go|golang|sql|excel|photoshop|react|vue|ruby
          |php|swift|kotlin|html|css|r|matlab|haskell|scala|docker|kubernetes|latex|${LANGUAGE}|code
          |program|cook|swim|drive|sew|knit|play (?:\w+ ?){1,3}|first aid|cpr|morse code
        )\b.*
      )
    `,
    reject: /^how to (?:use|do|make|get|fix)/,
    attribute: 'skill',
    list: true,
  },
  {
    example: 'I mostly code in Rust. → skill: User mostly codes in Rust',
    verbs: 'code program',
    aspects: [...PRESENT, 'perfect'],
    complement: /^(?:mostly |mainly |primarily )?in (?<value>.+)/,
    attribute: 'skill',
  },
  {
    example: 'I write short stories. → skill: User writes short stories',
    verbs: 'write',
    aspects: ['present', 'perfect-progressive'],
    complement: pattern('iu')`
      ^(?:mostly |mainly |a lot of )?(?<value>
        (?:
          python|javascript|typescript|java|c\+\+|c#|rust|go|golang|sql|ruby|php|swift|kotlin|haskell
          |scala|elixir|poetry|poems|short stories|fiction|songs|music|novels|fantasy|science fiction
          |sci-fi|children's books|screenplays|a blog|for
          |(?:[\p{L}-]+ ){0,2}(?:novels|poems|stories|songs|plays|scripts|essays|children's books|comics|lyrics)
          |fan ?fiction
        )\b.*
      )
    `,
    reject: /^(?:user|test|your|these|those)|^for (?:this|that|you|it)/,
    attribute: 'skill',
  },
  {
    example: 'I have ten years of experience. → skill: User has ten years of experience',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:over |about |around |almost |nearly |more than )?(?<value>
        (?:\d+\+?|a few|several|many|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|decades?)(?: of)?[ ]
          (?:years|decades)(?:'|’)?(?: of)? (?:\w+ )?experience\b.*
        |a black belt\b.*
        |(?:an? )?(?:[\w'-]+ ){0,3}(?:licen[sc]e|certificat(?:e|ion))\b.*
        |perfect pitch|a background in .+|a green thumb
      )
    `,
    reject: /licen[sc]e (?:key|error|file|question|plate|expired|problem)|certificate (?:error|expired)/i,
    attribute: 'skill',
  },
  {
    example: "I'm learning Italian. → learning: User is learning Italian",
    verbs: 'learn',
    aspects: ['progressive', 'perfect-progressive', 'present'],
    complement: pattern('u')`
      ^(?:how to |to )?(?<value>
        (?!
          that|this|it|about (?:this|that|it)|from|a lot|so much|more\b|best|by|new|the hard|better
          |slowly|fast|quickly|something
        )\p{L}.+
      )
    `,
    attribute: 'learning',
    list: true,
  },
  {
    example: "I'm practising Italian. → learning: User is practising Italian",
    verbs: 'study practice practise',
    aspects: ['progressive', 'perfect-progressive', 'present'],
    complement: pattern('i')`
      ^(?<value>(?:${LANGUAGE}|${INSTRUMENT}|${HOBBY}|(?:the )?(?:${INSTRUMENT})|my (?:${LANGUAGE}))\b.*)
    `,
    attribute: 'learning',
  },
  {
    example: "I'm teaching myself calculus. → learning: User is teaching themselves calculus",
    verbs: 'teach',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^myself (?:how to |to )?(?<value>.+)/,
    attribute: 'learning',
  },
  {
    example: 'I learned to sail. → skill: User learned to sail',
    verbs: 'learn teach',
    aspects: PAST,
    complement: pattern()`
      ^(?:myself )?(?:how )?to (?<value>
        (?:code|program|play|speak|cook|swim|drive|ski|surf|sew|knit|ride|sail|dance|bake|juggle|read music)\b.*
      )
    `,
    attribute: 'skill',
  },
  {
    example: 'I take pottery lessons. → learning: User takes pottery lessons',
    verbs: 'take',
    aspects: ['present', 'progressive', 'perfect-progressive', 'past', 'perfect'],
    complement:
      /^(?:up |an? |some |weekly |private |online )*(?<value>(?:[\p{L}\d'+#-]+ ){0,3}?(?:lessons|classes)\b.*)/iu,
    attribute: 'learning',
  },
  {
    example: 'I started riding lessons. → learning: User started riding lessons',
    verbs: 'start begin',
    aspects: PAST,
    complement: /^(?:taking |having )?(?<value>(?:[\p{L}'-]+ ){1,2}(?:lessons|classes)\b.*)/u,
    attribute: 'learning',
  },
  {
    example: 'I started karate. → learning: User started karate',
    verbs: 'start begin',
    aspects: PAST,
    complement: pattern('i')`^(?<value>(?:${LANGUAGE}|${INSTRUMENT}|${HOBBY}|${SPORT})\b.*)`,
    attribute: 'learning',
  },
  {
    example: 'I took up archery. → learning: User took up archery',
    verbs: 'take pick',
    aspects: [...PAST, 'progressive'],
    complement: /^up (?<value>(?!the|this|that|my|where|a call|speed)\p{L}.+)/u,
    attribute: 'learning',
  },
  {
    example: 'I started running. → habit: User started running',
    verbs: 'start begin get',
    aspects: PAST,
    complement: /^(?<value>(?:[a-z]+ing|into|back into)\b.*)/,
    reject: pattern()`
      ^(?:into|back into|getting) (?:trouble|an? |bed|it|the )
      |^(?:
        feeling|thinking|wondering|having|being|noticing|crying|laughing|raining|looking|talking|saying
        |hating|worrying|panicking|asking|working (?:out )?fine
      )\b
      |\b(?:error|problem|this|that|it)\b
    `,
    attribute: 'habit',
    mode: 'assert',
  },
  {
    example: 'I stutter. → condition: User stutters',
    verbs: 'stutter snore sleepwalk',
    aspects: ['present'],
    complement: /^(?<value>.*)/,
    attribute: 'condition',
    value: (_, { predicate }) => predicate.lemma,
  },
  {
    example: "I'm rereading Middlemarch. → habit: User is rereading Middlemarch",
    verbs: 'watch rewatch read reread play replay binge',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^(?<value>(?:the )?\p{Lu}.+)/u,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`,
  },
  {
    example: 'We homeschool our kids. → family: User homeschools their kids',
    verbs: 'homeschool',
    aspects: PRESENT,
    complement: /^(?<value>.+)/,
    attribute: 'family',
  },
  {
    example: 'I do yoga. → habit: User does yoga',
    verbs: 'do practice practise',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('i')`^(?:a (?:lot|bit) of |some |hot |competitive |the )*(?<value>(?:${HOBBY})\b.*)`,
    attribute: 'habit',
  },
  {
    example: 'I make kombucha. → habit: User makes kombucha',
    verbs: `
      paint build restore collect grow carve forge repair breed knit crochet sew brew draw race bake roast
      forage make throw
    `,
    aspects: ['present', 'perfect-progressive'],
    complement: pattern('iu')`
      ^(?!\w+ing |(?:\w+ )*(?:${TRADE})\b)(?<value>
        (?:(?:my|our) own )?(?:[\p{L}'-]+ ){0,2}?(?:${MADE})(?:
          [ ](?:
            to relax|for fun|on the side
            |in my (?:spare|free) time
            |as a hobby|at home|by hand|from scratch|with my .+
            |for (?:shows?|competitions?|friends|sale|the market|fairs?)
            |in my (?:garage|shed|basement|garden|backyard|attic)
            |on (?:the )?(?:weekends?|balcony|roof|allotment)
          )
        )?
      )(?:, (?:mostly|mainly|usually|especially) .+)?$
    `,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: 'I surf for fun. → habit: User surfs for fun',
    verbs: `
      paint knit crochet sculpt bake garden hike jog climb surf ski sail dance sing meditate journal cycle swim
      run camp kayak draw sew photograph brew blog vlog snowboard skate row box fish lift dive fence wrestle
      skateboard longboard unicycle parkour boulder dj
    `,
    aspects: ['present', 'perfect-progressive', 'perfect'],
    complement: pattern('iu')`
      ^(?:
        $
        |(?:
          a lot|for fun|as a hobby
          |in my (?:free|spare) time
          |(?:alto|soprano|tenor|bass|baritone)\b.*
          |about (?!this|that|it\b)\p{L}+.*
          |in an? (?:choir|band|group|club|troupe)
          |with (?:a|an|my|the local) .+
          |on the side|competitively|professionally|regularly|sourdough|bread|cakes?|marathons?
          |ultra-?marathons?|half[- ]marathons?|watercolou?rs?|landscapes?|portraits|my own .+|weights
          |sweaters|socks|scarves|5ks?|10ks?|beer|at the .+
        )\b.*
      )
    `,
    attribute: 'habit',
    value: (match, { predicate }) => `${predicate.lemma} ${match[0]}`.trim(),
  },
  {
    example: 'I listen to jazz. → likes: User listens to jazz',
    verbs: 'listen',
    aspects: ['present', 'perfect-progressive'],
    complement: /^(?:mostly |mainly |a lot )?to (?<value>(?!you|this|that|it\b|me\b|my|your|the)\p{L}.+)/u,
    attribute: 'likes',
    list: true,
  },
  {
    example: 'I watch a lot of documentaries. → likes: User watches a lot of documentaries',
    verbs: 'watch read',
    aspects: ['present', 'perfect-progressive', 'progressive'],
    complement: /^(?:mostly |mainly |a lot of |lots of |tons of |mainly |only )+(?<value>\p{L}.+)/u,
    attribute: 'likes',
    list: true,
  },
  {
    example: "I'm an avid runner. → habit: User is an avid runner",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:an? |the )(?:
        (?:
          avid|keen|amateur|hobby|competitive|semi-pro|professional|passionate|big|long-?distance|trail
          |marathon|weekend|casual|hardcore|beginner|self-taught|black belt|recreational|regular
          |enthusiastic|serious|part-time|volunteer|intermediate|advanced|novice|occasional|daily
          |morning|evening|winter|cold-water|open-water|road|mountain|fell|track|ultra
        )[ ]
      )*(?<value>
        (?:\w+ )?(?:
          runner|hiker|cyclist|climber|swimmer|gamer|reader|gardener|knitter|bird(?:watch)?er|surfer
          |skier|\w*diver|player|guitarist|pianist|drummer|singer|dancer|home cook|home ?brewer|baker
          |painter|travell?er|foodie|bookworm|drinker|martial artist|boxer|\w*skater|sailor|golfer
          |rower|\w+lifter|\w+builder|triathlete|collector|polyglot|\w+phile|buff|(?:non-?)?smoker
          |fencer|equestrian|\w+boarder|snob|\w+cuber|\w+gazer|kayaker|sprinter|wrestler|potter|quilter
          |woodworker|forager|angler|archer|juggler|DJ|mountaineer|caver|\w+spotter
        )
      )\b(?! (?:up|on|error|app|profile)).*
    `,
    reject: /^a (?:reader|collector) of (?:this|the)|(?:fast|slow|terrible|bad|good|better) \w+$/i,
    attribute: 'habit',
  },
  {
    example: 'I never learned to swim. → skill: User never learned to swim',
    verbs: 'learn',
    aspects: PAST,
    negative: 'only',
    complement: pattern('i')`
      ^(?:how )?to (?<value>(?:ride|swim|drive|cook|read|dance|ski|skate|whistle|cycle|type|play|sew|code|speak)\b.*)
    `,
    attribute: 'skill',
    value: (match) => `never learned to ${match.groups?.['value'] ?? ''}`,
  },
]
