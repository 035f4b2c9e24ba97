import { GIVEN_UP } from './given-up-table.js'
import { withoutDates } from './when.js'
import { VEHICLE } from '../../text/chinese/vocabulary.js'

export interface GivenUp {
  attribute: 'habit' | 'car' | 'owns'
  value: string
}

/** What somebody stopped or no longer has: 戒了烟 (stopped smoking), 把车卖了 (sold the car). */
export function givenUp(predicate: string): GivenUp | undefined {
  const plain = withoutDates(predicate)
  const stopped = (GIVEN_UP.stopped.pattern.exec(plain) ?? GIVEN_UP.allStopped.pattern.exec(plain))?.groups?.['v']
  if (stopped !== undefined) return { attribute: 'habit', value: stopped }
  const { v: value, how } = (GIVEN_UP.disposed.pattern.exec(plain) ?? GIVEN_UP.sold.pattern.exec(plain))?.groups ?? {}
  if (value === undefined || /[这那你他她它]|垃圾|东西$|快递|外卖|文件|简历|作业|消息|票/u.test(value)) return undefined
  if (how === '戒' || how === '断') return { attribute: 'habit', value }
  return { attribute: VEHICLE.test(value) || /[把卖了]辆/u.test(plain) ? 'car' : 'owns', value }
}
