import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'
import { LANGUAGE, NATION } from '../../../text/chinese/vocabulary.js'

export const identity: readonly Rule[] = [
  {
    example: '我叫王丽 → name: 用户叫王丽',
    attribute: 'name',
    match: pattern('u')`
      ^(?:名字?叫做?|叫做?|大名叫?|全名叫?|[取起]名(?:叫|为)?)
      (?<v>
        (?!外卖|车|滴滴|人|他|她|你|我|了|过|不|醒|什么|救护|的|号|板|停|苦|好|做)
        [\p{Script=Han}A-Za-z·]{1,10}
      )$
    `,
  },
  {
    example: '我姓淳于 → name: 用户姓淳于',
    attribute: 'name',
    match: /^姓(?<v>[\p{Script=Han}]{1,2})(?:名[\p{Script=Han}]+)?$/u,
    reject: /^姓(?:什么|啥|名)/u,
  },
  {
    example: '小名叫年糕 → nickname: 用户小名叫年糕',
    attribute: 'nickname',
    match: pattern('u')`
      ^(?:外号|小名|昵称|网名|英文名|花名|中文名|本名|真名|笔名|艺名)(?:是|叫)?
      (?<v>[\p{Script=Han}A-Za-z·]{1,12})$
    `,
    subjectless: true,
  },
  {
    example: '我二十七岁 → age: 用户二十七岁',
    attribute: 'age',
    match: pattern('u')`
      ^(?:刚|刚好|刚满|满|已经|快)?
      (?<v>\d{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])周?岁(?:半|了|多|整)?
      (?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我刚满三十五 → age: 用户刚满三十五',
    attribute: 'age',
    match: pattern('u')`
      ^(?:刚|刚好|今年)?(?:满|年满|虚岁)(?<v>\d{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?)(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我今年八十六了 → age: 用户今年八十六了',
    attribute: 'age',
    match: /^(?:今年|都|快要?|马上|刚|已经|也)*(?<v>[1-9]\d|[二三四五六七八]十[一二三四五六七八九]?)(?:了)?$/u,
    who: 'self',
  },
  {
    example: '我奶奶今年88了 → age: 用户的奶奶今年88了',
    attribute: 'age',
    match: /^(?:今年|都|快)*(?<v>[1-9]\d|[二三四五六七八九]十[一二三四五六七八九]?)了$/u,
    who: 'people',
  },
  {
    example: '我1995年生的 → birthday: 用户1995年生的',
    attribute: 'birthday',
    match: /^(?:是)?(?<v>(?:19|20)\d\d年|\d\d年)(?:生|出生)(?:的|人)?$/u,
  },
  {
    example: '我是95后 → age: 用户是95后',
    attribute: 'age',
    match: /^(?:是)?(?<v>[0-9]0后|[五六七八九零]零后|[0-9]{2}年的|[0-9]{2}后)$/u,
  },
  {
    example: '我刚过完三十岁生日 → age: 用户刚过完三十岁生日',
    attribute: 'age',
    match: /^(?:刚)?(?:过完|过了)(?<v>\d{1,3}|[一二三四五六七八九十]{1,3})岁生日/u,
  },
  {
    example: '我属兔的 → detail:zodiac: 用户属兔的',
    attribute: 'detail:zodiac',
    match: /^属(?<v>[鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$/u,
  },
  {
    example: '我是5月4号生的 → birthday: 用户是5月4号生的',
    attribute: 'birthday',
    match: pattern('u')`
      ^(?:是)?(?<v>
        (?:农历|阴历|阳历)?(?:\d{4}年|[零一二三四五六七八九〇]{4}年|\d{2}年)?[\d一二三四五六七八九十]+月
        [\d一二三四五六七八九十]+(?:号|日)?
      )(?:出生|生日?|生人)(?:的)?$
    `,
  },
  {
    example: '我妈生日是5月4号 → birthday: 用户的妈生日是5月4号',
    attribute: 'birthday',
    match: /^(?:生日|出生日期)(?:是|在)?(?<v>.*\d.*|.*月.*)$/u,
    subjectless: true,
  },
  {
    example: '我出生于1990年 → birthday: 用户出生于1990年',
    attribute: 'birthday',
    match: /^(?:出生于|生于|出生在|是)(?<v>\d{2,4}年.*?)(?:出生|生)?(?:的)?$/u,
    reject: /入职|毕业|开始|结婚|来|搬|买/u,
  },
  {
    example: '我出生在小渔村 → birthplace: 用户出生在小渔村',
    attribute: 'birthplace',
    match: /^(?:出生在|出生于|生在)(?<v>[\p{Script=Han}]{2,12})$/u,
  },
  {
    example: '我在成都出生 → birthplace: 用户在成都出生',
    attribute: 'birthplace',
    match: /^在(?<v>[\p{Script=Han}]{2,10})出生/u,
  },
  {
    example: '我从小在高雄长大 → origin: 用户从小在高雄长大',
    attribute: 'origin',
    match: /^(?:是)?(?:从小)?(?:在)(?<v>[\p{Script=Han}A-Za-z]{2,10})(?:长大|土生土长)(?:的)?$/u,
  },
  {
    example: '我来自哈尔滨 → origin: 用户来自哈尔滨',
    attribute: 'origin',
    match: pattern('u')`
      ^(?:来自|(?:老家|家乡|祖籍|籍贯|户口)(?:是|在|就在)?)(?<v>[\p{Script=Han}A-Za-z]{2,14}?)(?:的|那边)?$
    `,
    subjectless: true,
  },
  {
    example: '我男朋友是德国人 → nationality: 用户的男朋友是德国人',
    attribute: 'nationality',
    match: pattern('u')`^是(?<v>${NATION})(?:人|籍|华人|公民|华裔)$`,
  },
  {
    example: '我老婆是杭州人 → origin: 用户的老婆是杭州人',
    attribute: 'origin',
    match: pattern('u')`
      ^是(?:土生土长的?|地地道道的?|地道的?|个|一个|纯正的?|正宗的?|典型的?)?(?<v>[\p{Script=Han}]{2,6}?)人
      (?:氏)?$
    `,
    reject: pattern('u')`
      ^是(?:一?个|土生土长的?)?
       (?:
         男|女|好|坏|老|年轻|普通|成年|单身|病|盲|聋|内向|外向|懒|怕|急|慢|有|没|喜|爱|不|什么|哪|怎|自己
         |当事|负责|联系|监护|过来|本地|外地|外国|中间|投资|合伙|创始|主持|经纪|经理|证|主|客|行业内|圈内
         |打工|工|军|候选|一家|家|亲|爱狗|爱猫|直|机器|异乡|农村|同龄|夜猫|这|那|唯一|最|很|比较|挺|非常
         |特别|第
       )
      |性格
    `,
  },
  {
    example: '我青岛人 → origin: 用户青岛人',
    attribute: 'origin',
    match: /^(?<v>[\p{Script=Han}]{2,3})人$/u,
    reject: pattern('u')`
      ^(?:
        男|女|好|坏|老|年轻|普通|成年|单身|打工|合伙|创始|主持|经纪|懒|机器|本地|外地|外国|有的|别的|所有
        |很多|一个|两个|几个|家里|没|三个|行内|负责|联系|无|气死|吓死|烦死|累死|笑死
      )
    `,
    who: 'self',
  },
  {
    example: '我是回族 → nationality: 用户是回族',
    attribute: 'nationality',
    match: /^是(?<v>[\p{Script=Han}]{1,4}族|回民|侨胞|华侨|混血儿?)(?:人)?$/u,
    reject: /上班族|月光族|打工族|啃老族|工薪族|追星族|有车族|低头族|家族|一族|加班族/u,
  },
  {
    example: '我朝鲜族 → nationality: 用户朝鲜族',
    attribute: 'nationality',
    match: pattern('u')`
      ^
      (?<v>(?:汉|回|满|壮|苗|彝|藏|白|傣|土家|维吾尔|哈萨克|蒙古|朝鲜|布依|侗|瑶|哈尼|黎|畲|羌|锡伯|纳西)族)
      (?:人)?$
    `,
    subjectless: true,
  },
  {
    example: '我会说俄语 → language: 用户会说俄语',
    attribute: 'language',
    match: pattern('u')`
      ^(?:会|能|可以)(?:流利地?|熟练地?|一点|一点点|一些|基本的?)?(?:说|讲)
      (?:一点|一些|一口|流利的?|好几种|流利)*(?<v>.*(?:${LANGUAGE}|[\p{Script=Han}]{1,4}(?:语|话)).*)$
    `,
    list: true,
  },
  {
    example: '我的第二语言是英语 → language: 用户第二语言是英语',
    attribute: 'language',
    match: /^(?:的)?(?:母语|第一语言|第二语言)(?:是)?(?<v>.+)$/u,
    subjectless: true,
  },
  {
    example: '我会手语 → language: 用户会手语',
    attribute: 'language',
    match: pattern('u')`^(?:会|懂|精通|通晓)(?:一点|一些|点)*(?<v>(?:${LANGUAGE}).*)$`,
    list: true,
  },
  {
    example: '我从小讲粤语 → language: 用户从小讲粤语',
    attribute: 'language',
    match: pattern('u')`
      ^(?:在家|平时|都|都是|只|主要)*(?:讲|说)
      (?<v>
        (?:${LANGUAGE}|[\p{Script=Han}]{1,3}语)
        (?:(?:[、和跟]|还有)(?:${LANGUAGE}|[\p{Script=Han}]{1,3}[语话]))*
      )$
    `,
    reject: /我会说|怎么/u,
    list: true,
  },
  {
    example: '我看得懂一些西夏文 → language: 用户看得懂一些西夏文',
    attribute: 'language',
    match: /^(?:看|听|读)得懂(?:一些|一点|点|不少)?(?<v>[\p{Script=Han}]{1,6}[文语话])$/u,
    reject: /这|那|原文|课文|论文|中文$|的/u,
    list: true,
  },
  {
    example: '我粤语说得很流利 → language: 用户粤语说得很流利',
    attribute: 'language',
    match: pattern('u')`
      ^(?<v>(?:${LANGUAGE}))(?:很|说得|讲得|水平|已经|也|过了|考了|是)
      (?:.*(?:流利|不错|好|级|N[1-5]|专八|母语|分).*)$
    `,
    subjectless: true,
  },
  {
    example: '我是左撇子 → trait: 用户是左撇子',
    attribute: 'trait',
    match: pattern('iu')`
      ^(?:是)?(?:个|一个|典型的?|标准的?|比较|有点|偏|性格|重度|资深|轻微|严重|超级?|大|老|那种|属于)*
      (?<v>
        (?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座
        |[EI][NS][TF][JP](?:-[AT])?|社恐|社牛|拖延|洁癖|脸盲|话痨|慢热|颜控|月光族|选择困难(?:症|户)?|恋爱脑
        |直男|文科生|理科生|工科生|文科女|工科男|五音不全|手残(?:党)?|胆小鬼|独行侠|极简主义者?|内向|外向
        |i人|e人|I人|E人|左撇子|夜猫子|早起鸟|完美主义者?|拖延症|慢性子|急性子|路痴|宅男|宅女|宅|强迫症患者
        |工作狂|吃货|自来熟|起床困难户
      )(?:的|的人|型的?|人)?$
    `,
    subjectless: true,
  },
  {
    example: '我信佛 → religion: 用户信佛',
    attribute: 'religion',
    match: pattern('u')`
      ^(?:是|信仰?|皈依了?)(?:个|一个|一名|虔诚的)?
      (?<v>佛教徒?|基督教?徒?|天主教徒?|道教徒?|伊斯兰教|穆斯林|回教|佛|无神论者?|耶稣|上帝|主|真主|印度教)
      (?:的)?$
    `,
    subjectless: true,
  },
  {
    example: '我一米七五 → height: 用户一米七五',
    attribute: 'height',
    match: pattern('u')`
      ^(?:身高)?(?:是|有)?(?<v>1\d\d|1\.\d{1,2}|一米[\p{Script=Han}\d]{1,3})(?:cm|CM|厘米|公分|米)?(?:高)?$
    `,
    reject: /^\d+$/u,
  },
  {
    example: '我是O型血 → detail:blood type: 用户是O型血',
    attribute: 'detail:blood type',
    match: /^(?:血型)?是(?<v>(?:AB|A|B|O)型)(?:血)?$/iu,
  },
  {
    example: '我妈妈今天生日 → birthday: 用户的妈妈2026年11月30日生日',
    attribute: 'birthday',
    match: /^(?:就?是|过)?(?:\d+岁|本命年)?的?(?<v>生日)$/u,
    dated: 'future',
  },
  {
    example: '我今年四十出头 → age: 用户今年四十出头',
    attribute: 'age',
    match: pattern('u')`
      ^(?:今年|都|已经|马上|快要?|刚|奔)*
      (?<v>(?:[二三四五六七八九]十|[2-9]0)(?:多岁?|好几岁?|出头|来岁|几岁?)|奔[二三四五六七八九](?:张|十)?)
      (?:的人)?(?:了)?$
    `,
  },
  {
    example: '我婆家在山东 → origin: 用户婆家在山东',
    attribute: 'origin',
    match: pattern('u')`
      ^(?:不是本地人|是外地人|是外地来的)?(?:老家|祖籍|籍贯|娘家|婆家)(?:是|在)?
      (?<v>[\p{Script=Han}]{2,12}?)(?:的|那边)?$
    `,
    subjectless: true,
  },
  {
    example: '我弟弟比我小三岁 → detail:age difference: 用户的弟弟比用户小三岁',
    attribute: 'detail:age difference',
    match: pattern('u')`
      ^(?:
        比(?:我|自己)(?:大|小)(?<v>[\d一二三四五六七八九十两]+岁)
        |(?:大|小)(?:我|自己)(?<w>[\d一二三四五六七八九十两]+岁)
      )(?:半|多)?$
    `,
    who: 'people',
    value: (m) => m.groups?.['v'] ?? m.groups?.['w'] ?? '',
  },
  {
    example: '我拿的是新加坡护照 → nationality: 用户拿的是新加坡护照',
    attribute: 'nationality',
    match: /^(?:拿|持)(?:的是)?(?<v>[\p{Script=Han}]{2,4})(?:护照|国籍|绿卡|永居)$/u,
    subjectless: true,
  },
  {
    example: '我有洁癖 → trait: 用户有洁癖',
    attribute: 'trait',
    match: pattern('u')`
      ^有(?:点儿?|些|轻度|严重|重度|很重的?|轻微的?|严重的?)*
      (?<v>
        洁癖|强迫症|社恐|选择困难症|拖延症|起床气|路痴|完美主义|密集恐惧|幽闭恐惧|囤积癖|收集癖|表演欲
        |讨好型人格|回避型依恋
      )(?:的)?$
    `,
    subjectless: true,
  },
  {
    example: '我年过五十 → age: 用户年过五十',
    attribute: 'age',
    match: pattern('u')`
      ^(?:今年|都|已经)*(?:过了?|年过|年近)(?<v>[2-9]\d|[二三四五六七八九]十[一二三四五六七八九]?)(?:岁)?
      (?:了)?$
    `,
  },
  {
    example: '我换号了，新号码是13800138000 → phone: 用户新号码是13800138000',
    attribute: 'phone',
    match: pattern('u')`
      ^(?:新|手机|电话|联系)*(?:号码?|手机|电话|方式)(?:是|：|:|改成|换成)?(?<v>1\d{10}|\d{3,4}-\d{7,8})$
    `,
    subjectless: true,
  },
  {
    example: '我AB型血 → detail:blood type: 用户AB型血',
    attribute: 'detail:blood type',
    match: /^(?:血型)?(?<v>(?:AB|A|B|O|RH阴)型)血?$/iu,
    reject: /^[ABO]型$/iu,
    subjectless: true,
  },
]
