import { source } from '../../../language/pattern.js'

// What only opens a clause and states nothing. Alternatives for one regular expression.
const MARKERS = [
  'we+ll+',
  'you know me',
  'real talk',
  'ngl',
  'not gonna lie',
  'imo',
  'welp',
  'ugh+',
  'argh+',
  'yay+',
  'wo+hoo+',
  'phew',
  'nope',
  'same',
  'update(?: on [\\w ]{2,20})?(?= ?[:,-])',
  '(?:for )?(?:the )?(?:record|future ref(?:erence)?)',
  'standup note',
  'random fact(?: about me)?',
  'apparently not obvious but',
  'guys',
  "(?:team|folks|lads|everyone|all|y'all|people)(?=\\s*[,:!])",
  'random(?: but)?',
  'breaking news',
  'decision',
  'decided(?= ?[:,])',
  'ok agreed(?: then)?',
  'long story short',
  'so+',
  'oh+(?: wait)?',
  'ah',
  'hm+',
  'um+',
  'uh+',
  'hey+(?: (?:there|guys|all|everyone|everybody|folks|team|man|dude|bot|claude|chatgpt|gpt|assistant))?',
  'hi+(?: (?:there|guys|all|everyone|everybody|folks|team))?',
  'hello(?: (?:there|guys|all|everyone|everybody|folks|team))?',
  'good (?:morning|afternoon|evening)',
  'yeah',
  'yep',
  'yes',
  'yup',
  'nah',
  'ok(?:ay)?',
  'okey',
  'sure',
  'right',
  '(?:cool|great|nice)(?=\\s*[,:;.!…–—-])',
  'thanks(?: (?:a lot|so much|for (?:asking|that|the (?:help|tips?|suggestions?))))?',
  'thank you(?: so much)?',
  'btw',
  'by the way',
  'fyi',
  'for (?:context|reference|the record|what it is worth|your information|background)',
  'as (?:background|context)',
  'some (?:context|background)',
  '(?:a )?(?:bit of |little )?(?:background|context)',
  'fwiw',
  'actually',
  'basically',
  'honestly',
  'frankly',
  'personally',
  'tbh',
  'to be (?:honest|fair|clear)',
  'in fact',
  'you know',
  'i mean',
  'anyway',
  'anyways',
  'also',
  'plus',
  'and',
  'but',
  'or rather',
  'because',
  'since',
  'given that',
  'seeing (?:as|that)',
  'though',
  'although',
  'even though',
  'then',
  'now that',
  'as for me',
  'as you (?:know|may know)',
  'as I (?:said|mentioned|told you)(?: (?:before|earlier|already|last time))?',
  'like I (?:said|mentioned|told you)(?: (?:before|earlier|already|last time))?',
  'I would (?:say|call myself)(?: that)?(?= (?:I|my|we)\\b)',
  '(?:today )?I (?:just )?(?:learned|learnt|found out|realised|realized|discovered)(?: that)?(?= (?:I|my|we|our)\\b)',
  'I (?:told you|already said|already told you|mentioned|already mentioned)(?: (?:before|earlier|already))?(?: that)?',
  'I (?:should|must|have to|need to) (?:mention|say|add|admit|confess|tell you|warn you|note)(?: that)?',
  source`
    I (?:forgot to|wanted to|want to|just wanted to|also wanted to) (?:mention|say|add|tell you|let you know|share)
    (?: that)?
  `,
  'let me (?:tell you(?: that)?|add that|introduce myself)',
  '(?:just )?(?:so|to let) you know(?: that)?',
  'just (?:to let you know|a heads[ -]up|fyi|so you know|wanted to (?:say|mention|share|let you know))(?: that)?',
  'heads[ -]up',
  source`
    (?:quick |small |side |one |little )?
    (?:note|update|correction|reminder|heads[ -]up|intro|introduction|thing|fact|confession)(?: about me)?(?= ?[:,-])
  `,
  '(?:quick |small |gentle |friendly )?reminder(?: to (?:all|everyone|self))? that',
  '(?:fun|random|little|quick) fact(?: about me)?(?: is)?',
  '(?:good |great |big |exciting |sad |bad |happy )?news',
  'guess what',
  'a (?:bit|little) about me',
  'about me',
  'ps',
  'p\\.s\\.',
  'note(?: to self)?(?: that)?',
  'please (?:note|remember|know|keep in mind)(?: that)?',
  source`
    (?:please )?(?:remember|keep in mind|bear in mind|note|know|be aware|do not forget|never forget|remind yourself)
    (?: also)?(?: that)?(?=:? (?:I|my|we|our)\b)
  `,
  'remember',
  source`
    if (?:
      it (?:helps|matters)
      |you are (?:wondering|curious|interested)
      |you must know
      |you (?:want|need|have) to know
      |that helps|it is relevant
    )
  `,
  'in case (?:it (?:helps|matters|is relevant)|you are (?:wondering|curious)|you (?:need|want) to know)',
  'the (?:thing|problem|issue|truth|reason|point) is(?: that)?',
  'it (?:turns|turned) out(?: that)?',
  'turns out(?: that)?',
  'luckily',
  'fortunately',
  'unfortunately',
  'sadly',
  'lol',
  'haha+',
  'omg',
  'wow',
  'first(?:ly)?(?: of all)?',
  'second(?:ly)?',
  'third(?:ly)?',
  'finally',
  'lastly',
  'besides',
  'meanwhile',
  'of course',
  'obviously',
  'same here',
  'me too',
  'me(?=\\s*[,:])',
  'you see',
  'look',
  'listen',
  'sorry',
  'no(?=\\s*[,.!—–-]| I (?:do|am|have|can) not\\b)',
]
const LEADING = new RegExp(
  `^(?:[-–—•*>#:,;.!…()\\[\\]]+\\s*|\\d{1,2}[.)]\\s+|(?:${MARKERS.join('|')})(?![\\w'-])\\s*[,:;.!…–—-]*\\s*)`,
  'i',
)

/** The clause without what only opens it: "btw,", "because", "if it helps,", "remember that". */
export function withoutMarkers(clause: string): string {
  let text = clause
  for (let turns = 0; turns < 8; turns++) {
    const shorter = text.replace(LEADING, '')
    if (shorter === text) return text
    text = shorter
  }
  return text
}
