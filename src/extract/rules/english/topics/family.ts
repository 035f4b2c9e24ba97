import { pattern } from '../../../../language/pattern.js'
import { PAST, PRESENT, type Rule } from '../rule.js'
import { NUMBER, PET, RELATION } from '../../../text/english/vocabulary.js'

const COUNT =
  '(?:an?|one|two|three|four|five|six|seven|eight|\\d|twin|no|several|many|lots of|a couple of|my|his|her|their)'

const IS_PET = pattern()`^(?:\w+ )?(?:${PET})$`

/** Family, partners, friends: that they are, and what they are to the speaker. */
export const familyRules: readonly Rule[] = [
  {
    example: 'I have kids. → family: User has kids',
    verbs: 'have',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?<value>
        (?:twins|triplets|kids|children|grandchildren|grandkids)\b
          (?! (?:menu|meal|room|party|coming|over|visiting|here)).*
      )
    `,
    attribute: 'family',
  },
  {
    example: "My boyfriend proposed. → event: User's boyfriend proposed",
    verbs: 'propose',
    aspects: PAST,
    complement: /^(?<value>|(?:to me|at|on|in|last|yesterday|while|during|over|with)\b.*)$/,
    attribute: 'event',
    subject: 'people',
    value: () => 'proposed',
  },
  {
    example: 'I proposed to my girlfriend. → event: User proposed to their girlfriend',
    verbs: 'propose',
    aspects: PAST,
    complement: /^to (?<value>\p{Lu}[\p{L}'-]+|my (?:girlfriend|boyfriend|partner)\b.*)/u,
    attribute: 'event',
  },
  {
    example: 'We are a family of five. → family: User is a family of five',
    verbs: 'be',
    aspects: ['present'],
    complement: pattern('i')`^an? (?:family|household) of (?<value>(?:\d+|${NUMBER})\b.*)`,
    attribute: 'family',
    value: (match) => `family of ${match.groups?.['value'] ?? ''}`,
  },
  {
    example: 'We share custody. → family: User shares custody',
    verbs: 'share have',
    aspects: ['present', 'perfect'],
    complement: /^(?<value>(?:joint |full |shared |sole )?custody\b.*)/i,
    attribute: 'family',
  },
  {
    example: 'We named the baby Ada. → family: User named the baby Ada',
    verbs: 'name',
    aspects: PAST,
    complement: pattern('u')`
      ^(?:the|our|my) (?<noun>(?:\w+ )?(?:baby|boy|girl|son|daughter|${PET})) (?:is )?(?<value>[A-Z][\p{L}'-]+)$
    `,
    attribute: (match) => (IS_PET.test(match.groups?.['noun'] ?? '') ? 'pet' : 'family'),
  },
  {
    example: 'I have two sisters. → family: User has two sisters',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^${COUNT} (?<value>
        (?:[\w'-]+ ){0,4}?(?:${RELATION}|boys?|girls?)\b(?!
          [ ](?:
            problem|issue|history|dinner|meeting|request|list|plan|emergency|name|photo|in common
            |business|tree|reunion|gathering
          )
        ).*
      )
    `,
    reject: pattern('i')`
      ^(?:a|my|the) (?:friends?|buddy|mate|colleagues?|co-?workers?|neighbou?rs?|boss|family|coach|manager)\b
        (?! (?:named|called|in|from|who (?:lives|works)))
      |^an? (?:\w+ )?friend(?:'s|s)? (?:over|coming|visiting|who (?:says|wants|needs|asked))
      |^an? (?:family|baby|kids?|child|partner|friends?) (?:of )?(?:emergency|dinner|meeting|coming|party|shower|menu)
    `,
    attribute: 'family',
    value: (match) => (/^no /i.test(match[0]) ? `no ${match.groups?.['value'] ?? ''}` : match.groups?.['value']),
  },
  {
    example: "I'm married. → marital: User is married",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:happily|newly|recently|still|now|legally) )*(?<value>
        married|engaged|divorced|separated|widowed|single
        |in a (?:long[- ]distance |serious |committed |new |happy )?relationship
        |seeing (?:someone|somebody)
        |newlyweds?|a widow(?:er)?|a bachelor
      )\b(?! (?:in the|with the (?:topic|content)|threaded|user|player|source))(?<more>.*)
    `,
    reject: pattern('i')`
      ^(?:married|engaged) (?:in|with) (?:the|this|that|it)
      |separated (?:by|into|from the)
      |single (?:most|best|biggest|page|person)
    `,
    attribute: 'marital',
  },
  {
    example: 'We broke up. → marital: User broke up',
    verbs: 'break split',
    aspects: PAST,
    complement: /^up(?: with (?<value>my .+)|$| .*)/,
    attribute: 'marital',
    mode: 'change',
    value: () => 'broke up',
  },
  {
    example: "I'm going through a divorce. → marital: User is going through a divorce",
    verbs: 'be go',
    aspects: ['present', 'progressive'],
    complement: pattern()`
      ^(?:right |currently )?(?:in the middle of|through|mid) (?:an? |my |our )?
      (?<value>(?:\w+ )?(?:divorce|separation|break-?up))\b.*
    `,
    attribute: 'marital',
  },
  {
    example: "I'm 34 and dating a drummer. → marital: User is dating a drummer",
    verbs: 'be',
    aspects: ['present', 'progressive'],
    complement: /^(?<value>dating .+)/,
    attribute: 'marital',
  },
  {
    example: "I'm dating a drummer. → marital: User is dating a drummer",
    verbs: 'date',
    aspects: ['progressive', 'perfect-progressive'],
    complement: /^(?<value>\p{L}.+)/u,
    attribute: 'marital',
  },
  {
    example: 'I married a sailor. → marital: User married a sailor',
    verbs: 'marry',
    aspects: PAST,
    complement: /^(?<value>\p{L}.+)/u,
    attribute: 'marital',
    mode: 'change',
  },
  {
    example: 'We got engaged. → marital: User got engaged',
    verbs: 'get',
    aspects: PAST,
    complement: /^(?:just |finally |recently |officially )*(?<value>married|engaged|divorced|separated|remarried)\b.*/,
    attribute: 'marital',
    mode: 'change',
    value: (match) => match.groups?.['value'],
  },
  {
    example: "I'm a proud dad. → family: User is a proud dad",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:
        (?:
          an?|the|now|also|a proud|a new|a single|a working|a busy|proud|single|a first[- ]time
          |a foster|a step|a soon-to-be
        )[ ]
      )*(?<value>
        (?:
          mom|mum|mother|dad|father|parent|grandma|grandmother|grandpa|grandfather|grandparent|stepmom
          |stepdad|stepmother|stepfather|uncle|aunt|godmother|godfather|only child|twin|middle child
          |oldest|eldest|youngest|big brother|big sister|guardian|caregiver|parents|grandparents|orphan
          |triplet
        )(?: (?:of|to|for|with|in|child|from|sibling|brother|sister|daughter|son)\b.*)?
      )$
    `,
    attribute: 'family',
  },
  {
    example: "I'm 34 and expecting a baby. → family: User is expecting a baby",
    verbs: 'be',
    aspects: ['present', 'progressive'],
    complement: pattern('i')`
      ^(?<value>
        expecting (?:(?:our|my|a|their|her|his|another) )?(?:\w+ )?
          (?:baby|child|twins|kid|son|daughter|girl|boy|grandchild)\b.*
      )
    `,
    attribute: 'family',
  },
  {
    example: 'We are expecting a baby. → family: User is expecting a baby',
    verbs: 'expect',
    aspects: ['progressive'],
    complement: pattern('i')`
      ^(?:(?:our|my|an?|their|her|his|another) )?
      (?<value>(?:\w+ )?(?:baby|child|twins|kid|son|daughter|girl|boy|grandchild)\b.*)
    `,
    attribute: 'family',
  },
  {
    example: 'We had a baby boy. → family: User had a baby boy',
    verbs: 'have',
    aspects: PAST,
    complement: /^(?:an? |our |twin |my )(?<value>(?:\w+ )?(?:baby|son|daughter|boy|girl|twins|miscarriage)\b.*)/i,
    reject: /^(?:an? )?(?:girl|boy) (?:tell|ask|say)/,
    attribute: 'family',
  },
  {
    example: "We're raising two boys. → family: User is raising two boys",
    verbs: 'raise',
    aspects: PRESENT,
    complement: pattern()`
      ^
      (?<value>(?:(?:two|three|four|my|our|a|twin) )+(?:\w+ )?(?:kids|children|boys|girls|daughters?|sons?|twins)\b.*)
    `,
    attribute: 'family',
  },
  {
    example: 'We adopted a little girl. → family: User adopted a little girl',
    verbs: 'adopt foster',
    aspects: [...PAST, 'progressive'],
    complement:
      /^(?<value>(?:an? |our |two )(?:[\w'-]+ ){0,3}(?:baby|son|daughter|boy|girl|child|kids?|children)\b.*)/i,
    attribute: 'family',
  },
  {
    example: 'I lost my father. → event: User lost their father',
    verbs: 'lose',
    aspects: PAST,
    complement: pattern('i')`^(?<value>(?:(?:my|his|her|our) (?:\w+ )?|the (?=baby|twins))(?:${RELATION})\b.*)`,
    attribute: 'event',
  },
]
