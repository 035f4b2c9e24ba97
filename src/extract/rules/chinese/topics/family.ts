import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'
import { COUNT, RELATION } from '../../../text/chinese/vocabulary.js'

const REL = pattern('u')`(?:${RELATION}|男孩|女孩|男娃|女娃|双胞胎[\p{Script=Han}]{0,2})`
export const family: readonly Rule[] = [
  {
    example: '和阿杰分手了 → marital: 用户和阿杰分手了',
    attribute: 'marital',
    match: pattern('u')`
      ^(?:已经|刚刚?|终于)?(?:和|跟|与)
      (?<v>(?!他|她|你|我|大家|公司|老板|朋友吵)[\p{Script=Han}A-Za-z]{2,6}?)(?:已经|刚刚?)?
      (?<s>分手|离婚|订婚|领证|结婚|在一起|复合|复婚|同居)了$
    `,
    value: (m) => m.groups?.['s'] ?? '',
    subjectless: true,
  },
  {
    example: '家里一对双胞胎三岁 → family: 用户家里一对双胞胎三岁',
    attribute: 'family',
    match: pattern('u')`
      ^(?:家里?)(?:也|还)?(?:有)?
      (?<v>(?:一对|${COUNT}个?)(?:双胞胎|龙凤胎|娃|孩子|儿子|女儿|闺女|宝宝)(?:.{0,8}))$
    `,
    reject: /吵|闹|在家|睡|哭|你|这|那/u,
    subjectless: true,
  },
  {
    example: '我有两个妹妹 → family: 用户有两个妹妹',
    attribute: 'family',
    match: pattern('u')`
      ^(?:家里)?(?:还|也)?(?:有|带着?|拉扯)(?:${COUNT}?(?:个|位|对)|${COUNT}|个)?
      (?:
        可爱的?|\d+岁的?
        |[一二三四五六七八九十]+岁的?
        |[一二三四五六七八九十]个月大?的?
        |刚出生的?|上[\p{Script=Han}]{2,4}的?|亲|双胞胎|同父异母的?
        |大我[\p{Script=Han}\d]+岁的?
        |读[\p{Script=Han}]{2,4}的?
        |(?:(?!的)[\p{Script=Han}]){2,6}的
        |异地
        |谈了[\p{Script=Han}\d]+年的?
      ){0,4}(?<v>${REL}.{0,16})$
    `,
    reject: pattern('u')`
      有(?:个|一个|几个|好多|很多|些)?(?:朋友|同学|同事|老师|老板|领导|邻居|家人)(?!.*(?:叫|住在|在))
      |孩子(?:气|们的)|家人在|对象(?:的|存储)
    `,
  },
  {
    example: '我是独生女 → family: 用户是独生女',
    attribute: 'family',
    match: pattern('u')`
      ^(?:是)(?:家里的?|家中的?)?(?:一?个|一?名|一?位)?
      (?<v>
        独生(?:子女?|女)
        |单亲(?:妈妈|爸爸|家庭)[\p{Script=Han}]{0,6}
        |(?:两|三|四|2|3|俩)个?(?:孩子|娃|宝宝|儿子|女儿)的?(?:妈|爸|母亲|父亲|妈妈|爸爸)
        |[二三两]孩?(?:宝妈|宝爸|妈妈|爸爸)
        |宝妈|宝爸|奶爸|新手(?:妈妈|爸爸|爸妈)|老大|老二|老幺|丁克(?:家庭|一族)?|双胞胎|准妈妈|准爸爸
        |(?:父母)?离异家庭[\p{Script=Han}]{0,4}
      )(?:了|的)?$
    `,
    subjectless: true,
  },
  {
    example: '我离婚三年了 → marital: 用户离婚三年了',
    attribute: 'marital',
    match: pattern('u')`
      ^(?:已经|刚刚?|目前|现在|还|一直|前年|去年|终于)*
      (?<v>
        (?:结婚|离婚|单身|分手|领证|订婚|恋爱|异地恋|异地)(?:了)?(?:快)?(?:\d+|[一二三四五六七八九十两]+)?
         (?:多)?(?:年|个月)?(?:多)?
        |已婚(?:已育|未育)?|未婚|单身(?:狗|汪)?(?:\d+年)?|离婚|离异|离过婚|订婚|领证|丧偶|分手|脱单|恋爱中?
        |在谈恋爱|再婚|复婚|有(?:男|女)朋友|有对象|没有?对象|没结婚|没有?(?:男|女)朋友
      )(?:了|的|状态|人士)*$
    `,
    reject: /^(?:有|在)(?:男|女)?(?:朋友来)/u,
    subjectless: true,
  },
  {
    example: '我要当爸爸了 → family: 用户要当爸爸了',
    attribute: 'family',
    match: pattern('u')`
      ^(?:刚刚?|终于|已经|马上|快|就)?(?:要)?
      (?<v>
        当(?:妈妈?|爸爸?|爹|爷爷|奶奶|外婆|外公|姑姑|舅舅|叔叔|阿姨|姥姥|姥爷)
        |生(?:了|下)?(?:个|一个|对|了个)?(?:儿子|女儿|宝宝|双胞胎|龙凤胎|二胎|大胖小子|闺女|小公主)
      )(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我导师是陈教授 → name: 用户的导师是陈教授',
    attribute: 'name',
    match: /^(?:就)?是(?<v>[\p{Script=Han}]{2,3}|[A-Z][a-z]+)$/u,
    reject: pattern('u')`
      ^(?:就)?是(?:
        个|一|程序|医|老|教|护|工|学|公务|律师|会计|农民|军人|警察|司机|独生|老师|素|单|胖|好|的|谁|双|金|白
        |天|狮|射|水|处|摩|巨|中国|美国|北京|上海|广东|四川|东北|湖南|湖北
        |\p{Script=Han}+(?:人|师|员|生|座|族|医|工|手|长|迷|控|粉|党)$
      )
    `,
    who: 'people',
  },
  {
    example: '我母胎单身 → marital: 用户母胎单身',
    attribute: 'marital',
    match: pattern('iu')`
      ^(?:是)?(?<v>
        (?:都)?是丁克|丁克
        |还没有?(?:对象|结婚|男朋友|女朋友|成家)
        |单着|母胎solo|母胎单身|大龄单身|隐婚|闪婚|二婚|丧偶|再婚|异国恋|订婚|新婚
      )(?:了|的)?$
    `,
    subjectless: true,
  },
  {
    example: '我们家三个娃 → family: 用户三个娃',
    attribute: 'family',
    match: pattern('u')`
      ^(?:家)?(?:里)?(?:是)?
      (?<v>双职工(?:家庭)?|单亲家庭|重组家庭|(?:有)?(?:仨|俩|三个|两个|四个)(?:娃|孩子|崽|闺女|儿子))$
    `,
    subjectless: true,
  },
  {
    example: '我一个人带两个孩子 → family: 用户一个人带两个孩子',
    attribute: 'family',
    match: /^(?:自己)?一个人带(?:着)?(?<v>(?:[一二两三俩仨]个?)?(?:孩子|娃|女儿|儿子|闺女|双胞胎))(?:.{0,8})$/u,
    subjectless: true,
  },
  {
    example: '我从小跟着奶奶长大 → family: 用户从小跟着奶奶长大',
    attribute: 'family',
    match: pattern('u')`
      ^(?:从小)?(?:就|一直)?(?:是)?(?:跟着?|和|由|被)(?<v>${RELATION}(?:${RELATION})?)(?:一起)?
      (?:长大|带大|养大|拉扯大)(?:的)?$
    `,
    subjectless: true,
  },
]
