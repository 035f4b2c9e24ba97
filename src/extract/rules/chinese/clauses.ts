import { pattern } from '../../../language/pattern.js'
import { isOwnQuestion, isQuestionClause } from '../../text/chinese/guards.js'
import { trimEnd } from './render.js'
import { simplify } from '../../../language/simplify.js'

/** A part of a sentence between marks, as written and in simplified characters, without its opening words. */
export interface Clause {
  original: string
  plain: string
}

const BREAK = pattern('u')`
  [，,；;。！!？?~～—|\n]+|\.{2,}|…+
  |(?<=[\p{Script=Han}])[ \u3000]+(?=[\p{Script=Han}])
  |(?<=.{4})(?=(?:而且|并且|但是|不过(?!敏)|所以|因为|然后|于是|可是|只是)(?!说))
  |(?<=[\p{Script=Han}])[+＋](?=[\p{Script=Han}])
  |(?<=.)(?=(?:另外?|还有)?一(?:只|条|个)叫(?![\p{Script=Han}A-Za-z]{1,6}的))
  |(?<=[\p{Script=Han}A-Za-z\d])[:：](?=[\p{Script=Han}])
  |\p{Extended_Pictographic}+
`
export const MARKERS = pattern('iu')`
  ^(?:
    (?:
      其实
      |(?:姐妹|兄弟|朋友|家人|宝子|宝|同学|同志|老铁|友友|集美)们
      |对了|另外
      |顺便(?:说一下|说一句|提一下|提一句|说|提)?
      |话说(?:回来)?|嗯+|哦+|噢|哎呀?|唉|啊+|好的?|行|谢谢你?|多谢|你好|您好|大家好|各位好|哈喽|嗨|hi|hello
      |hey|因为|由于|所以|因此|不过(?!敏)|但是|但|可是|而且|并且|还有|然后|就是|只是|说实话|老实说|实话实说|说真的
      |讲真|坦白说|补充(?:一下|一点|说明)?|提醒一下
      |(?:请|要|帮我|你要|麻烦)?(?:记住|记得|记一下|记下(?:来)?|记着)(?:了)?
      |(?:跟|和|告诉|同)你(?:说|讲)?(?:一声|一下|件事|个事)?
      |先说一下|忘了说|自我介绍(?:一下)?
      |介绍(?:一下|下)(?:自己|我自己)?
      |简单介绍一下|反正|毕竟|既然|况且|同时|备注|注意|ps|PS
      |我(?:之前|上次|以前|刚才)?(?:跟你|和你)?(?:说过|提过|讲过)
      |我跟你说|我告诉你|你知道吗?|要知道|事实上|实际上|没错|是的|对|不|不是|不对|作为补充|首先|其次|最后
      |第[一二三]|虽然|尽管|目前来说|个人|报告|好消息|坏消息|更新一下|背景|情况是这样的?|是这样的?|那个|这样
      |哈哈+|更正(?:一下)?|纠正(?:一下)?|说错了|抱歉|不好意思|嘿
    )[，,：:！!\s]*
  )+
`
// 对花生过敏, 不吃香菜 and 最后 dates are no openings: the marker must leave something that reads on.
const KEEPS = pattern('u')`
  ^(?:对(?!了)|不(?!过|是我|对我)|好(?:吃|看|喜|好)|最后一|然后天|行(?:程|政|业)|同时间|作为|就是(?!我))
`

export function clausesOf(original: string): Clause[] {
  return original
    .replace(/(?<=目标|flag|Flag|愿望|心愿|梦想)[:：]\s*/gu, '是')
    .split(BREAK)
    .map((piece) => trimEnd(piece))
    .filter((piece) => piece !== '')
    .map((piece) => withoutMarkers(piece))
    .map((piece) => ({ original: piece, plain: simplify(piece) }))
}

function withoutMarkers(piece: string): string {
  const plain = simplify(piece)
  if (KEEPS.test(plain)) return piece
  const marker = MARKERS.exec(plain)?.[0] ?? ''
  let length = marker.length
  // "对" or "不" at the end of a run of openings may begin what follows.
  const last = /(?:对|不|好|行|就是|个人|最后)$/u.exec(marker)?.[0]
  if (last && KEEPS.test(plain.slice(length - last.length))) length -= last.length
  return length >= plain.length ? piece : piece.slice(length)
}

export function beforeTheQuestion(clauses: readonly Clause[]): Clause[] {
  const last = clauses.at(-1)
  return last && clauses.length > 1 && isOwnQuestion(last.plain)
    ? clauses.slice(0, -1).filter(({ plain }) => !isQuestionClause(plain))
    : []
}

const OBJECT_FIRST = pattern('u')`
  ^(?<object>(?!今年|现在|最近|平时|其实|以前|周末|每天)[\p{Script=Han}A-Za-z]{1,8})我
  (?:是|可|真|真的|都|也|特别|超级|超|一直|从来|从|很|最|一点都|实在|完全|比较|不太|还是|都是|就是)*
  (?<verb>
    接受不了|受不了|不吃|不喝|不爱吃|不喜欢|不爱|喜欢|爱吃|爱喝|爱看|讨厌|过敏|吃不了|喝不了|戒了|会听会说
    |会说|会讲
  )(?:的|了)?$
`

/** 香菜我不吃 says 我不吃香菜. */
export function objectLast(clause: Clause): Clause {
  const match = OBJECT_FIRST.exec(clause.plain)
  if (!match) return clause
  const { object, verb } = match.groups as { object: string; verb: string }
  const written = clause.original.slice(0, object.length)
  const text = verb === '过敏' ? `我对${written}过敏` : verb === '戒了' ? `我戒了${written}` : `我${verb}${written}`
  return { original: text, plain: simplify(text) }
}
