import { attributeOf } from '../../text/attributes.js'
import type { Draft } from '../draft.js'
import { rendered, type Reading } from './reading.js'
import { headOf, listOf, trimEnd } from './render.js'
import { THINGS } from './thing-table.js'

/** Facts about a thing of which somebody has one: 我的名字是… (my name is), 我妹妹的生日是… (my sister's birthday is). */
export function readThing(reading: Reading): Draft[] {
  const { subject, plain } = reading
  const attribute = THINGS.find(({ pattern }) => pattern.test(subject.noun ?? ''))?.attribute
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
  const start = text.lastIndexOf(trimEnd(reading.original.slice(plain.indexOf(value))))
  if (items.length > 1 && start >= 0)
    return items.map((item) => ({
      text: text.slice(0, start) + item,
      attribute,
      subject: subject.key,
      value: headOf(item),
    }))
  return [{ text, attribute, subject: subject.key, value: headOf(value) }]
}
