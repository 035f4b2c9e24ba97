import { pattern } from '../../../language/pattern.js'

const EXPANSIONS: [RegExp, string][] = [
  [/[\u2018\u2019\u02BC\u00B4]/g, "'"],
  [/[\u{1F300}-\u{1FAFF}\u{2600}-\u{27BF}\uFE0F\u200D]/gu, ' '],
  [/(?<=\s|^)[:;]-?[)(DPp](?=\s|$)/g, ' '],
  [/(?<!\w)[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}(?!\w)/g, ''],
  [/\s+/g, ' '],
  [/\bI['’]?m\b|\bim\b(?! memoriam)/gi, 'I am'],
  [/\bI've\b|\bive\b/gi, 'I have'],
  [/\bI'll\b/gi, 'I will'],
  [/\bI'd\b(?= (?:been|had|gone|got|lived|worked)\b)/gi, 'I had'],
  [/\bI'd\b/gi, 'I would'],
  [/(?<![\w'.-])i(?![\w'.-])/g, 'I'],
  [/\b(we|they|you)'re\b/gi, '$1 are'],
  [/\b(we|they|you)'ve\b/gi, '$1 have'],
  [/\b(\w+)'ll\b/gi, '$1 will'],
  [/\b(we|they|you|he|she)'d\b/gi, '$1 would'],
  [/\blet's\b|\blets (?=use|go|stick|switch|say|pretend|play|call)/gi, 'let us '],
  [/\b(he|she|it|that|there|who|name|here)'s\b/gi, '$1 is'],
  [/\bcan't\b|\bcannot\b|\bcant\b/gi, 'can not'],
  [/\bwon't\b|\bwont\b/gi, 'will not'],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must)n'?t\b/gi, '$1 not'],
  [/\bain't\b/gi, 'am not'],
  [/\b(?:pls|plz)\b/gi, 'please'],
  [/,? ?\bfor the (?:hundredth|thousandth|millionth|umpteenth|nth|last|\d+th) time\b/gi, ''],
  [
    pattern('gi')`
      \bin (?:exactly|precisely|roughly|just|like|just under|just over)[ ]
      (?=(?:a|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?)\b)
    `,
    'in ',
  ],
  [/\bits\b(?= (?:my|our|\d|not|going|been|a|an|the)\b)/gi, 'it is'],
  [/\b(that|what|there|who)s\b(?! \w+ed\b)/gi, '$1 is'],
  [/\b(they|you)re\b/gi, '$1 are'],
  [/(?<=\s)w\/ ?|(?<=\w )w(?= (?:my|our|an?|the|some|no|\p{L}{3,})\b)/giu, 'with '],
  [/\byrs?\b/gi, 'years'],
  [/\bhrs\b/gi, 'hours'],
  [/\b(?:tonite|2nite)\b/gi, 'tonight'],
  [/\b(?:tmrw|tmr|tomoz|2moro)\b/gi, 'tomorrow'],
  [/\b(?:bday|b-day)\b/gi, 'birthday'],
  [
    pattern('gi')`
      (?<=\b(?:run|sleep|drink|eat|work|walk|smoke|spend|read|have|is|am|are|for|cycle|swim) )
      (?:like|around|roughly|approx\.?) (?=\d|half|one|two|three|four|five|six|seven|eight|nine|ten|an?\b)
    `,
    'about ',
  ],
  [/\bI am the (?:one|guy|girl|person|woman|man|dude) with (?:the|an?) /gi, 'I have a '],
  [/\bI am the (?:one|guy|girl|person|woman|man|dude) who (\w+[^s\W])s /gi, 'I $1 '],
  [/\bI would (?:describe|call) myself (?:as )?(?=an? )/gi, 'I am '],
  [/\bn\b(?= (?:I|my|we|our)\b)/gi, 'and'],
  [/\b(budget|rent|salary|name)'s (?=\d|about|around|[A-Z])/gi, '$1 is '],
  [/\bin a fortnight\b/gi, 'in two weeks'],
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/\b(?:cuz|coz|'cause|bc|bcoz|becuz)\b/gi, 'because'],
  [/\bluv\b/gi, 'love'],
  [/\brn\b/g, 'right now'],
  [/\bur\b/g, 'your'],
  [/(?<=\s|^)u(?=\s|$)/g, 'you'],
  [/\b(?:favourite|favorit|fav|fave)(s?)\b/gi, 'favorite$1'],
  [/\b(have|has) got\b/gi, '$1'],
  [/\banymore\b|\bany longer\b/gi, 'any more'],
]

// "my sister's a nurse" says "is"; "my sister's dog" does not.
const IS_AFTER_NOUN = pattern('g')`
  \b(
    (?:[Mm]y|[Oo]ur|[Tt]he|[Mm]um|[Mm]om|[Dd]ad|[Bb]aby|[Ww]ife|[Hh]usband|[Ss]ister|[Bb]rother) ?(?:[\w-]+ ){0,2}?
      [\w-]*
    |[A-Z][a-z]+
  )'s (?=
    (?:
      a|an|the|in|from|at|on|not|now|just|also|really|allergic|called|named|vegan|vegetarian|getting
      |moving|living|working|coming|turning|studying|going|expecting|pregnant|diabetic|due|turning
      |starting|married|retired|deaf|blind|sick|off|back|born|turned|into|obsessed|tomorrow|today|next
      |this|moved|\d+|my|our
    )\b
  )
`

/** Normalises spelling: writes contractions out and "I" in upper case, removes emoji, emphasis and double spaces. */
export function normalise(sentence: string): string {
  let text = sentence
  for (const [pattern, replacement] of EXPANSIONS) text = text.replace(pattern, replacement)
  return text.replace(IS_AFTER_NOUN, '$1 is ').replace(/\s+/g, ' ').trim()
}
