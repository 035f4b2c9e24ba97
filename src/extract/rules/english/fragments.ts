import type { Clause } from './clauses.js'
import { FRAGMENTS } from './fragment-table.js'
import { isPersonName, isPlace } from './names.js'
import { verbForm } from './verbs.js'

const isPast = (clause: string): boolean =>
  verbForm(FRAGMENTS.just.pattern.exec(clause)?.groups?.['verb'] ?? '', 'past') !== undefined

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const article = (noun: string): string => (/^[aeiou]/i.test(noun) ? 'an' : 'a')

/**
 * Adds the subject that people leave out: "just moved to Porto", "allergic to nuts". The base form of a verb may be an
 * order, so only inflected forms and what follows an adverb count.
 */
export function withSubject(clause: string): string {
  const here = FRAGMENTS.here.pattern.exec(clause)?.groups?.['what']
  if (here && !FRAGMENTS.notRole.pattern.test(here))
    return `I am ${FRAGMENTS.noArticle.pattern.test(here) ? '' : `${article(here)} `}${lower(here)}`
  const aged = FRAGMENTS.aged.pattern.exec(clause)?.groups
  if (aged) {
    const { age, more, role } = aged as Record<string, string | undefined>
    if (/^feel/i.test(more ?? '')) return `I am ${age as string}`
    const details = role && !/^an? /i.test(more as string) ? `${article(role)} ${more as string}` : (more as string)
    return `I am ${age as string}, ${details}`
  }
  if (/^(?:[Hh]alf|[Pp]art) \p{Lu}\p{L}+(?:,| and) (?:half|part) \p{Lu}/u.test(clause))
    return `I am ${lower(clause).replace(/, (?=half|part)/, ' and ')}`
  if (FRAGMENTS.injury.pattern.test(clause)) return `I have ${/^an? /i.test(clause) ? '' : 'a '}${lower(clause)}`
  if (FRAGMENTS.role.pattern.test(clause)) return `I am ${article(clause)} ${lower(clause)}`
  const due = FRAGMENTS.gotDated.pattern.exec(clause)?.groups?.['what']
  if (due) return `I have ${due}`
  const passive = FRAGMENTS.was.pattern.exec(clause)?.groups?.['more']
  if (passive) return `I was ${lower(passive)}`
  if (FRAGMENTS.counted.pattern.test(clause)) return `I have ${lower(clause)}`
  if (FRAGMENTS.been.pattern.test(clause)) return `I have ${lower(clause)}`
  if (FRAGMENTS.my.pattern.test(clause)) return `my ${lower(clause)}`
  if (/^went (?:fully |full )?(?:vegan|vegetarian|keto|sober)\b/i.test(clause)) return `I ${lower(clause)}`
  if (
    FRAGMENTS.past.pattern.test(clause) &&
    !/^(?:live|work|love|hate|prefer) (?:on|this|that|it|it|you|your|through|out|with)\b/i.test(clause)
  )
    return `I ${lower(clause)}`
  if (FRAGMENTS.dated.pattern.test(clause) || FRAGMENTS.now.pattern.test(clause)) return `I am ${lower(clause)}`
  if (FRAGMENTS.just.pattern.test(clause) && isPast(clause)) return `I ${lower(clause)}`
  if (FRAGMENTS.enjoying.pattern.test(clause)) return `I am ${lower(clause)}`
  if (FRAGMENTS.student.pattern.test(clause)) return `I am a ${lower(clause)}`
  if (FRAGMENTS.am.pattern.test(clause) && !FRAGMENTS.subjectOrPointing.pattern.test(clause))
    return `I am ${lower(clause).replace(/ here$/i, '')}`
  return clause
}

// "Bea, backend dev, Porto, two cats": somebody introduces themselves in a list.
function introducing(text: string): string[] | undefined {
  const parts = text.split(', ')
  const [name, ...details] = parts as [string, ...string[]]
  if (
    details.length < 2 ||
    parts.some((part) => part.split(' ').length > 4) ||
    !/^(?:I am )?\p{Lu}/u.test(name) ||
    !isPersonName(name.replace(/^I am /, ''))
  )
    return undefined
  const statements = details.flatMap((part) => {
    if (/^[1-9]\d$/.test(part)) return [`I am ${part}`]
    if (FRAGMENTS.occupation.pattern.test(part))
      return [`I am ${/^an? /i.test(part) ? '' : `${article(part)} `}${part}`]
    if (FRAGMENTS.counted.pattern.test(part) || FRAGMENTS.petsOrChildren.pattern.test(part)) return [`I have ${part}`]
    if (/^(?:from|based in|living in|in) \p{Lu}/u.test(part)) return [`I am ${part.replace(/^in /, 'based in ')}`]
    if (isPlace(part)) return [`I am based in ${part}`]
    return []
  })
  return statements.length < 2 ? undefined : [`I am ${name.replace(/^I am /, '')}`, ...statements]
}

/** The clause with its subject added; several where fragments are strung together: "skipping gym, tore my cuff". */
export function fragmentsOf({ text }: Clause): Clause[] {
  const list = introducing(text)
  if (list) return list.map((part) => ({ text: part }))
  const instead = FRAGMENTS.instead.pattern.exec(text)?.groups
  if (instead)
    return [
      instead['denied'] as string,
      `I only ${instead['verb'] ?? (instead['verb2'] as string)} ${instead['instead'] as string}`,
    ].map((part) => ({ text: part.replace(/^never /i, 'I never ') }))
  const no = FRAGMENTS.without.pattern.exec(text)?.groups
  if (no)
    return [
      { text: text.slice(0, -(no['no'] as string).length) },
      { text: `${no['of'] as string} has${(no['no'] as string).slice(1)}` },
    ]
  const whom = FRAGMENTS.withWhom.pattern.exec(text)?.groups?.['with']
  if (whom && !/^I live with/i.test(text)) return [{ text }, { text: `I live ${whom}` }]
  const parts = FRAGMENTS.hasSubject.pattern.test(text) ? [text] : text.split(FRAGMENTS.another.pattern)
  return parts.map((part) => ({ text: withSubject(part) }))
}

/** A labelled value as a sentence: "Goal for this year: run a marathon" becomes "My goal for this year is …". */
export function labelled(sentence: string): string {
  if (
    /^(?:(?:main|big|current) )?goal(?: for (?:this|the|next) \w+)? is to \w/i.test(sentence) &&
    !/\b(?:this|that|it|bug|code|function|error|file|page|test|query|refactor|fix)\b/i.test(
      sentence.replace(/for this/i, ''),
    )
  )
    return `My ${sentence}`
  const match = FRAGMENTS.label.pattern.exec(sentence)
  if (!match) return sentence
  const { label, value } = match.groups as { label: string; value: string }
  if (/^(?:location|city)$/i.test(label)) return `I live in ${value}`
  if (/^allerg/i.test(label)) return /^none/i.test(value) ? sentence : `I am allergic to ${value}`
  return `My ${label.toLowerCase()} ${/s$/i.test(label) && !/pronouns/i.test(label) ? 'are' : 'is'} ${value}`
}
