import { pattern } from './pattern.js'
import { datesIn } from './dates.js'
import { fold } from './fold.js'

const RELATIVE = pattern('u')`
  \b(?:
     yesterday|today|tonight|tomorrow
     |(?:mon|tues|wednes|thurs|fri|satur|sun)days?
     |weekend|o'?clock|noon|midnight
   )\b
  |\b(?:last|next|this|past|coming|previous) (?:few |couple of )?
   (?:day|week|month|year|night|morning|evening|afternoon|spring|summer|autumn|fall|winter|time)s?\b
  |\b(?:ago|recently|the other day|(?:the )?day (?:before|after))\b
  |\b\d{1,2}(?::\d{2})? ?(?:am|pm|a\.m|p\.m)\b
  |\b\d{1,2}:\d{2}\b|\b(?:19|20)\d{2}\b|昨[天晚日]|今[天晚日早年]|明[天晚早年日]|前[天晚年]|后[天年]
  |後[天年]|去年
  |[上下这這本][个個]?(?:周|週|星期|礼拜|禮拜|月|季度|学期)
  |[上下]次|周末|週末
  |(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]
  |[\d一二两兩三四五六七八九十几幾半]{1,3}[个個]?(?:天|周|週|星期|月|年|小时|小時|分钟|分鐘)(?:以|之)?
   [前后後]
  |[\d一二两三四五六七八九十]{1,3}[点點](?:半|钟|鐘|\d{1,2}分)?(?!的|心|儿)
  |最近|刚才|剛才|刚刚|小时候
`

/** Whether the text names a time, absolute or relative: "last week", "at 7 pm", "in May", 昨天 (yesterday). */
export function hasTimeExpression(text: string): boolean {
  return RELATIVE.test(fold(text)) || datesIn(text).length > 0
}
