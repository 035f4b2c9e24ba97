import { pattern } from '../../../../language/pattern.js'
import { FUTURE, PAST, PRESENT, type Rule } from '../rule.js'

const NO_PLACE = pattern('i')`
  ^(?:in|at|on) (?:
    a bubble|fear|denial|peace|constant|agony|my head|hope
    |the (?:moment|past|present|same|future|clouds)
    |an? (?:era|time|world|age|society|lie|simulation)
    |times|interesting
  )\b
  |^(?:with it|for|up to|off|through|by the)\b
  |^in (?:jeans|my|his|her) ?(?:car|hoodie|sweats|dreams)?$
`

/** Where somebody lives, moves and with whom. */
export const homeRules: readonly Rule[] = [
  {
    example: 'I live in Lisbon. → home: User lives in Lisbon',
    verbs: 'live reside',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern()`
      ^(?:\w+ )?(?:in|near|at|on|outside|around|by|just outside|close to|next to|between|about|right|off) (?<value>.+)
    `,
    reject: NO_PLACE,
    attribute: 'home',
  },
  {
    example: 'I live off-grid. → household: User lives off-grid',
    verbs: 'live',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern()`
      ^(?<value>
        (?:
          alone|by myself|on my own|with .+|together(?: with .+)?|abroad|here|downtown|off[- ]grid
          |(?:\d+|\w+) (?:minutes|miles|km|kilometers|hours) (?:from|away|outside|north|south|east|west).*
        )
      )
    `,
    reject: /^with (?:it|this|that|the (?:fact|consequences|pain))/,
    attribute: 'household',
  },
  {
    example: "I'm based in Berlin. → home: User is based in Berlin",
    verbs: 'be',
    aspects: ['present', 'progressive'],
    complement: /^(?:based|located|residing|living|settled) (?:out of|in|near|at|around|just outside) (?<value>.+)/,
    attribute: 'home',
  },
  {
    example: 'We are settling in Porto. → home: User is settling in Porto',
    verbs: 'base locate settle',
    aspects: ['progressive'],
    complement: /^(?:in|near) (?<value>.+)/,
    attribute: 'home',
  },
  {
    example: 'I moved from Berlin to Lisbon last year. → home: User moved from Berlin to Lisbon in 2025',
    verbs: 'move relocate emigrate immigrate return',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:back |over |out |down |up |here |all the way |(?:\w+ )?(?:house|flat|apartment)s? )*
      (?:from (?<previous>[^,]+?) )?(?:to|into|in to|back to) (?<value>
        (?!
          the (?:next|new (?:version|team)|other|point|question)
          |another (?:topic|question|team|file)
          |a (?:new|different) (?:topic|question|team|version|file)
          |with|this|that
        )[^,]+?
      )(?: from (?<from>[^,]+?))?(?=
        [ ](?:in|last|this|\d|because|for|with|when|two|three|a|about|after|on|since|and|to be|recently|years|at)\b
        |,|$
      )
    `,
    attribute: (match, { predicate }) =>
      predicate.lemma === 'return' && !/\p{Lu}/u.test(match.groups?.['value'] ?? '') ? undefined : 'home',
    mode: 'change',
  },
  {
    example: 'I moved in with my boyfriend. → household: User moved in with their boyfriend',
    verbs: 'move',
    aspects: PAST,
    complement: /^(?:in with|in together with|in together) ?(?<value>.*)/,
    attribute: 'household',
    mode: 'change',
  },
  {
    example: 'I moved here from Chile. → origin: User moved here from Chile',
    verbs: 'move come immigrate emigrate',
    aspects: PAST,
    complement: /^(?:here |over |away |out )*(?:here )?from (?<value>\p{Lu}.+)/u,
    attribute: 'origin',
  },
  {
    example: 'We are moving to Oslo. → plan: User is moving to Oslo',
    verbs: 'move relocate',
    aspects: FUTURE,
    complement: pattern()`
      ^(?:back |over |out |down |up )*(?:from (?<previous>.+?) )?(?:to|into|in with)[ ]
      (?<value>(?!the (?:next|point|question)|another (?:topic|question)|that|this|it)[^,]+)
    `,
    attribute: 'plan',
  },
  {
    example: "My sister settled in Ghent. → home: User's sister settled in Ghent",
    verbs: 'settle',
    aspects: PAST,
    complement: /^(?:down )?in (?<value>\p{Lu}.+)/u,
    attribute: 'home',
    mode: 'change',
  },
  {
    example: 'We rent a flat near the harbour. → home: User rents a flat near the harbour',
    verbs: 'rent share own have',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern()`
      ^(?<value>
        (?:an?|my|our|the) (?:[\w'-]+ ){0,4}?(?:
          apartment|flat|house|studio|room|condo|place|cottage|loft|duplex|townhouse|cabin|farm
          |houseboat|boat|van|villa|bungalow|bedsit|two-bed|one-bed
        )\b.*\b(?:in|near|on|with|by|outside) .+
      )
    `,
    reject: /for (?:the weekend|a week|vacation|our trip)/,
    attribute: 'home',
  },
  {
    example: "I'm officially a homeowner. → household: User is officially a homeowner",
    verbs: 'be become',
    aspects: ['present', 'perfect', 'past'],
    complement: pattern('i')`
      ^(?:(?:officially|now|finally|first-time|proud|an?|the) )*
      (?<value>home-?owners?|home owners?|flat ?owners?|renters?)\b
    `,
    attribute: (_, { predicate }) =>
      predicate.lemma === 'be' && predicate.aspect === 'past' ? undefined : 'household',
  },
]
