import { pattern } from '../../../../language/pattern.js'
import { PAST, type Rule } from '../rule.js'
import { POINTING } from '../../../text/english/vocabulary.js'

const NOT_A_TASTE = pattern('i')`
  ${POINTING}
  |^(?:to (?:be able|make sure|start|use|do|add|get|have|go|try|change|learn) )
  |^(?:for|working with you|hearing|talking to you|with|on|about|more|less|most|over|better)\b
  |^(?:the|my|our) (?:\w+ )?
    (?:answer|bug|error|code|function|file|essay|draft|chapter|paragraph|sentence|question|job you|fact|results?)\b
  |^(?:a|an|some|another)[ ]
    (?:answer|example|list|version|refund|summary|quick|coffee|explanation|drink|glass|cup|table|recipe)\b
`

/** Likes, dislikes, preferences, fears. */
export const likeRules: readonly Rule[] = [
  {
    example: 'I love jazz. → likes: User loves jazz',
    verbs: 'like love enjoy adore appreciate fancy admire crave',
    aspects: ['present', 'perfect'],
    complement: /^(?<value>.+)/,
    reject: NOT_A_TASTE,
    attribute: 'likes',
    list: true,
  },
  {
    example: 'I prefer tea over coffee. → likes: User prefers tea over coffee',
    verbs: 'prefer favor favour',
    aspects: ['present'],
    complement: /^(?<value>.+)/,
    reject: pattern('i')`
      ^(?:
        it|this|that|these|those|them|not
        |the (?:first|second|third|last|former|latter|other|one|option|version)
        |if|when|you(?! to)
      )\b
    `,
    attribute: 'likes',
    value: (match) => match.groups?.['value']?.split(/ (?:over|to|rather than|instead of) /)[0],
  },
  {
    example: 'I devour crime novels. → likes: User devours crime novels',
    verbs: 'devour binge rewatch reread',
    aspects: ['present', 'perfect-progressive'],
    complement: pattern('u')`
      ^(?:anything (?:by|from|with) |everything (?:by|from) |a lot of )?
      (?<value>(?!it\b|this|that|my|the (?:whole|entire))\p{L}.+)
    `,
    attribute: 'likes',
  },
  {
    example: "I'm into pottery. → likes: User is into pottery",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:a bit|kind of|super|really|big|totally|heavily|so|all|very|pretty|quite|mostly|deeply) )*(?:
        into|fond of|passionate about|obsessed with|addicted to|crazy about|mad about|nuts about
        |hooked on|keen on|partial to|big on|a sucker for|interested in|fascinated by
      ) (?<value>.+)
    `,
    reject: pattern('i')`
      (?:into|about|on|in|by|with|of) (?:
        it|this|that|them|you|your|trouble
        |an? (?:issue|problem|bug|error|wall|meeting|debt|answer)
        |what|how|why|hearing|knowing|buying|details
      )\b
    `,
    attribute: 'likes',
    list: true,
  },
  {
    example: "I'm a huge admirer of Chopin. → likes: User is a huge admirer of Chopin",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:an?|the) )?(?:
        (?:
          big|huge|massive|lifelong|long-?time|die-?hard|major|avid|total|real|super|true|real
          |bit of an?|complete|serious|keen|passionate|proud|such a
        )[ ]
      )*(?:fan|lover|fanatic|supporter|admirer|enthusiast|follower|collector|aficionado|devotee) of (?<value>.+)
    `,
    reject: /of (?:it|this|that|them|you|your|those|these|how)\b/i,
    attribute: 'likes',
    list: true,
  },
  {
    example: "I'm a cat person. → likes: User is a cat person",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('iu')`
      ^(?:more of an? |an? |the )?(?:
        (?:
          big|huge|massive|lifelong|long-?time|die-?hard|major|avid|total|real|super|true|such a
          |complete|serious|keen|passionate
        )[ ]
      )*(?<value>[\p{L}\d'&.-]+(?: [\p{L}\d'&.-]+){0,3}?)[ -](?:
        fan|lover|enthusiast|fanatic|buff|nerd|geek|addict|junkie|freak|person|guy|girl|supporter
        |aficionado|hoarder|collector|snob
      )s?(?:$|[ ,])
    `,
    reject: pattern('i')`
      ^(?:an? |the )?(?:\w+ )*?(?:
        your|this|that|good|bad|nice|kind|new|busy|only|same|sick|private|changed|different|right|wrong
        |real|type of|first|last|morning|night|people|young|old|tech support|contact|responsible
        |big fan of|\w+est
      )[ -](?:person|guy|girl)
      |of (?:it|this|that|you)
    `,
    attribute: 'likes',
  },
  {
    example: 'I have a sweet tooth. → likes: User has a sweet tooth',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:an? )?(?:(?:real|huge|big|major|bad|serious|lifelong|deep|strong|terrible) )*(?<value>
        sweet tooth
        |(?:soft spot|thing|passion|weakness|love|obsession|fascination|preference) (?:for|with|of) .+
      )
    `,
    reject: /(?:for|with|of) (?:you|this|that|it)\b/,
    attribute: 'likes',
  },
  {
    example: 'I support Arsenal. → likes: User supports Arsenal',
    verbs: 'support root cheer',
    aspects: ['present'],
    complement: /^(?:for )?(?<value>(?:the )?\p{Lu}.*)/u,
    attribute: 'likes',
  },
  {
    example: 'I collect stamps. → likes: User collects stamps',
    verbs: 'collect',
    aspects: ['present', 'perfect-progressive', 'perfect'],
    complement: /^(?<value>(?!data|info|feedback|logs|the|these|this|my)\p{L}.*)/u,
    attribute: 'likes',
  },

  {
    example: 'I hate cilantro. → dislikes: User hates cilantro',
    verbs: 'hate dislike detest despise loathe fear',
    aspects: ['present', 'perfect'],
    complement: /^(?<value>.+)/,
    reject: NOT_A_TASTE,
    attribute: 'dislikes',
    list: true,
  },
  {
    example: "I don't like olives. → dislikes: User does not like olives",
    verbs: 'like love enjoy appreciate fancy',
    aspects: ['present', 'perfect'],
    negative: 'only',
    complement: /^(?<value>.+)/,
    reject: pattern('i')`${NOT_A_TASTE}|any more`,
    attribute: 'dislikes',
    list: true,
  },
  {
    example: "I can't stand olives. → dislikes: User cannot stand olives",
    verbs: 'stand bear tolerate abide handle',
    aspects: ['can'],
    negative: 'only',
    complement: /^(?<value>.+)/,
    reject: pattern('i')`${POINTING}|^(?:up|with|by|for|more|any more|much longer|dairy|lactose|gluten|alcohol)\b`,
    attribute: 'dislikes',
    list: true,
  },
  {
    example: "I don't care for opera. → dislikes: User does not care for opera",
    verbs: 'care',
    aspects: ['present'],
    negative: 'only',
    complement: /^(?:much )?for (?<value>.+)/,
    reject: /for (?:it|this|that|them|the (?:first|second))\b/,
    attribute: 'dislikes',
    list: true,
  },
  {
    example: "I'm not a fan of opera. → dislikes: User is not a fan of opera",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    negative: 'only',
    complement: pattern('i')`
      ^(?:(?:an?|the|really|very|that|particularly|big|huge|much of a|exactly|too) )*
      (?:fan of|into|fond of|keen on|crazy about|interested in|big on) (?<value>.+)
    `,
    reject: /(?:of|into|on|about|in) (?:it|this|that|them|your|the (?:first|second|new|idea|way))\b/i,
    attribute: 'dislikes',
    list: true,
  },
  {
    example: "I'm not a dog person. → dislikes: User is not a dog person",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    negative: 'only',
    complement: pattern('i')`
      ^(?:(?:an?|the|really|very|that|much of an?|big|huge) )*(?<value>\w+(?: \w+)?) (?:person|fan|guy|girl|drinker)$
    `,
    reject: /(?:good|bad|nice|real|only|right|that kind of) (?:person|guy|girl)/i,
    attribute: 'dislikes',
  },
  {
    example: "I'm afraid of heights. → dislikes: User is afraid of heights",
    verbs: 'be',
    aspects: ['present', 'perfect'],
    complement: pattern('i')`
      ^(?:(?:absolutely|really|deathly|a bit|so|very|super|pretty|quite|terribly|completely|totally) )*
      (?:afraid|scared|terrified|frightened|petrified|sick and tired|wary) of (?<value>.+)
    `,
    reject: pattern('i')`
      of[ ]
      (?:it|this|that|them|you|losing|being|what|how|the (?:result|answer)|failing|my|messing|getting|making|breaking)\b
    `,
    attribute: 'dislikes',
    list: true,
  },
  {
    example: 'I have a fear of flying. → dislikes: User has a fear of flying',
    verbs: 'have',
    aspects: ['present', 'perfect'],
    complement: /^(?:an? )?(?:\w+ )?(?<value>(?:fear|phobia|dislike|hatred) of .+)/i,
    attribute: 'dislikes',
  },
  {
    example: 'I have no patience for small talk. → dislikes: User has no patience for small talk',
    verbs: 'have',
    aspects: ['present'],
    complement: pattern('i')`
      ^(?:zero|no|little|very little) (?:patience|tolerance|interest|time|love|stomach) (?:for|in|with) (?<value>.+)
    `,
    reject: /(?:for|in|with) (?:it|this|that|them|your?|the)\b/,
    attribute: 'dislikes',
  },
  {
    example: 'I never got into opera. → dislikes: User never got into opera',
    verbs: 'get',
    aspects: PAST,
    negative: 'only',
    complement: /^into (?<value>(?!it\b|this|that|trouble|the (?:building|car|room|office|house))\p{L}.+)/u,
    attribute: 'dislikes',
  },
]
