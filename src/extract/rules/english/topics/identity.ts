import { pattern } from '../../../../language/pattern.js'
import { PAST, PRESENT, type Rule } from '../rule.js'
import { LANGUAGE, NATIONALITY, NUMBER, RELIGION } from '../../../text/english/vocabulary.js'

const A = '(?:an? |the )?'

const STARTS_WITH_DATE = pattern('i')`
  ^(?:the )?(?:
    \d|january|february|march|april|may|june|july|august|september|october|november|december|jan
    |feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|(?:early|late|mid)[- ]
  )
`

/** Name, age, origin, nationality, languages, character. */
export const identityRules: readonly Rule[] = [
  {
    example: 'I can read Arabic. → language: User can read Arabic',
    verbs: 'read understand',
    aspects: ['can'],
    complement: pattern('i')`
      ^(?:and write |a (?:bit|little) (?:of )?|some |basic )*
      (?<value>(?:${LANGUAGE}|sanskrit|pali|yiddish|old \w+|hieroglyphs|braille|cyrillic|sheet music)\b.*)
    `,
    attribute: 'language',
    list: true,
  },
  {
    example: "I'm called Anna Maria Lind. → name: User is called Anna Maria Lind",
    verbs: 'be',
    complement: /^(?:called|named) (?<value>\p{L}[\p{L}' -]{0,40})$/u,
    attribute: 'name',
    subject: 'any',
  },
  {
    example: 'I go by Max. → nickname: User goes by Max',
    verbs: 'go',
    aspects: ['present'],
    complement: pattern('u')`
      ^by (?:the name (?:of )?)?
      (?<value>(?!car|bus|train|bike|foot|plane|the)\p{L}[\p{L}'.-]{0,20}(?: \p{Lu}[\p{L}'.-]{0,20})?)$
    `,
    attribute: 'nickname',
    subject: 'self',
  },
  {
    example: "I'm 34. → age: User is 34",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern()`
      ^(?<value>\d{1,3})(?: ?(?:years?|yrs?|months?|weeks?)[- ]old| ?y\/?o| years of age)?
      (?=$| (?:now|and|this|today|next|in|from|male|female)\b|,)
    `,
    reject: /^\d+ (?:and (?:a half|counting)|in|from|of|minutes|%)|^[1-9]$|^\d{1,3} (?:and|or) \d/,
    attribute: 'age',
  },
  {
    example: "My kids are 4 and 7. → age: User's kids are 4 and 7",
    verbs: 'be',
    aspects: ['present'],
    complement: /^(?<value>\d{1,2}(?:, \d{1,2}){0,4},? (?:and|&) \d{1,2})(?: years old)?$/,
    attribute: 'age',
    subject: 'people',
  },
  {
    example: "My son is 8 years old as of yesterday. → age: User's son is 8 years old as of 29 November 2026",
    verbs: 'be',
    aspects: ['present'],
    complement: /^(?<value>\d{1,3}) ?(?:years?|yrs?|months?|weeks?)[- ]old/,
    attribute: 'age',
  },
  {
    example: "I'm in my forties. → age: User is in their forties",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern()`
      ^in (?:my|his|her|their) (?:early |mid[- ]?|late )?
      (?<value>teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|\d0'?s)
    `,
    attribute: 'age',
  },
  {
    example: "I'm a 34-year-old from Ohio. → age: User is a 34-year-old",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern()`
      ^an? (?<value>\d{1,2})[- ](?:years?|yrs?|months?)[- ]old\b
      (?! (?:car|house|project|app|building|bug|code|company|laptop|phone))
    `,
    attribute: 'age',
  },
  {
    example: 'I turned 40 last week. → age: User turned 40 in the week of 23 November 2026',
    verbs: 'turn',
    aspects: ['past', 'perfect', 'progressive', 'will', 'going-to', 'present'],
    complement: pattern('i')`
      ^(?<value>\d{1,3}|${NUMBER})(?: years old)?
      (?= (?:this|next|on|in|today|tomorrow|yesterday|last|soon|and|a|two|\d)\b|,|$)(?! (?:into|to)\b)
    `,
    attribute: 'age',
  },
  {
    example: "My baby is six months old. → age: User's baby is six months old",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:only |just |nearly |almost |about )?(?<value>(?:\d{1,2}|${NUMBER}) (?:days|weeks|months))(?: old)?
      (?=$| and\b|,)
    `,
    attribute: 'age',
    subject: 'people',
  },
  {
    example: "My daughter is six. → age: User's daughter is six",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`^(?:only |just |nearly |almost )?(?<value>${NUMBER})(?: years old)?$`,
    attribute: 'age',
    subject: 'people',
  },
  {
    example: 'I have born in Ghent. → birthplace: User has born in Ghent',
    verbs: 'bear',
    aspects: PAST,
    complement: /^(?:and raised )?(?:in|on|at) (?<value>.+)/,
    attribute: 'birthplace',
  },
  {
    example: 'I was born in Ghent. → birthplace: User was born in Ghent',
    verbs: 'be',
    aspects: ['past'],
    complement: /^born (?:and raised )?(?<in>in|on|at|near|outside|during) (?<value>.+)/,
    attribute: (match) => (STARTS_WITH_DATE.test(match.groups?.['value'] ?? '') ? 'birthday' : 'birthplace'),
  },
  {
    example: 'I was raised in Ghent. → origin: User was raised in Ghent',
    verbs: 'be',
    aspects: ['past'],
    complement: /^raised (?:in|by) (?<value>.+)/,
    attribute: 'origin',
  },
  {
    example: 'I grew up in Ghent. → origin: User grew up in Ghent',
    verbs: 'grow',
    aspects: ['past'],
    complement: /^up (?:in|on|near|outside|around|speaking|with) (?<value>.+)/,
    reject: /^up (?:with (?:it|this|that)|in the (?:kitchen|gym|studio|theat\w+|library|saddle))/,
    attribute: 'origin',
  },
  {
    example: "I'm from Porto. → origin: User is from Porto",
    verbs: 'be come hail',
    aspects: ['present'],
    complement: pattern('u')`
      ^(?:\w+ )?from (?<value>
        (?:the )?(?:
          \p{Lu}
          |\p{Ll}+(?:[ ,]+\p{Ll}+)?$
          |a (?:small|big|tiny|little|large|family|village|town|city)
          |northern|southern|eastern|western|rural|here|mainland|outside
        ).*
      )
    `,
    reject: pattern()`
      from (?:
        work|home|the|my
        |an?(?! (?:small|big|tiny|little|large|remote|family|village|town|city|island|farm|fishing|mining))
        |school|there|it|this|that|what|where|scratch|now|today|yesterday|experience|bed|vacation
        |holiday|church|gym|lunch|dinner|tomorrow|you|your|far|hell|above|memory|Monday|Tuesday
        |Wednesday|Thursday|Friday|Saturday|Sunday|January|\d
      )
      |back from
    `,
    attribute: 'origin',
  },
  {
    example: "I'm 34 and originally from the Azores. → origin: User is originally from the Azores",
    verbs: 'be',
    aspects: ['present'],
    complement: /^originally from (?<value>.+)/,
    attribute: 'origin',
  },
  {
    example: "I'm half Japanese. → nationality: User is half Japanese",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?<value>
        (?:
          (?:
            half|part|originally|ethnically|a|an|1/2|proud|native|naturali[sz]ed|dual
            |second[- ]generation|first[- ]generation
          )[ ]
        )*(?:${NATIONALITY})(?:
          [ -](?:
            american|canadian|british|german|australian|french|chinese|japanese|mexican|citizen
            |national|by birth|and|half|${NATIONALITY}
          )
        )*
      )$
    `,
    attribute: 'nationality',
  },
  {
    example: "I'm Irish by marriage. → nationality: User is Irish by marriage",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?<value>(?:(?:half|part|originally|a|an) )*(?:${NATIONALITY}))(?= (?:but|and|living|based|by|from|on)\b|,)
    `,
    attribute: 'nationality',
  },
  {
    example: 'I have dual citizenship. → nationality: User has dual citizenship',
    verbs: 'have',
    aspects: ['present'],
    complement: pattern('i')`^(?:dual |an? |both )?(?<value>.*\b(?:citizenship|passport|nationality))`,
    reject: /expired|problem|lost|question/,
    attribute: 'nationality',
  },
  {
    example: "I'm Buddhist. → religion: User is Buddhist",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:${A}(?:practi[cs]ing|devout|observant|lapsed|non-practicing|committed|strict) )?${A}(?<value>${RELIGION})$
    `,
    attribute: 'religion',
  },
  {
    example: 'I speak Portuguese. → language: User speaks Portuguese',
    verbs: 'speak',
    aspects: PRESENT,
    complement: pattern('i')`^(?<value>.*\b(?:${LANGUAGE}|languages?)\b.*)`,
    reject: /^(?:to|about|of|for|both|the)\b/,
    attribute: 'language',
    list: true,
  },
  {
    example: 'I can speak Portuguese. → language: User can speak Portuguese',
    verbs: 'speak',
    aspects: ['can'],
    complement: pattern('i')`^(?<value>.*\b(?:${LANGUAGE})\b.*)`,
    attribute: 'language',
    list: true,
  },
  {
    example: 'I wear size 42. → detail:size: User wears size 42',
    verbs: 'wear take be',
    aspects: ['present'],
    complement: /^(?:an? |UK |US |EU |in )*size (?<value>[\dXSML][\w.]*(?: [a-z]+)?)\b/,
    attribute: 'detail:size',
  },
  {
    example: "I'm fluent in Welsh. → language: User is fluent in Welsh",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:(?:almost|nearly|pretty|fairly|quite) )?
      (?:fluent|proficient|conversational|conversant|native|bilingual|trilingual)\b(?: (?:in|speaker of|at))?\s*
      (?<value>.*)
    `,
    attribute: 'language',
  },
  {
    example: "I'm a native Welsh speaker. → language: User is a native Welsh speaker",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`^an? (?:native|fluent|non-native) (?<value>(?:${LANGUAGE})) speaker`,
    attribute: 'language',
  },
  {
    example: "I'm a night owl. → trait: User is a night owl",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:
        (?:
          an?|a bit of an?|quite an?|more of an?|pretty|very|really|a total|a true|a big|a huge
          |such an?|definitely an?
        )[ ]
      )*(?<value>
        introvert(?:ed)?|extrovert(?:ed)?|ambivert|night owl|early bird|early riser|morning person
        |night person|light sleeper|heavy sleeper|perfectionist|minimalist|procrastinator
        |[EI][NS][TF][JP](?:-[AT])?
        |left[- ]handed|right[- ]handed|ambidextrous|lefty
        |an? (?:aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)
        |aries|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces|people person
        |homebody|workaholic|feminist|gay|lesbian|bisexual|queer|trans(?:gender)?|non-?binary|shy
        |asexual|straight
      )(?:$| (?:and|but|so|who)\b.*)
    `,
    attribute: 'trait',
  },
  {
    example: "I'm 180 cm tall. → height: User is 180 cm tall",
    verbs: 'be',
    aspects: ['present'],
    complement: pattern()`
      ^(?:about |around )?
      (?<value>\d(?:'\d{1,2}"?|[.,]\d{1,2} ?m(?:eters|etres)?| ?(?:feet|foot|ft)(?: ?\d{1,2}(?: inches)?)?)|1\d\d ?cm)
      (?: tall)?(?![\w'])
    `,
    attribute: 'height',
    text: (match, { subject }) => `${subject.label} is ${match[0]}`,
  },
  {
    example: 'I weigh 70 kg. → detail:weight: User weighs 70 kg',
    verbs: 'weigh',
    aspects: ['present'],
    complement: /^(?:about |around )?(?<value>\d+ ?(?:kg|kilos?|kilograms|lbs?|pounds|stone).*)/,
    attribute: 'detail:weight',
  },
  {
    example: 'I identify as agender. → trait: User identifies as agender',
    verbs: 'identify',
    aspects: ['present'],
    complement: /^as (?<value>.+)/,
    attribute: 'trait',
  },
  {
    example: 'I go by they/them. → detail:pronouns: User goes by they/them',
    verbs: 'go',
    aspects: ['present'],
    complement: /^by (?<value>(?:she|he|they|ze|xe|it)\/\w+(?:\/\w+)?)/,
    attribute: 'detail:pronouns',
  },
  {
    example: "I'm terrible with names. → trait: User is terrible with names",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('iu')`
      ^(?:(?:really|so|very|pretty|always|just|quite|absolutely|completely|total(?:ly)?) )*(?<value>
        (?:bad|terrible|rubbish|hopeless|awful|useless|horrible|pants) (?:at|with)[ ]
          (?!this|that|it\b|explaining|these|them)(?:[\p{L}-]+(?: [\p{L}-]+){0,2})
      )$
    `,
    attribute: 'trait',
  },
  {
    example: 'I use they/them pronouns. → detail:pronouns: User uses they/them pronouns',
    verbs: 'use',
    aspects: ['present'],
    complement: /^(?<value>(?:she|he|they|ze|xe)\/\w+)(?: pronouns)?/,
    attribute: 'detail:pronouns',
  },
]
