import { pattern, source } from '../../../language/pattern.js'
import { withoutMarkers } from './markers.js'
import { RELATION } from '../../text/english/vocabulary.js'

/** A clause of a sentence, without its opening words. */
export interface Clause {
  text: string
}

// Before each of these a new clause begins. What must follow them is a subject or a finite verb, else they join words.
const SUBJECT = source`
  (?:
    I|we|my|our|he|she|they|it|his|her|you|your|this|that|there|everyone|everybody|people|most people
    |my friends|please|can(?! not)|could|do not|always|never|what|how|which|where|is|are|does|do|did
    |would|will|should|has|any|got any|anyone|thoughts|ideas|suggestions|recommendations|recs|tips
    |advice
    |the (?:[\w'-]+ ){1,4}(?:is|are|was)
  )
`
const BREAKS = [
  '\\s*;\\s*',
  '\\s+(?:[-–]|--)\\s+',
  '\\s*—\\s*',
  '\\s*\\.{2,}\\s*|\\s*…\\s*',
  `:\\s+(?=${SUBJECT}\\b)`,
  source`
    ,?\s+(?:and|but|so|plus|yet|then|also|and (?:then|so|also|now|yes))\s+(?=
      (?:
        (?:
          literally|really|actually|honestly|now|today|currently|these days|recently|since then
          |this year|last year|last month|nowadays|then
        ),?[ ]
      )?${SUBJECT}\b
    )
  `,
  source`
    ,?\s+(?=
      (?:
        because
        |since (?!
          (?:19|20)\d\d|last|the|then|january|february|march|april|may|june|july|august|september
          |october|november|december|childhood|birth|\d|high|college|university|forever|day
        )
        |although|though|whereas|even though|given that|as (?:I|we|my) |if |unless |whether |so that[ ]
        |in case |except (?:that|when|if) |until I |once I |when (?:I|we|my) |whenever[ ]
        |before (?:I|we|you) |after (?:I|we|you) |while (?:I|my|we)[ ]
      )
    )
  `,
  `,\\s+(?=${SUBJECT}\\b)`,
  source`
    ,\s+(?=
      (?:
        but|so|because|which|who|whose|where|although|though|yet|plus|also|hence|thus|otherwise|btw
        |by the way|fyi|thanks|lol|right|not (?:to mention|that)
        |no (?:idea|clue|joke|kidding|worries)
        |hoping|thinking|wondering|looking for|considering|feel free|give|recommend|suggest|help|keep
        |tell|show|so any
        |and (?:any|now|what|how|also|thus)
      )\b
    )
  `,
  ',\\s+(?=(?:now|nowadays|these days|currently|today|then|since then|before that) (?:I|we|my|our)\\b)',
  ',?\\s+and (?=(?:starting|from|as of|since|until|after|next|last|every|each|on|in) [\\w ]{2,16}? (?:I|we)\\b)',
  source`
    ,?\s+so[ ]
    (?=(?:no|please|any|avoid|nothing|only|recommend|suggest|skip|none|make|use|that|keep|maybe|just|if|when)\b)
  `,
  `\\s+(?=(?:but|because|cause)\\s+${SUBJECT}\\b)`,
]
let compiled: RegExp | undefined
// "My wife and I" is one subject.
const TOGETHER = '\u0001'
const WE_TWO = pattern('gi')`
  (?:^|[,;:] |\b(?:but|and|so|because|when|since|that) )
  (?:(?:my|our) (?:[\w-]+ ){0,2}?(?:${RELATION})(?: [A-Z][\w'-]+)?|[A-Z][\w'-]+),? and I[ ]
`

/** The clauses of a normalised sentence, in order, each without its opening words. */
export function clausesOf(sentence: string): Clause[] {
  compiled ??= new RegExp(BREAKS.join('|'), 'iu')
  const body = parentheses(sentence.replace(/,? ?\bjust so you know\b,? ?/gi, ', ')).replace(WE_TWO, (match) =>
    match.replace(/ (?=I $)/, TOGETHER),
  )
  const clauses: Clause[] = []
  for (const piece of body.split(compiled)) {
    const raw = piece
      .replaceAll(TOGETHER, ' ')
      .trim()
      .replace(/^[,;:.\s]+|[\s,;:]+$/g, '')
    if (raw === '') continue
    const bare = withoutMarkers(raw)
    clauses.push({ text: bare.replace(/[.!?]+$/, '').trim() })
  }
  return clauses.filter(({ text }) => text !== '')
}

/** Short parentheses are appositions, "my sister (Ana)"; longer ones are clauses of their own. */
function parentheses(sentence: string): string {
  return sentence.replace(/\s*\(([^()]{1,120})\)/g, (_, inner: string) =>
    inner.split(' ').length <= 2
      ? ` ${inner.replace(/\b(?:she|he|they)\/\w+|\bage[d]?\b/gi, '').trim()}`
      : `; ${inner};`,
  )
}

const JOINT = /,? (?:and|but) (?:also |now |currently |then |I )?|, /g

/**
 * The predicates that share one subject: "live in Lisbon and work as a nurse" are two. `begins` decides whether what
 * follows an "and" or a comma is another predicate.
 */
export function conjoined(predicate: string, begins: (rest: string, joint: string) => boolean): string[] {
  const parts: string[] = []
  let start = 0
  for (const match of predicate.matchAll(JOINT)) {
    const after = match.index + match[0].length
    if (!begins(predicate.slice(after), match[0])) continue
    parts.push(predicate.slice(start, match.index))
    start = after
  }
  parts.push(predicate.slice(start))
  return parts
}
