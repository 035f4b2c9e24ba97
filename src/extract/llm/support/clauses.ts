import { fold } from '../../../language/fold.js'
import { simplify } from '../../../language/simplify.js'
import { PET as PET_WORDS_HAN, RELATION as RELATION_WORDS_HAN, SURNAME } from '../../text/chinese/vocabulary.js'
import { normalise } from '../../text/english/normalise.js'
import { PET, RELATION } from '../../text/english/vocabulary.js'
import { isDenied } from './polarity.js'
import { sentencesOf } from './quote.js'

/**
 * Of whom a clause or a fact speaks: the speaker, the one spoken to, somebody else by a name or relation, or only by a
 * pronoun.
 */
export type Subject =
  { kind: 'self' } | { kind: 'you' } | { kind: 'thing' } | { kind: 'other'; names: string[] } | undefined

export interface Clause {
  text: string
  /** Its own, or that of the clause before it. */
  subject: Subject
  denied: boolean
}

const HAN = /\p{Script=Han}/u
const VERB = String.raw`(?:is|was|are|were|has|had|will|would|can|could|does|did|just|also|really|always|never|now|\p{Ll}{2,}(?:s|ed)|got|went|came|ran|flew|met|took|gave|made|left|bought|said|told|works?|lives?)`
const ENGLISH_SPLIT = new RegExp(
  String.raw`\s*[,;:]\s+|\s+[-–—]+\s+|\s*[.!?…]+\s+|\s*[()]\s*|\s+(?=(?:but|while|whereas|although|though|because|since|so|however|yet|if|unless)\b)|\s+and\s+(?=(?:I|[Mm]y|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[Oo]ur|[Hh]is|[Hh]er|it|now|then|hates?|loves?|likes?|dislikes?|do not|does not|did not|never|can not|prefers?|lives?|works?|have|has|am|is|was|moved|switched|started|joined|bought|not)\b|\p{Lu}[\p{L}'-]+ ${VERB}\b)`,
  'u',
)
const HAN_SPLIT = /[，,；;：:。！？!?\n]+|\s{2,}|(?=但是?|不过(?!敏)|可是|而是|而且|因为|所以|如果|要是)/u
const LEADS =
  /^(?:(?:and|but|so|well|yes|yeah|yep|no|nope|ok|okay|hey|hi|hello|also|then|now|because|since|although|though|while|whereas|however|yet|that|oh|actually|honestly|btw|by the way|recently|currently|these days|today|yesterday|tomorrow|last \w+|next \w+|this \w+|in \w+|as for|apparently|luckily|sadly|finally|fun fact|remember(?: that)?|note(?: that)?|please)[,:]?\s+)+/i
const HAN_LEADS =
  /^(?:那|但是?|不过(?!敏)|可是|而且?|因为|所以|然后|其实|另外|还有|对了|现在|目前|最近|今年|去年|明年|昨天|今天|明天|以后|请|嗯|哦|是的|对|好的?|顺便说一下|记住|另|上周|上个月|后来|(?:\d{1,2}月)?\d{1,2}[号日]|[这下上]?个?周[一二三四五六日末])+/u
const RELATIVE = new RegExp(String.raw`\b(?:${RELATION}|${PET})\b`, 'giu')
// "my younger sister Ana": up to three words, the relation, a name.
const OWN_RELATIVE = new RegExp(
  String.raw`^(?:[Mm]y|[Oo]ur)\s+(?:[\p{L}\d'-]+\s+){0,3}?(?<relation>${RELATION}|${PET})\b(?:'s)?(?<name>(?:,? (?:named |called )?\p{Lu}[\p{L}'-]+){1,2})?`,
  'u',
)
const RELATION_HAN = RELATION_WORDS_HAN.source
const PET_HAN = PET_WORDS_HAN.source
const RELATIVE_HAN = new RegExp(`(?:${RELATION_HAN}|${PET_HAN})`, 'gu')
const HAN_PREDICATE = '\\d在住是有叫喜爱讨会不没对很也要想去做从今养当刚每最特姓学读开吃喝搬考上就'
const AFTER_HAN_SUBJECT = `(?=[${HAN_PREDICATE}的]|现在|目前|已经|$)`
const HAN_OWN_NAME = `(?<name>(?:(?![${HAN_PREDICATE}])\\p{Script=Han}){2,3}?|\\p{Script=Latin}+)`
const HAN_NAME = new RegExp(
  `^((?:[${SURNAME}]\\p{Script=Han}{1,2}?|[小老阿]\\p{Script=Han}|\\p{Lu}\\p{L}+))(?:的|家)?${AFTER_HAN_SUBJECT}`,
  'u',
)
const HAN_OWN = new RegExp(
  `^(?:我们|咱们|我|俺|咱)(?:的|家)?(?<who>${RELATION_HAN}|${PET_HAN})(?:${HAN_OWN_NAME}(?=[${HAN_PREDICATE}]))?`,
  'u',
)
const HAN_RELATIVE = new RegExp(
  `^(?<who>${RELATION_HAN}|${PET_HAN})${HAN_OWN_NAME}??(?:的|家)?${AFTER_HAN_SUBJECT}`,
  'u',
)
const NO_NAME =
  /^(?:From|In|On|At|For|After|Before|Since|With|By|To|And|But|If|As|This|That|There|Here|It|What|Who|Which|When|Where|How|Why|Everyone|Everything|Nothing|Something|Nobody|Somebody|Someone|All|Both|Most|Some|The|An?|One|Work|Life|Today|Thanks|Yes|No|User|Users|Assistant|Got|Just|Was|Is|Has|Lives|Works|Loves|Likes)$/

/** The people and animals that a text names by what they are to somebody. */
export const relativesIn = (text: string): string[] =>
  HAN.test(text) ? (simplify(text).match(RELATIVE_HAN) ?? []) : (fold(text).match(RELATIVE) ?? [])

/** What a sentence says, clause by clause; contractions are written out. */
export function clausesOf(sentence: string): Clause[] {
  const isHan = HAN.test(sentence)
  const parts = sentencesOf(sentence).flatMap(({ start, end }) => {
    const text = sentence.slice(start, end)
    return (isHan ? simplify(text).split(HAN_SPLIT) : normalise(text).split(ENGLISH_SPLIT)).map((part, i) => ({
      part,
      opens: i === 0,
    }))
  })
  const clauses: Clause[] = []
  for (const { part, opens } of parts) {
    const text = part.trim()
    if (text === '') continue
    const before = clauses.at(-1)
    const own = subjectOf(text)
    // "I don't like coffee, tea or soda" denies all three; "but", a subject and, in Chinese, a verb of its own begin
    // anew.
    const isFresh =
      opens ||
      own !== undefined ||
      /^(?:but|however|yet|though|(?:and |then )?(?:joined|switched|moved|started|bought|got|been|went|now))\b|^(?:但|而|不过(?!敏)|可是|只)/u.test(
        text,
      ) ||
      (isHan &&
        /^(?:也|都|还|就|更|只|喜欢|爱|住|在|是|有|会|能|吃|喝|想|要|用|去|做|养|叫|请|现在|后来|上周|昨天|今年|去年|接下来|目前|如今|最近)/u.test(
          text,
        ))
    clauses.push({
      text,
      subject: own ?? before?.subject,
      denied: isDenied(text) || (!isFresh && (before?.denied ?? false)),
    })
  }
  return clauses
}

function subjectOf(clause: string): Subject {
  return HAN.test(clause) ? hanSubject(clause.replace(HAN_LEADS, '')) : englishSubject(clause.replace(LEADS, ''))
}

function englishSubject(clause: string): Subject {
  if (/^(?:(?:me|my|\p{Lu}\p{L}+)\b.{0,24}? and I|I|[Ww]e)\b/u.test(clause)) return { kind: 'self' }
  if (/^(?:he|she|they|his|her|their)\b/i.test(clause)) return { kind: 'other', names: [] }
  if (/^you(?:r)?\b/i.test(clause)) return { kind: 'you' }
  const own = /^(?:my|our)\s+(?<noun>(?:[\p{L}\d'-]+\s+){0,3}?[\p{L}'-]+)(?=\s|$)/iu.exec(clause)
  if (own) {
    const relative = OWN_RELATIVE.exec(clause)
    if (!relative) return { kind: 'self' }
    const { relation = '', name } = relative.groups ?? {}
    return {
      kind: 'other',
      names: [relation, ...(name?.trim().split(/\s+/) ?? [])].map((word) => fold(word).replace(/'s$/, '')),
    }
  }
  const name = new RegExp(String.raw`^(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?:'s)? ${VERB}\b`, 'u').exec(clause)?.[1]
  if (name && !NO_NAME.test(name.split(' ')[0] as string)) return { kind: 'other', names: name.split(' ').map(fold) }
  return /^(?:it|this|that|there|the)\b/i.test(clause) ? { kind: 'thing' } : undefined
}

function hanSubject(clause: string): Subject {
  const relative = HAN_OWN.exec(clause) ?? HAN_RELATIVE.exec(clause)
  // 我老板让我加班 is of the speaker too.
  if (relative && !/^我[和跟与]|[让叫给对和跟]我/.test(clause))
    return {
      kind: 'other',
      names: [relative.groups?.['who'] as string, relative.groups?.['name']].filter((name) => name !== undefined),
    }
  if (/^(?:我|咱|俺|本人)/.test(clause)) return { kind: 'self' }
  if (/^[他她它]/.test(clause)) return { kind: 'other', names: [] }
  if (/^[你您]/.test(clause)) return { kind: 'you' }
  const name = HAN_NAME.exec(clause)?.[1]
  return name ? { kind: 'other', names: [fold(name)] } : undefined
}

export interface FactSubject {
  /** The label that the fact begins with, "User" or a name; empty where it begins with neither. */
  owner: string
  /** Whom it is of besides: "sister", "sister", "ana"; empty when it is of the owner. */
  names: string[]
}

/**
 * Of whom a fact speaks: "User's sister Ana lives …" of the user's sister and Ana. `labels` are those of the speakers.
 */
export function factSubject(text: string, labels: readonly string[]): FactSubject {
  const known = ['The user', 'User', 'The assistant', 'Assistant', '用户', '助手', ...labels]
  const lower = fold(text)
  const owner = known
    .filter(
      (label) =>
        label !== '' &&
        lower.startsWith(fold(label)) &&
        (HAN.test(label) || !/[\p{L}\p{N}]/u.test(text[label.length] ?? ' ')),
    )
    .sort((a, b) => b.length - a.length)[0]
  if (owner === undefined) {
    const lead = HAN.test(text) ? hanSubject(simplify(text)) : englishSubject(text)
    return { owner: '', names: lead?.kind === 'other' ? lead.names : [] }
  }
  const rest = text.slice(owner.length)
  if (HAN.test(text)) {
    const relative = new RegExp(
      `^(?:的|家)?(?<who>${RELATION_HAN}|${PET_HAN})${HAN_OWN_NAME}??(?:的|家)?${AFTER_HAN_SUBJECT}`,
      'u',
    ).exec(simplify(rest))
    return {
      owner,
      names: relative ? [relative.groups?.['who'], relative.groups?.['name']].filter((name) => name !== undefined) : [],
    }
  }
  const possessed = /^['’]s?\s+(?<head>.*)$/u.exec(rest)?.groups?.['head']
  if (possessed === undefined) return { owner, names: [] }
  const subject = englishSubject(`my ${possessed}`)
  return { owner, names: subject?.kind === 'other' ? subject.names : [] }
}
