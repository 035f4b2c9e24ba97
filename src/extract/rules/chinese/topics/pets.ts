import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'
import { COUNT, PET } from '../../../text/chinese/vocabulary.js'

export const pets: readonly Rule[] = [
  {
    example: '我养了三条金鱼，最大的那条叫大红 → name: 用户的金鱼最大的那条叫大红',
    attribute: 'name',
    match: pattern('u')`
      ^(?:[\p{Script=Han}]{1,5}的)?(?:那|另外?|还有)?一?(?:只|条|个|头|匹)叫
      (?<v>[\p{Script=Han}A-Za-z]{1,6})$
    `,
    who: 'people',
  },
  {
    example: '我养了一缸斗鱼 → pet: 用户养了一缸斗鱼',
    attribute: 'pet',
    match: pattern('u')`
      ^(?:家里|家|还|也|刚刚?|最近|一直)*养(?:着|了|过)?(?<c>${COUNT}(?:多)?(?:只|条|缸|匹|窝|头|箱|盆))
      (?<v>[\p{Script=Han}]{1,14})$
    `,
    reject: /以前|小时候|养过|吃|你|死|送|丢|没|了$|的/u,
    list: true,
    subjectless: true,
  },
  {
    example: '我家两只狗 → pet: 用户家两只狗',
    attribute: 'pet',
    match: pattern('u')`^(?:家里?|家中)(?:就|也|还)?(?<v>${COUNT}(?:只|条)${PET})$`,
    subjectless: true,
  },
  {
    example: '我有两只猫 → pet: 用户有两只猫',
    attribute: 'pet',
    match: pattern('u')`
      ^(?!养${PET})(?:家里|家|还|也|刚刚?|最近|一直)*(?:从[\p{Script=Han}]{1,6}?)?
      (?:养|有|收养|收编|领养|买|捡|新养|接|又养|带回|添|来)(?:着|了|过|回来?|回|的是)*
      (?:(?<c>${COUNT}?(?:只|条|匹|头|缸|窝|个|对|位|盒))|个|只|条)?
      (?:(?:(?!的)[\p{Script=Han}A-Za-z\d]){1,8}的){0,3}(?:流浪|小|胖|老)*
      (?<v>${PET}(?!粮|毛|砂|咖|舍|叫声|肉|过敏|子病|缸).{0,24})$
    `,
    reject: pattern('u')`
      死|送人|丢了|走丢|养过.*(?:以前|小时候)
      |^有(?:猫|狗|鱼|鸡)(?:吗|肉)
      |以前|小时候|(?:吃|喝)|的(?:人|朋友|家庭)|买(?:鱼|鸡|蛇|鸭子)
    `,
    list: true,
    subjectless: true,
  },
  {
    example: '我养猫三年了 → pet: 用户养猫三年了',
    attribute: 'pet',
    match: pattern('u')`
      ^(?:家里|也|还|一直|现在|在)*养(?<v>${PET})
      (?:(?:已经|养了|快)*(?:\d+|[一二三四五六七八九十两几好多]+)(?:多)?年)?(?:了)?$
    `,
  },
]
