import { pattern } from './pattern.js'
import { fold } from './fold.js'

const ASKS_NAME = pattern('u')`
  \b(?:who(?:m|se|'s)?|where|which)\b
  |\bwhat(?:'s| is| was| are| were)? (?:the )?(?:[a-z]+ )?
   (?:
     names?|title|book|novel|movie|film|show|song|game|band|album|artist|author|city|town|country|place
     |state|company|brand|school|university|restaurant|team|pet|dog|cat
   )s?\b
  |\b(?:names? of|called|named|titled)\b
  |谁|誰|哪|名字|叫什么|叫什麼|叫啥
  |什么(?:书|电影|片子|歌|游戏|地方|城市|公司|品牌|学校|餐厅)
  |什麼(?:書|電影|歌|遊戲|地方|城市|公司)
`

/** Whether the answer to a question is probably a name: "who", "where", "which", "what book", 谁 (who), 哪 (which). */
export function asksName(text: string): boolean {
  return ASKS_NAME.test(fold(text))
}
