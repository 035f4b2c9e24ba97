import type { Draft } from '../draft.js'
import { isStanding } from '../../text/english/guards.js'
import { DECISIONS } from './decision-table.js'
import { headOf, trimEnd } from './render.js'

/**
 * What was decided: "we're going with Postgres", "I decided to quit", "switched from Jest to Vitest". `third` is the
 * clause in the third person, with the speaker's label.
 */
export function readDecision(
  clause: string,
  full: string,
  label: string,
  key: string,
  third: string,
): Draft | undefined {
  const fromNowOn = DECISIONS.fromNowOn.pattern.exec(full)
  const match = DECISIONS.decided.pattern.exec(clause) ?? DECISIONS.letUs.pattern.exec(clause) ?? fromNowOn
  const choice = match?.groups?.['choice']
  if (!match || choice === undefined || DECISIONS.pointing.pattern.test(choice)) return undefined
  const verb = match.groups?.['verb']?.toLowerCase() ?? ''
  const isLets = /^let us/i.test(clause)
  if (isLets && !isStanding(full) && !DECISIONS.forProject.pattern.test(full)) return undefined
  if (
    /^(?:switch|migrat|are (?:switch|migrat|mov)|am switch|have switched|moved)/.test(verb) &&
    !(/^(?:to|over|from)/.test(choice) || / (?:to|from)$/.test(verb))
  )
    return undefined
  const replacement =
    DECISIONS.fromTo.pattern.exec(`${/from$/.test(verb) ? 'from ' : ''}${choice}`) ??
    DECISIONS.toFrom.pattern.exec(choice) ??
    DECISIONS.insteadOf.pattern.exec(choice)
  if (
    /^(?:moved|are moving)/.test(verb) &&
    !(replacement && !/\b(?:house|flat|city|apartment)\b/i.test(choice) && DECISIONS.tool.pattern.test(choice))
  )
    return undefined
  if (
    /^(?:switch|am switch|are switch|have switched)/.test(verb) &&
    /\b(?:jobs?|careers?|teams?|schools?|seats|topics?|companies)\b/i.test(choice)
  )
    return undefined
  const head =
    replacement?.groups?.['value'] ?? headOf(choice.replace(/^(?:to |on |with |use |using |for |go with |the )+/i, ''))
  const tool =
    replacement !== null ||
    /^(?:use |using |go with |with |on |to use )?\p{Lu}/u.test(choice) ||
    /\b(?:use|go(?:ing)? with|using|on)\b/.test(verb + choice.slice(0, 12))
  return {
    text:
      isLets || fromNowOn
        ? `${label} ${isLets ? `wants to ${choice}` : `decided: from now on, ${choice}`}`
        : trimEnd(third),
    subject: key,
    attribute: tool ? 'uses' : `decision:${head.toLowerCase().split(' ').slice(0, 5).join(' ')}`,
    value: head,
    ...(replacement?.groups?.['previous'] && {
      mode: 'change' as const,
      previous: replacement.groups['previous'].replace(/^using /, ''),
    }),
  }
}

/** Whether a text names a tool of software work, so that "moved from A to B" is no change of home. */
export const isToolish = (text: string): boolean => DECISIONS.tool.pattern.test(text)
