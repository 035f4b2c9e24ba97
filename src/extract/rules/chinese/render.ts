import { pattern } from '../../../language/pattern.js'
const PARTICLES = pattern('u')`
  (?:
    [\s~～!！。.，,、…^]
    |[啦吧呀啊哦囉啰噢呢嘛哈呵哒滴咯喽哟诶呐]
    |\p{Extended_Pictographic}|\uFE0F|hh+|哈哈+|嘿嘿|嘻嘻|哎$|orz|\(.*\)$|（.*）$|谢谢你?|多谢|拜托了?
  )+$
`

/** Without closing particles, marks and laughter. */
export const trimEnd = (text: string): string => text.replace(PARTICLES, '').trim()

/** A predicate whose subject is the speaker: what is left of "I" becomes "oneself". */
export const ofSpeaker = (text: string): string =>
  text.replace(/我们|咱们|我/gu, '自己').replace(/[你您](?!们|好)/gu, '助手')

/** A predicate whose subject is somebody else. */
export const aboutSpeaker = (text: string, label: string): string =>
  text.replace(/我们|我(?:的)?(?=妈|爸|家)|我/gu, label).replace(/[你您](?!们|好)/gu, '助手')

// Words that contain 和, 跟 or 与 (和平 peace, 参与 to take part), and "together with somebody".
const NO_CONJUNCTION = pattern('u')`
  和平|和谐|温和|总和|跟着
  |和(?:你|我|他|她|朋友|家人|孩子|老|同事|同学|大家|别人)
  |跟(?:你|我|他|她|朋友|家人|孩子|老|同事)
  |参与|与众|给予
`

/** 、 and 和 between short words join facts of their own. */
export function listOf(value: string): string[] {
  const items = value.split(/[、和跟与及]|还有|以及/u).map((item) => item.trim())
  if (items.length < 2 || items.length > 8 || items.some((item) => item === '' || Array.from(item).length > 8))
    return [value]
  if (NO_CONJUNCTION.test(value)) return [value]
  return items
}

/** The value without particles of tense and place. */
export const headOf = (value: string): string =>
  trimEnd(value)
    .replace(/^(?:一(?:个(?!人)|只|条|辆|台|家|名|位|缸|盆|窝)|个(?!人)|的|过|了|着)+/u, '')
    .replace(/(?:那边|这边|的|了)+$/u, '') || trimEnd(value)
