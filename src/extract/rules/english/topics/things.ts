import { pattern, source } from '../../../../language/pattern.js'
import { PAST, PRESENT, type Rule } from '../rule.js'
import { PET, POINTING, POSSESSION, VEHICLE } from '../../../text/english/vocabulary.js'

const COUNT = source`
  (?:
    an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+|several
    |a (?:couple|pair|bunch|few) of
    |my|our|another|some|the (?:same|cutest)
  )
`
const MANY_PETS = pattern('u')`
  ^(?<value>
    (?:[\p{L}-]+ )?(?:
      cats|dogs|axolotls|chickens|bees|hens|goats|horses|rabbits|guinea pigs|snakes|geckos|budgies
      |parrots|ducks|tarantulas|rats|ferrets|alpacas|sheep|pigeons|tropical fish|fish
    )\b.*
  )
`
const PETS = pattern('iu')`
  ^${COUNT} (?<value>
    (?:[\p{L}\d'-]+ ){0,4}?(?:${PET})\b(?!
      [ ](?:
        allerg|food|hair|person|sitter|walker|shelter|fight|toys?|bed|photos?|pictures?|video|care
        |store|shop|nap|problem|tank|lover|cafe|show|memes?
      )
    ).*
  )
`
const IS_VEHICLE = pattern('i')`\b(?:${VEHICLE})\b`

const carOr = (match: RegExpMatchArray, otherwise: string): string => (IS_VEHICLE.test(match[0]) ? 'car' : otherwise)

/** Pets and possessions. */
export const thingRules: readonly Rule[] = [
  {
    example: 'I have a cat. → pet: User has a cat',
    verbs: 'have own keep raise',
    aspects: [...PRESENT, 'perfect'],
    complement: PETS,
    reject: /^(?:a|the) (?:dog|cat|bird|fish|duck|horse)(?:'s| in (?:the|this) (?:picture|story|photo))/i,
    attribute: 'pet',
  },
  {
    example: 'I keep chickens. → pet: User keeps chickens',
    verbs: 'keep have own raise breed',
    aspects: ['present'],
    complement: MANY_PETS,
    attribute: 'pet',
  },
  {
    example: 'I adopted a kitten. → pet: User adopted a kitten',
    verbs: 'adopt get rescue buy foster bring',
    aspects: [...PAST, 'progressive'],
    complement: PETS,
    attribute: 'pet',
  },
  {
    example: 'I drive an old Volvo. → car: User drives an old Volvo',
    verbs: 'drive ride',
    aspects: [...PRESENT, 'perfect'],
    complement: pattern('iu')`
      ^(?<value>(?:an?|my|our) (?!long|lot|bit|few)(?:[\p{L}\d'-]+ ?){1,6}?)
      (?= (?:to|for|every|now|and|since|that|from|in|around)\b|,|$)
    `,
    reject: /(?:me|them|you|him|her|kids|home|taxi|uber|bus|train) ?(?:crazy|mad|nuts|for|to)?\b$/i,
    attribute: (match) => carOr(match, 'owns'),
  },
  {
    example: 'I have a piano. → owns: User has a piano',
    verbs: 'own have',
    aspects: ['present', 'perfect'],
    complement: pattern('iu')`
      ^(?<value>
        ${COUNT} (?:[\p{L}\d'.-]+ ){0,5}?(?:${POSSESSION})\b(?!
          [ ](?:
            payment|problem|issue|accident|insurance|loan|trouble|ride|crash|number|call|interview
            |meeting|appointment|sick|lesson|race|trip|repair|service|question|rental|show|app|error
          )
        ).*
      )
    `,
    reject: /\b(?:error|problem|question|issue)\b/i,
    attribute: (match) => carOr(match, 'owns'),
  },
  {
    example: 'I own three kayaks. → owns: User owns three kayaks',
    verbs: 'own',
    aspects: ['present', 'perfect'],
    complement: /^(?<value>(?:an?|two|three|four|over|about|\d+|several|my own|the|our) .+)/i,
    reject: pattern('i')`${POINTING}|^\S+ of (?:them|these|those)\b`,
    attribute: (match) => carOr(match, 'owns'),
  },
  {
    example: 'We got a camper van. → car: User got a camper van',
    verbs: 'buy purchase get order lease inherit',
    aspects: PAST,
    complement: pattern('iu')`
      ^(?:myself |ourselves )?(?<value>
        (?:an?|our|my|two|the) (?:[\p{L}\d'.-]+ ){0,6}?(?:${POSSESSION})\b(?!
          [ ](?:
            case|charger|stand|accessor|ticket|rental|part|insurance|loan|cover|bag|wash|repair|game
            |strap|band|table|lesson
          )
        ).*
      )
    `,
    reject: /\b(?:error|question|problem)\b/i,
    attribute: (match) => carOr(match, 'owns'),
  },
  {
    example: 'I sold my car. → car: User sold their car',
    verbs: 'sell',
    aspects: PAST,
    complement: pattern('iu')`^(?:my|our|his|her|their|the) (?<value>(?:[\p{L}\d'.-]+ ){0,5}?(?:${POSSESSION})\b.*)`,
    attribute: (match) => carOr(match, 'owns'),
    mode: 'retract',
  },
  {
    example: "My brother upgraded to a Pixel phone. → owns: User's brother upgraded to a Pixel phone",
    verbs: 'upgrade switch trade',
    aspects: PAST,
    complement: pattern('i')`
      ^(?:my \w+ |in my \w+ |(?:it|her) )?(?:from (?:an? |my )?(?<previous>[^,]+?) )?(?:to|for) (?<value>
        (?:an? |the )?(?=
          .*(?:iphone|pixel|android|galaxy|macbook|mac\b|tesla|car\b|bike|thinkpad|laptop|phone|ps5|windows|linux)
        )[^,]+
      )
    `,
    attribute: (match) => carOr(match, 'owns'),
    mode: 'change',
  },
  {
    example: 'I use Obsidian. → uses: User uses Obsidian',
    verbs: 'use run',
    aspects: ['present', 'perfect', 'perfect-progressive'],
    complement: pattern('u')`
      ^(?<value>
        (?:an? |my )?(?:
          \p{Lu}|iphone|android|mac\b|tabs\b|spaces\b|pnpm|yarn|npm|bun\b|docker|postgres|sqlite
          |obsidian|notion|excel|slack|figma|vim|neovim|emacs|linux|windows|vs ?code|arch
        )[\p{L}\d.+#-]*.*
      )
    `,
    reject: pattern('i')`${POINTING}|\b(?:the following|this|that|error|bug|your)\b|^I\b`,
    attribute: 'uses',
    value: (match) =>
      match.groups?.['value']?.split(/ (?:for|at|on|in|to|as|with|and|instead|every|because|since) /)[0],
  },
  {
    example: "I'm on Linux. → uses: User is on Linux",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('iu')`
      ^(?:on|using) (?:an? |the )?
      (?<value>(?:macos|windows|linux|ubuntu|debian|arch|fedora|android|ios|iphone|mac|macbook|pixel)[\p{L}\d .-]*)$
    `,
    attribute: 'uses',
  },
  {
    example: "I'm a Vim user. → uses: User is a Vim user",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: /^an? (?<value>(?:mac|windows|linux|android|iphone|vim|emacs|vs ?code|apple) user)\b/i,
    attribute: 'uses',
  },
  {
    example: 'I subscribe to The Economist. → uses: User subscribes to The Economist',
    verbs: 'subscribe',
    aspects: ['present', 'perfect'],
    complement: /^to (?<value>(?!this|that|it|the (?:event|topic|channel))\p{L}.+)/u,
    attribute: 'uses',
  },
  {
    example: "I don't own a car. → owns: User does not own a car",
    verbs: 'own have',
    aspects: ['present'],
    negative: 'only',
    complement: pattern('i')`
      ^(?<value>
        an? (?:
          car|driver'?s licen[sc]e|driving licen[sc]e|licen[sc]e|tv|television|smartphone|oven
          |dishwasher|microwave|freezer|garden|balcony|passport|bike|washing machine|credit card
          |bank account|facebook account
        )
      )\b
    `,
    attribute: 'owns',
    value: (match) => `no ${(match.groups?.['value'] ?? '').replace(/^an? /, '')}`,
  },
  {
    example: "I don't drive at night. → skill: User does not drive at night",
    verbs: 'drive',
    aspects: ['present'],
    negative: 'only',
    complement: /^(?<value>$|at all$|at night$|on (?:highways|motorways)$)/,
    attribute: 'skill',
    value: (match) => `does not drive ${match[0]}`.trim(),
  },
  {
    example: "I'm done with Twitter. → uses: User is done with Twitter",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('u')`
      ^(?:so |completely |totally |officially )*done with[ ]
      (?<value>\p{Lu}[\p{L}\d]+|alcohol|smoking|drinking|social media|dating apps|meat|dating)$
    `,
    attribute: 'uses',
    mode: 'retract',
  },
  {
    example: 'I bought my first kayak. → owns: User bought their first kayak',
    verbs: 'buy',
    aspects: PAST,
    complement: /^(?:an? |our (?:first |own )|my (?:first |own ))(?<value>(?:[\p{L}\d-]+ ){0,2}[\p{L}\d-]+)$/u,
    reject: pattern('i')`
      \b(?:
        coffee|sandwich|pizza|burger|drink|beer|wine|bottle|snack|salad|present|gift|card|ticket|few
        |bunch|lot|copy|round|cake|pack|bag|box|can|bit|thing|one
      )s?\b
    `,
    attribute: 'owns',
  },
  {
    example: 'I canceled my gym membership. → uses: User canceled their gym membership',
    verbs: 'cancel drop ditch',
    aspects: PAST,
    complement: pattern('iu')`
      ^(?:my )?(?<value>
        (?:
          netflix|spotify|disney\+?|hbo|prime|amazon prime|hulu|youtube premium|icloud|dropbox|adobe
          |gym membership
          |\p{Lu}[\p{L}+]+ (?:subscription|membership|account)
        )
      )\b
    `,
    attribute: 'uses',
    mode: 'retract',
  },
  {
    example: "My sister switched to Firefox. → uses: User's sister switched to Firefox",
    verbs: 'switch move change',
    aspects: PAST,
    complement: /^(?:over )?to (?<value>(?!the |an? |this|that|it\b)[\p{L}\d.+#-]+(?: [\p{L}\d.+#-]+)?)$/iu,
    attribute: (match) =>
      /^(?:teams?|jobs?|careers?|schools?|days|nights|plan|gear)\b/i.test(match.groups?.['value'] ?? '')
        ? undefined
        : 'uses',
    mode: 'change',
  },
  {
    example: 'I got a used Brompton P12. → owns: User got a used Brompton P12',
    verbs: 'buy get order',
    aspects: PAST,
    complement: pattern('u')`
      ^(?:an?|my first|our first|myself an?) (?:new |used |second-?hand |refurbished |vintage |old )*
      (?<value>\p{Lu}[\p{L}\d-]+(?: (?:\p{Lu}[\p{L}\d-]*|[\p{L}-]*\d[\p{L}\d-]*))+)$
    `,
    attribute: (match) => carOr(match, 'owns'),
  },
]
