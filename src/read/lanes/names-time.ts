import { pattern } from '../../language/pattern.js'

const TIME = pattern('iu')`
  \d
  |\b(?:
    yesterday|to(?:day|night|morrow)|last|next|past|ago|earlier|coming|previous|before|after|since|until|till|prior
    |following|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|spring|summer|autumn|fall|winter
    |this (?:week|month|year|morning|afternoon|evening)
    |in (?:an?|one|two|three|four|five|six)[ ]
  )
  |[昨今明][天日晚夜早儿兒年]|[前去后後]年|[天日周週月年以之]?[前后後]
  |[上下这這本近去][个個]?(?:周|週|星期|礼拜|禮拜|月)|(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]|最近|[过過]去
`

/**
 * Whether a query may refer to a time. Quick and generous: it decides whether `times.ts` is loaded to read the query.
 */
export function mayNameTime(query: string): boolean {
  return TIME.test(query)
}
