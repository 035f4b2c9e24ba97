import { pattern } from '../../../language/pattern.js'
import { withoutDates } from './when.js'
import { VEHICLE } from '../../text/chinese/vocabulary.js'

const OPENING = '^(?:我)?(?:已经|终于|成功|刚刚?|去年|今年|前年|上周|上个?月|最近|早就|彻底|又|狠心)*'
const FOR_SO_LONG = pattern('u')`
  (?:已经|快|有)*(?:(?:\d+|[一二三四五六七八九十两半几]+)(?:多)?(?:个)?(?:多)?(?:年|月|天|周))?
`
const STOPPED = pattern('u')`
  ${OPENING}戒(?:掉|了)?(?<v>网瘾|(?!指|备|律|尺|严|不|得)[\p{Script=Han}]{1,4}?)${FOR_SO_LONG}(?:了|整)*$
`
const ALL_STOPPED = /^(?<v>[\p{Script=Han}、和]{1,8}?)(?:全|都|已经)+戒了$/u
const DISPOSED = pattern('u')`
  ${OPENING}把(?:我)?(?:家里?)?(?:的|那|这)?(?:[辆台部个套间只把条])?(?<v>[\p{Script=Han}A-Za-z\d]{1,10}?)
  (?:都|全|给|也)*(?<how>戒|断|卖|扔|送人|送|出|处理|注销|退|停)(?:掉|出去)?(?:了)?${FOR_SO_LONG}(?:了)?$
`
const SOLD = pattern('u')`
  ${OPENING}卖(?:掉|了)(?:那|这)?[辆台部套]?(?<v>[\p{Script=Han}A-Za-z\d]{0,6}(?:车|房子?|手机|电脑|相机))
  (?:了)?$
`

export interface GivenUp {
  attribute: 'habit' | 'car' | 'owns'
  value: string
}

/** What somebody stopped or no longer has: 戒了烟, 把车卖了. */
export function givenUp(predicate: string): GivenUp | undefined {
  const plain = withoutDates(predicate)
  const stopped = (STOPPED.exec(plain) ?? ALL_STOPPED.exec(plain))?.groups?.['v']
  if (stopped !== undefined) return { attribute: 'habit', value: stopped }
  const { v: value, how } = (DISPOSED.exec(plain) ?? SOLD.exec(plain))?.groups ?? {}
  if (value === undefined || /[这那你他她它]|垃圾|东西$|快递|外卖|文件|简历|作业|消息|票/u.test(value)) return undefined
  if (how === '戒' || how === '断') return { attribute: 'habit', value }
  return { attribute: VEHICLE.test(value) || /[把卖了]辆/u.test(plain) ? 'car' : 'owns', value }
}
