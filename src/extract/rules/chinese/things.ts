import { attributeOf } from '../../text/attributes.js'
import type { Draft } from '../draft.js'
import { rendered, type Reading } from './reading.js'
import { headOf, listOf, trimEnd } from './render.js'

const THINGS: [RegExp, string][] = [
  [/^(?:小|大|真)?(?:名字?|姓名|全名)$/u, 'name'],
  [/昵称|英文名|网名|微信名|曾用名|小名|中文名|日文名|法文名/u, 'nickname'],
  [/生日/u, 'birthday'],
  [/年龄/u, 'age'],
  [/身高/u, 'height'],
  [/鞋码|鞋号|尺码/u, 'detail:size'],
  [/月薪|年薪|工资|房租|房贷|收入|预算/u, 'finance'],
  [/体重/u, 'detail:weight'],
  [/血型/u, 'detail:blood type'],
  [/星座|属相|生肖|MBTI|性格/iu, 'trait'],
  [/手机号|电话/u, 'phone'],
  [/邮箱/u, 'email'],
  [/微信/u, 'detail:wechat'],
  [/地址|住址/u, 'address'],
  [/老家|家乡|籍贯|户口/u, 'origin'],
  [/国籍|民族/u, 'nationality'],
  [/职业|工作|岗位|职位/u, 'occupation'],
  [/公司|单位/u, 'employer'],
  [/专业|学校|母校|学历/u, 'education'],
  [/母语/u, 'language'],
  [/爱好|兴趣|最爱|偶像|口味/u, 'likes'],
  [/特长|拿手菜/u, 'skill'],
  [/目标|梦想|理想|愿望|计划/u, 'goal'],
  [/信仰/u, 'religion'],
  [/过敏/u, 'allergy'],
  [/车/u, 'car'],
  [/手机|电脑/u, 'owns'],
  [/编辑器|系统/u, 'uses'],
  [/作息/u, 'habit'],
  [/饮食/u, 'diet'],
  [/时区/u, 'detail:timezone'],
  [/老婆|老公|女儿|儿子|孩子|妈妈|爸爸/u, 'name'],
  [/航班|婚礼|面试|考试|手术|预产期|答辩|婚期|体检|复查/u, 'plan'],
]

/** What is said of a thing that somebody has one of: 我的名字是…, 我妹妹的生日是…. */
export function readThing(reading: Reading): Draft[] {
  const { subject, plain } = reading
  const attribute = THINGS.find(([pattern]) => pattern.test(subject.noun ?? ''))?.[1]
  const value = /^(?:就|应该|现在|目前|也|已经|改)*(?:是|叫做?|为|在|有|比较|偏|很|[：:])?(?<v>.+)$/u.exec(plain)
    ?.groups?.['v']
  if (
    !attribute ||
    value === undefined ||
    /^(?:什么|怎么|哪|这|那|谁|不|没|坏|丢|很慢|卡|问题|有点|出)/u.test(value) ||
    /(?:坏了|丢了|没电|很卡|报错|太累|很忙|很累|很好|不错|一般|还行|还可以|关于.*)$/u.test(value)
  )
    return []
  if (attribute === 'employer' && /^(?:就|现在|目前|也)*在/u.test(plain))
    return [
      {
        text: rendered(reading, false).text,
        attribute: 'detail:place of work',
        subject: subject.key,
        value: headOf(value),
      },
    ]
  if (
    attribute === 'birthday' &&
    !/\d|[一二三四五六七八九十]月|[初十廿]|除夕|元宵|中秋|圣诞|元旦|端午|情人节|国庆/u.test(value)
  )
    return []
  if (attribute === 'plan') {
    const text = rendered(reading, false)
    return text.at === undefined
      ? []
      : [{ text: text.text, attribute, subject: subject.key, value: subject.noun as string, validFrom: text.at }]
  }
  if (
    /^(?:employer|education|owns|car|occupation)$/u.test(attribute) &&
    (!/^(?:就|现在|目前|也|改)*(?:是|叫|为|在|[：:])/u.test(plain) || Array.from(value).length < 2)
  )
    return []
  const text = /生日/u.test(subject.noun ?? '') ? `${subject.label}${reading.original}` : rendered(reading, false).text
  const items = attributeOf(attribute).cardinality === 'many' ? listOf(trimEnd(value)) : [value]
  const place = text.lastIndexOf(trimEnd(reading.original.slice(plain.indexOf(value))))
  if (items.length > 1 && place >= 0)
    return items.map((item) => ({
      text: text.slice(0, place) + item,
      attribute,
      subject: subject.key,
      value: headOf(item),
    }))
  return [{ text, attribute, subject: subject.key, value: headOf(value) }]
}
