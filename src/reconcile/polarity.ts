import { fold } from '../language/fold.js'

const NEGATION =
  /\b(?:not|no|never|none|nor|neither|without|cannot|cant|dont|doesnt|didnt|isnt|arent|wasnt|wont|hasnt|havent|hardly|rarely|seldom|stop(?:s|ped)?|quit|refuses?|former(?:ly)?|avoids?|un(?:able|willing|employed))\b|n't\b|[不没未勿无]|(?<![特分区级性告离])别(?![墅人的])|戒|停止|拒绝|避免/u
// Words with a negating character that are no negation.
const NO_NEGATION = /不错|不仅|不但|不只|差不多|不过(?!敏)|无锡|无论|不锈钢|没事/gu

/** Whether a text says that something is not so. */
export const isNegative = (text: string): boolean => NEGATION.test(fold(text).replace(NO_NEGATION, ''))

// Antonyms: a text with a word of the left column and one with a word of the right contradict each other.
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:likes?|loves?|enjoys?|adores?|fond|fan)\b|喜欢|喜爱|热爱|(?<!可)爱/u,
    /\b(?:dislikes?|hates?|detests?|loathes?|can't stand|cannot stand|despises?)\b|讨厌|厌恶|不喜欢|不爱|受不了/u,
  ],
  [/\bbefore\b|之前|以前/u, /\bafter\b|之后|以后/u],
  [/\bmornings?\b|早上|早晨|上午/u, /\b(?:evenings?|nights?|afternoons?)\b|晚上|夜里|下午/u],
  [/\bearl(?:y|ier)\b|(?<!最)早(?=起|睡|班)/u, /\blate[r]?\b|晚(?=起|睡|班)/u],
  [/\bleft\b|左/u, /\bright\b|右/u],
  [/\bhot\b|热/u, /\b(?:cold|iced)\b|冷|冰/u],
  [/\balways\b|总是|一直/u, /\b(?:never|sometimes|rarely)\b|从不|有时|偶尔/u],
  [/\bwith\b|加(?=糖|奶|冰)/u, /\bwithout\b|不加/u],
  [/\b(?:long|longer|detailed|verbose)\b|详细|长/u, /\b(?:short|shorter|brief|concise)\b|简短|简洁|短/u],
  [/\b(?:big|large|bigger|larger)\b|大/u, /\b(?:small|little|smaller)\b|小/u],
  [/\b(?:old|older|elder|eldest)\b|老|姐姐|哥哥/u, /\b(?:new|young|younger|youngest)\b|新|妹妹|弟弟/u],
  [/\blight\b|浅/u, /\bdark\b|深/u],
  [/\bformal\b|正式/u, /\b(?:informal|casual)\b|随意|非正式/u],
  [
    /\b(?:start|started|begins?|began|joined)\b|开始|加入/u,
    /\b(?:finish(?:ed)?|ended|left|graduated|quit|stopped)\b|结束|离开|毕业|辞/u,
  ],
  [/\b(?:buy|buys|bought|buying)\b|买/u, /\b(?:sell|sells|sold|selling)\b|卖/u],
  [/\b(?:gain|gained|won|increase)\b|增|赢/u, /\b(?:lose|lost|reduce)\b|减|输/u],
  [/\bmarried\b|已婚|结婚/u, /\b(?:single|divorced|unmarried|separated)\b|单身|离婚|未婚|分居/u],
  [/\bnorth(?:ern)?\b|北/u, /\bsouth(?:ern)?\b|南/u],
  [/\beast(?:ern)?\b|东/u, /\bwest(?:ern)?\b|西/u],
  [/\b(?:indoors?|inside)\b|室内/u, /\b(?:outdoors?|outside)\b|室外|户外/u],
  [/\b(?:used to|was|were|had)\b|曾经|过去|以前|原来/u, /\b(?:is|are|has|now|still)\b|现在|仍然|还/u],
]

/** Whether one text negates what the other affirms, or has its antonym. */
export function contradicts(a: string, b: string): boolean {
  if (isNegative(a) !== isNegative(b)) return true
  const [left, right] = [fold(a), fold(b)]
  return OPPOSITES.some(([one, other]) => {
    const [leftOne, leftOther, rightOne, rightOther] = [
      one.test(left),
      other.test(left),
      one.test(right),
      other.test(right),
    ]
    return (leftOne && !leftOther && rightOther && !rightOne) || (leftOther && !leftOne && rightOne && !rightOther)
  })
}
