import type { Draft } from '../draft.js'
import { DECISIONS } from './decision-table.js'
import { INSTRUCTIONS } from './instruction-table.js'

/**
 * What was decided: 决定用 Postgres (decided to use Postgres), 从 Jest 换到 Vitest (moved from Jest to Vitest).
 * `predicate` is the clause without its subject, simplified; `whole` is the whole sentence.
 */
export function readDecision(
  predicate: string,
  original: string,
  whole: string,
  label: string,
  key: string,
): Draft | undefined {
  const switched = DECISIONS.switched.pattern.exec(predicate) ?? DECISIONS.fromNowOn.pattern.exec(predicate)
  const instead =
    INSTRUCTIONS.insteadOf.pattern.exec(whole.slice(whole.indexOf(predicate) + predicate.length))?.groups?.[
      'previous'
    ] ??
    (switched?.groups?.['previous1'] || switched?.groups?.['previous2'])
  const value = switched?.groups?.['value']
  if (switched && value && !DECISIONS.notTool.pattern.test(value) && !/工作|公司|房|家|城市/u.test(value)) {
    return {
      text: `${label}${original}`,
      attribute: /手机|iPhone|安卓|华为|苹果|小米|电脑|Mac/iu.test(value) ? 'owns' : 'uses',
      value,
      subject: key,
      mode: 'change',
      ...(instead && { previous: instead.replace(/^(?:使?用)/u, '') }),
    }
  }
  const decided = DECISIONS.decided.pattern.exec(predicate)
  const choice = decided?.groups?.['choice']
  if (
    !decided ||
    choice === undefined ||
    /^(?:要不要|是否|权|性|于|论|因素|的|这|那|你|什么|怎么|得)/u.test(choice) ||
    /^(?:选择|定)(?!用|去|了)/u.test(decided[0].replace(/^(?:已经|最后|最终|终于|刚刚?|一起|都|也)*/u, ''))
  )
    return undefined
  const dropped = /^不(?:再)?(?:使?用|要)(?<value>[A-Za-z][A-Za-z\d.+# -]*)(?:了)?$/u.exec(choice)?.groups?.['value']
  if (dropped)
    return { text: `${label}${original}`, attribute: 'uses', value: dropped.trim(), subject: key, mode: 'retract' }
  const tool = /^(?:要|就)?(?:使?用|采用|选)(?<value>[A-Za-z][A-Za-z\d.+# -]*|[\p{Script=Han}]{2,6})/u.exec(choice)
  return {
    text: `${label}${original}`,
    attribute: tool ? 'uses' : `decision:${choice.slice(0, 12)}`,
    value: tool?.groups?.['value']?.trim() ?? choice,
    subject: key,
    ...(tool && instead && { mode: 'change' as const, previous: instead }),
  }
}
