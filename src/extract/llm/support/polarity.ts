import { fold } from '../../../language/fold.js'
import { contradicts, isNegative } from '../../../reconcile/polarity.js'
import { simplify } from '../../../language/simplify.js'

const NO_NEGATION =
  /\b(?:can(?:not|'t| not) wait|cannot wait|no problem|not only|no idea|do not forget|don't forget|never forget|why not|not to mention|no doubt|no worries|never mind|no wonder|knows?)\b|要不|不好意思|忍不住|没关系|没问题|不客气|差不多|不得了|别忘了?|不然|无聊|不知不觉|没想到/giu
const EXPLICIT =
  /\b(?:not|no|never|none|nor|neither|without|cannot|cant|dont|doesnt|didnt|isnt|arent|wasnt|wont|hasnt|havent|hardly|rarely|seldom)\b|n't\b|[不没未勿无]|(?<![特分区级性告离])别(?![墅人的])/u
// Disliked, given up or avoided: denied in other words, so that "not" before it affirms.
const IMPLICIT =
  /\b(?:gave up|given up|giving up|give up|avoid(?:s|ing|ed)?|dislik(?:es?|ed|ing)|hat(?:es?|ed|ing)|detests?|loathes?|despises?|stop(?:s|ped|ping)?|quit(?:s|ting)?|refuse[sd]?|non-?smoker|teetotal\w*|unemployed|unable|unwilling|can(?:not|'t| not) stand)\b|讨厌|厌恶|受不了|反感|戒|停止|拒绝|避免/u
const PAST =
  /\b(?:used to|formerly|former|previously|once (?:was|lived|worked)|ex-(?!\w+(?:'s)? (?:is|lives)))\b|曾经|以前|过去(?!的?\d)|原来(?=是|在|住)/u
const STANDS = /\bcan(?:not|'t| not) stand\b|受不了/gu

/**
 * Whether a text says that something is not so, or no longer: by a "not", by a verb that denies, or as past; two of
 * these cancel out.
 */
export const isDenied = (text: string): boolean => {
  const folded = fold(simplify(text)).replace(NO_NEGATION, ' ')
  return (EXPLICIT.test(folded.replace(STANDS, ' ')) !== IMPLICIT.test(folded)) !== PAST.test(folded)
}

// Says of two times at once what each text may say of one.
const TENSE = /\b(?:was|were|had|is|are|has|now|still|used to)\b|现在|仍然|还|曾经|过去|以前|原来/gu

/** Whether one affirms the opposite of the other by an antonym: morning and evening, big and small. */
export const areOpposed = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => fold(simplify(text)).replace(NO_NEGATION, ' ').replace(TENSE, ' ')) as [
    string,
    string,
  ]
  // Negation is compared clause by clause, with more words than this knows.
  return isNegative(one) === isNegative(other) && contradicts(one, other)
}

const LEFT_ENGLISH = String.raw`\b(?:moved|switched|changed|relocated|transferred|left|quit|quitting|leaving|sold|selling|resigned|instead of|rather than)\b(?: \S+){0,2}?(?: (?:from|out of|my|our|the|using))* `
const SAYS_LEFT =
  /\b(?:from|left|leaves|leaving|quit|sold|moved|used to|no longer|not|former|formerly|previously|instead|rather|switched|resigned|stopped)\b|从|离开|辞|卖|以前|曾|不再|搬|不|换/u

/** Whether a clause names a word as what was left behind, and the fact says it as if it held. */
export function isLeftBehind(clause: string, word: string, text: string): boolean {
  if (SAYS_LEFT.test(fold(simplify(text)))) return false
  const folded = fold(simplify(clause))
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  if (/^\p{Script=Han}/u.test(word))
    return new RegExp(
      String.raw`(?:从|离开了?|辞(?:掉|去)?了?|卖(?:掉)?了?|换掉了?|告别了?)[\p{Script=Han}]{0,2}?${literal}`,
      'u',
    ).test(folded)
  // The stem begins the word. "moved to Rome from Lyon" leaves Lyon, "moved from Lyon to Rome" not Rome.
  return (
    new RegExp(String.raw`${LEFT_ENGLISH}${literal}`, 'u').test(folded.replace(/\b(?:to|for|in) \S+/g, '| |')) ||
    new RegExp(
      String.raw`\b(?:moved|switched|changed|relocated|transferred)\b.* from (?:the |my )?${literal}`,
      'u',
    ).test(folded)
  )
}

// What a verb claims, where the wrong one would go unnoticed because it only frames the fact.
const CLAIMS: readonly RegExp[] = [
  /\b(?:liv(?:e[sd]?|ing)|resid\w+|mov(?:e[sd]?|ing)|settl\w+|relocat\w+|home(?! ?town)|based|rent(?:s|ed|ing)?|stay(?:s|ed|ing)?|apartment|flat|house)\b|住|搬|定居|安家|家在|坐标|租/u,
  /\b(?:work(?:s|ed|ing)?|job|employ\w*|hired|join(?:s|ed|ing)?|started at|company|career|promoted|nurse|engineer|teacher|intern\w*|contract\w*|freelanc\w*)\b|上班|工作|入职|任职|就职|职业|当|做|打工|加入|实习/u,
  /\b(?:visit\w*|travel\w*|trips?|vacation|holiday|fl(?:y|ies|ew|ying|ight)s?|going to|went to|go to|goes to|tour\w*|been to|back from)\b|旅游|旅行|玩|出差|飞|去|游/u,
  /\b(?:stud(?:y|ies|ied|ying|ent)|graduat\w*|degree|major\w*|school|university|college|phd|learn\w*)\b|读|上学|毕业|学/u,
  /\b(?:born|(?:am|is|was|are|come|comes|came|originally|hails?) from|grew up|raised|home ?town|native|origin\w*)\b|出生|老家|长大|来自|籍贯|人$/u,
  /\b(?:lik(?:e[sd]?|ing)|lov(?:e[sd]?|ing)|enjoy\w*|fan|adore\w*|fond|favou?rite|prefer\w*|hat(?:e[sd]?|ing)|dislik\w*|interest\w*|into|crazy about|can(?:not|'t| not) stand)\b|喜欢|爱|讨厌|喜|偏好|迷上|感兴趣|受不了/u,
  /\b(?:allerg\w*|intoleran\w*|react(?:s|ion)? to)\b|过敏|不耐/u,
]
/** Weak evidence of a claim: "I moved for work" does not say where the work is, but does not deny it either. */
const kindsOf = (text: string): number[] => {
  const folded = fold(simplify(text))
  return CLAIMS.flatMap((pattern, kind) => (pattern.test(folded) ? [kind] : []))
}

/** Whether the message makes a claim and the fact another one of the same words: loving Lisbon is not living there. */
export function claimsOtherwise(text: string, clauses: string): boolean {
  const [claimed, said] = [kindsOf(text), kindsOf(clauses)]
  return claimed.length > 0 && said.length > 0 && !claimed.some((kind) => said.includes(kind))
}
