import { pattern } from '../../../../language/pattern.js'
import { DONE, NOW, type Rule } from '../rule.js'
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
    verbs: 'read understand',
    aspects: ['can'],
    rest: pattern('i')`
      ^(?:and write |a (?:bit|little) (?:of )?|some |basic )*
      (?<value>(?:${LANGUAGE}|sanskrit|pali|yiddish|old \w+|hieroglyphs|braille|cyrillic|sheet music)\b.*)
    `,
    attribute: 'language',
    list: true,
  },
  { verbs: 'be', rest: /^(?:called|named) (?<value>\p{L}[\p{L}' -]{0,40})$/u, attribute: 'name', who: 'any' },
  {
    verbs: 'go',
    aspects: ['present'],
    rest: pattern('u')`
      ^by (?:the name (?:of )?)?
      (?<value>(?!car|bus|train|bike|foot|plane|the)\p{L}[\p{L}'.-]{0,20}(?: \p{Lu}[\p{L}'.-]{0,20})?)$
    `,
    attribute: 'nickname',
    who: 'self',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern()`
      ^(?<value>\d{1,3})(?: ?(?:years?|yrs?|months?|weeks?)[- ]old| ?y\/?o| years of age)?
      (?=$| (?:now|and|this|today|next|in|from|male|female)\b|,)
    `,
    reject: /^\d+ (?:and (?:a half|counting)|in|from|of|minutes|%)|^[1-9]$|^\d{1,3} (?:and|or) \d/,
    attribute: 'age',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: /^(?<value>\d{1,2}(?:, \d{1,2}){0,4},? (?:and|&) \d{1,2})(?: years old)?$/,
    attribute: 'age',
    who: 'people',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: /^(?<value>\d{1,3}) ?(?:years?|yrs?|months?|weeks?)[- ]old/,
    attribute: 'age',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern()`
      ^in (?:my|his|her|their) (?:early |mid[- ]?|late )?
      (?<value>teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|\d0'?s)
    `,
    attribute: 'age',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern()`
      ^an? (?<value>\d{1,2})[- ](?:years?|yrs?|months?)[- ]old\b
      (?! (?:car|house|project|app|building|bug|code|company|laptop|phone))
    `,
    attribute: 'age',
  },
  {
    verbs: 'turn',
    aspects: ['past', 'perfect', 'progressive', 'will', 'going-to', 'present'],
    rest: pattern('i')`
      ^(?<value>\d{1,3}|${NUMBER})(?: years old)?
      (?= (?:this|next|on|in|today|tomorrow|yesterday|last|soon|and|a|two|\d)\b|,|$)(?! (?:into|to)\b)
    `,
    attribute: 'age',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`
      ^(?:only |just |nearly |almost |about )?(?<value>(?:\d{1,2}|${NUMBER}) (?:days|weeks|months))(?: old)?
      (?=$| and\b|,)
    `,
    attribute: 'age',
    who: 'people',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`^(?:only |just |nearly |almost )?(?<value>${NUMBER})(?: years old)?$`,
    attribute: 'age',
    who: 'people',
  },
  { verbs: 'bear', aspects: DONE, rest: /^(?:and raised )?(?:in|on|at) (?<value>.+)/, attribute: 'birthplace' },
  {
    verbs: 'be',
    aspects: ['past'],
    rest: /^born (?:and raised )?(?<in>in|on|at|near|outside|during) (?<value>.+)/,
    attribute: (match) => (STARTS_WITH_DATE.test(match.groups?.['value'] ?? '') ? 'birthday' : 'birthplace'),
  },
  { verbs: 'be', aspects: ['past'], rest: /^raised (?:in|by) (?<value>.+)/, attribute: 'origin' },
  {
    verbs: 'grow',
    aspects: ['past'],
    rest: /^up (?:in|on|near|outside|around|speaking|with) (?<value>.+)/,
    reject: /^up (?:with (?:it|this|that)|in the (?:kitchen|gym|studio|theat\w+|library|saddle))/,
    attribute: 'origin',
  },
  {
    verbs: 'be come hail',
    aspects: ['present'],
    rest: pattern('u')`
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
  { verbs: 'be', aspects: ['present'], rest: /^originally from (?<value>.+)/, attribute: 'origin' },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`
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
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`
      ^(?<value>(?:(?:half|part|originally|a|an) )*(?:${NATIONALITY}))(?= (?:but|and|living|based|by|from|on)\b|,)
    `,
    attribute: 'nationality',
  },
  {
    verbs: 'have',
    aspects: ['present'],
    rest: pattern('i')`^(?:dual |an? |both )?(?<value>.*\b(?:citizenship|passport|nationality))`,
    reject: /expired|problem|lost|question/,
    attribute: 'nationality',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`
      ^(?:${A}(?:practi[cs]ing|devout|observant|lapsed|non-practicing|committed|strict) )?${A}(?<value>${RELIGION})$
    `,
    attribute: 'religion',
  },
  {
    verbs: 'speak',
    aspects: NOW,
    rest: pattern('i')`^(?<value>.*\b(?:${LANGUAGE}|languages?)\b.*)`,
    reject: /^(?:to|about|of|for|both|the)\b/,
    attribute: 'language',
    list: true,
  },
  {
    verbs: 'speak',
    aspects: ['can'],
    rest: pattern('i')`^(?<value>.*\b(?:${LANGUAGE})\b.*)`,
    attribute: 'language',
    list: true,
  },
  {
    verbs: 'wear take be',
    aspects: ['present'],
    rest: /^(?:an? |UK |US |EU |in )*size (?<value>[\dXSML][\w.]*(?: [a-z]+)?)\b/,
    attribute: 'detail:size',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`
      ^(?:(?:almost|nearly|pretty|fairly|quite) )?
      (?:fluent|proficient|conversational|conversant|native|bilingual|trilingual)\b(?: (?:in|speaker of|at))?\s*
      (?<value>.*)
    `,
    attribute: 'language',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`^an? (?:native|fluent|non-native) (?<value>(?:${LANGUAGE})) speaker`,
    attribute: 'language',
  },
  {
    verbs: 'be',
    aspects: ['present'],
    rest: pattern('i')`
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
    verbs: 'be',
    aspects: ['present'],
    rest: pattern()`
      ^(?:about |around )?
      (?<value>\d(?:'\d{1,2}"?|[.,]\d{1,2} ?m(?:eters|etres)?| ?(?:feet|foot|ft)(?: ?\d{1,2}(?: inches)?)?)|1\d\d ?cm)
      (?: tall)?(?![\w'])
    `,
    attribute: 'height',
    text: (match, { subject }) => `${subject.label} is ${match[0]}`,
  },
  {
    verbs: 'weigh',
    aspects: ['present'],
    rest: /^(?:about |around )?(?<value>\d+ ?(?:kg|kilos?|kilograms|lbs?|pounds|stone).*)/,
    attribute: 'detail:weight',
  },
  { verbs: 'identify', aspects: ['present'], rest: /^as (?<value>.+)/, attribute: 'trait' },
  {
    verbs: 'go',
    aspects: ['present'],
    rest: /^by (?<value>(?:she|he|they|ze|xe|it)\/\w+(?:\/\w+)?)/,
    attribute: 'detail:pronouns',
  },
  {
    verbs: 'be',
    aspects: ['present', 'perfect'],
    rest: pattern('iu')`
      ^(?:(?:really|so|very|pretty|always|just|quite|absolutely|completely|total(?:ly)?) )*(?<value>
        (?:bad|terrible|rubbish|hopeless|awful|useless|horrible|pants) (?:at|with)[ ]
          (?!this|that|it\b|explaining|these|them)(?:[\p{L}-]+(?: [\p{L}-]+){0,2})
      )$
    `,
    attribute: 'trait',
  },
  {
    verbs: 'use',
    aspects: ['present'],
    rest: /^(?<value>(?:she|he|they|ze|xe)\/\w+)(?: pronouns)?/,
    attribute: 'detail:pronouns',
  },
]
