import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'
import { COUNT, THING, VEHICLE } from '../../../text/chinese/vocabulary.js'

export const things: readonly Rule[] = [
  {
    example: '我提车了 → car: 用户提车了',
    attribute: (m) => (VEHICLE.test(m.groups?.['v'] ?? '') ? 'car' : 'owns'),
    match: pattern('u')`
      ^(?:刚刚?|新|最近|终于|已经|还|家里|也)*(?:有|买|换|入手|提|入|置办|添置|收了?)(?:了|过|的是)*
      (?:${COUNT}?(?:辆|台|部|把|套|架|个|款|间|栋|副|只|块|顶)|新)*
      (?:新的?|二手的?|红色的?|白色的?|黑色的?|自己的|大|小|电动)*
      (?<v>[\p{Script=Han}A-Za-z\d ]{0,12}?(?:${THING})[\p{Script=Han}A-Za-z\d ]{0,10})$
    `,
    reject: pattern('u')`
      (?:买|换|有)(?:不|吗|什么|哪)
      |车(?:票|险|贷|祸|位|展|间|牌)
      |手机(?:壳|膜|号|卡|游戏)|电脑(?:问题|包|课)
      |有(?:手机|电脑|电视|苹果|小米)$
      |苹果(?:吃|汁|派)|耳机线|的$|相机包|[课班赛]|驾照|理想[^Ll]|买(?:苹果|小米)$|问题
    `,
    subjectless: true,
  },
  {
    example: '我开特斯拉上班 → car: 用户开特斯拉上班',
    attribute: 'car',
    match: pattern('u')`
      ^(?:平时|现在|一直|目前)?开(?:的是|的|着|了)?(?:一?辆|台)?
      (?<v>
        [\p{Script=Han}A-Za-z\d ]{0,10}?
        (?:
          特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|蔚来|理想|小鹏|问界|五菱|车|Model ?[3YSX]|沃尔沃
          |保时捷|日产|现代|起亚|福特|雪佛兰|别克|马自达|路虎|凯迪拉克|雷克萨斯|极氪|小米|SU7|su7|领克|吉利
          |长安|卡罗拉|思域|雅阁|凯美瑞
        )[\p{Script=Han}A-Za-z\d ]{0,8}
      )(?:上班|通勤|\d+年了?)*$
    `,
    reject: /^开(?:了)?(?:车|着车)(?:去|来|回|上|$)|开车|停车|开(?:火车|公交|出租|网约|货|卡)/u,
    subjectless: false,
  },
  {
    example: '我手表是佳明的 → owns: 用户手表是佳明的',
    attribute: 'owns',
    match: pattern('u')`
      ^(?:的)?(?:手机|电脑|笔记本|相机|平板|手表|耳机|键盘)(?:是|用的是|换成了?)
      (?<v>[\p{Script=Han}A-Za-z\d ]{2,16})$
    `,
  },
  {
    example: '我用VSCode写代码 → uses: 用户用VSCode写代码',
    attribute: 'uses',
    match: pattern('u')`
      ^(?:平时|一直|目前|现在|主要|日常|工作|公司|写代码|开发|办公|记笔记|平常)*(?:都|就|是)?(?:用|使用)
      (?:的(?:是|都是)?)?
      (?<v>
        (?:[A-Za-z][A-Za-z\d.+# -]{1,20}|安卓|苹果|华为|小米|鸿蒙|微信|飞书|钉钉|企业微信|语雀|印象笔记)
        [\p{Script=Han}A-Za-z\d. ]{0,10}?
      )(?:
        的
        |(?:
           写代码|做笔记|记笔记|开发|办公
           |写[\p{Script=Han}A-Za-z]{2,6}
           |做[\p{Script=Han}]{2,6}|\d+年了?
           |[一二三四五六七八九十]年了?
         )
      )*$
    `,
    reject: /^(?:用|使用)(?:这|那|它|你|什么)|(?:写一|画一|实现|做一个|生成|报错|怎么)/u,
    who: 'self',
  },
  {
    example: '我买了台二手富士X100V → owns: 用户买了台二手富士X100V',
    attribute: (m) => (VEHICLE.test(m[0]) || /[买换提]了(?:一)?辆/u.test(m[0]) ? 'car' : 'owns'),
    match: pattern('u')`
      ^(?:刚刚?|新|最近|终于|已经|去年|今年|咬牙|又)*(?:买|入手|入|换|提|淘|配|组装|订|攒)了(?:一|两|二)?
      (?:台|辆|部|架|副|艘)(?<v>[\p{Script=Han}A-Za-z\d .-]{2,18})$
    `,
    reject: /[你这那]|问题|怎么|的$/u,
    subjectless: true,
  },
  {
    example: '我手上有一台ThinkPad → owns: 用户手上有一台ThinkPad',
    attribute: 'owns',
    match: pattern('u')`
      ^(?:手上|手里|家里|现在|目前)(?:这|那|有)?(?:一)?(?:台|部|把|个)?(?:用的)?(?:是|有)(?:一)?
      (?:台|部|把)?(?<v>[A-Za-z][A-Za-z\d .-]{1,18})$
    `,
    subjectless: true,
  },
  {
    example: '我在郊区买了套小两居 → owns: 用户在郊区买了套小两居',
    attribute: 'owns',
    match: pattern('u')`
      ^(?:刚|终于|去年|今年|已经|在[\p{Script=Han}]{2,6}){0,3}(?:买|置办|按揭|全款买)(?:下)?了(?:一)?
      (?:套|间|栋)?
      (?<v>[\p{Script=Han}\d]{0,8}(?:房子?|公寓|商铺|别墅|新房|二手房|学区房|小两居|两居室|三居室))$
    `,
    subjectless: true,
  },
  {
    example: '我平时开的是坦克300 → car: 用户平时开的是坦克300',
    attribute: 'car',
    match: /^(?:平时|现在|一直)*开的(?:是|就是)?(?:一?[辆台])?(?<v>[\p{Script=Han}A-Za-z\d]{2,14})$/u,
    reject: /[药门灯会店司]|玩笑|民宿|公司|这|那|什么|时候/u,
    who: 'self',
  },
  {
    example: '现在用的是华为Mate60 → owns: 用户现在用的是华为Mate60',
    attribute: 'owns',
    match: pattern('u')`
      ^(?!这|那|他|她|你|哪)[\p{Script=Han}]{1,4}?(?:买|用|骑|戴|弹)的(?:就|一直)?(?:是|都是)
      (?:一?[个把台辆])?(?<v>[\p{Script=Han}A-Za-z\d .-]{2,14})$
    `,
    reject: /这|那|什么|你|他|她|的$|同一|问题/u,
    subjectless: true,
  },
  {
    example: '我平常只用现金 → uses: 用户平常只用现金',
    attribute: 'uses',
    match: pattern('u')`
      ^(?:一直|平时|打字|习惯)*(?:都)?用(?<v>五笔|双拼|仓颉|注音|拼音|九宫格|纸质书|现金|机械键盘)
      (?:打字|输入法?|付款)?(?:的)?$
    `,
    who: 'self',
  },
]
