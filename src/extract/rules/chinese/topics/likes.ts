import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'

export const likes: readonly Rule[] = [
  {
    example: '我最喜欢的颜色是蓝色 → favorite:颜色: 用户最喜欢的颜色是蓝色',
    attribute: (m) => `favorite:${(m.groups?.['k'] ?? '').trim()}`,
    match: pattern('u')`
      ^(?:最|超|特别)?(?:喜欢|爱)(?:吃|看|听|玩|喝|读|去|用)?的(?<k>[\p{Script=Han}]{1,6})
      (?:是|就是|叫|:|：)(?<v>.+)$
    `,
    reject: /是(?:什么|哪|谁|这|那|你)/u,
    subjectless: true,
  },
  {
    example: '我喜欢吃苹果 → likes: 用户喜欢吃苹果',
    attribute: 'likes',
    match: pattern('u')`
      ^(?:
        喜欢|喜爱|热爱|酷爱|痴迷于?|沉迷于?|迷恋|钟爱|偏爱|偏好|喜好|更喜欢|最爱|迷上了?|爱上了?|醉心于?
        |钟情于?
      )(?<v>.+)$
    `,
    reject: pattern('u')`
      ^(?:喜欢|爱上了?|热爱|更喜欢|最爱)
       (?:你|您|这|那|它|他|她|上面|第[一二]|什么|怎么|哪|谁|上了?他|上了?她|的|用这|一个(?:人|女|男))
      |的时候$|这个|那个|这种|那种|你的
    `,
    list: true,
    subjectless: true,
  },
  {
    example: '我爱打游戏 → likes: 用户爱打游戏',
    attribute: 'likes',
    match: pattern('u')`
      ^(?:爱|好)(?<v>
        (?:
          吃|喝|看|听|玩|打|跑|逛|唱|画|旅|运动|美食|摄影|读书|读|爬|钓|跳|睡懒觉|睡|养|收集|折腾|做饭|做|写
          |骑|游|滑|穿|笑|撸|刷|追|健身|音乐|干净|热闹|安静
        ).*
      )$
    `,
    reject: /^爱(?:吃不吃|看不看|听不听|玩不玩|看你)/u,
    list: true,
    subjectless: true,
  },
  {
    example: '我弟弟爱好是钓鱼 → likes: 用户的弟弟爱好是钓鱼',
    attribute: 'likes',
    match: pattern('u')`
      ^(?:的)?(?:业余|最大的)?(?:爱好|兴趣爱好|兴趣)(?:广泛)?
      (?:是|有|包括|就是|(?<=^爱好)(?=[\p{Script=Han}]{2,8}$))(?<v>.+)$
    `,
    list: true,
    subjectless: true,
  },
  {
    example: '我对户外活动非常感兴趣 → likes: 用户对户外活动非常感兴趣',
    attribute: 'likes',
    match: pattern('u')`
      ^对(?<v>[\p{Script=Han}A-Za-z\d]{1,16}?)(?:一直|都|也)?(?:很|特别|非常|超|比较|蛮|挺|超级)?
      (?:感兴趣|有兴趣|着迷|上头|上瘾|情有独钟|没有抵抗力|毫无抵抗力|有研究)(?:的)?$
    `,
    reject: /^对(?:这|那|你|它|他)/u,
  },
  {
    example: '我是个细节控 → likes: 用户是个细节控',
    attribute: 'likes',
    match: pattern('u')`
      ^(?:是)(?:个|一个|一名|资深|忠实|骨灰级|铁杆|十年|多年|老|死忠|的|狂热)*
      (?<v>[\p{Script=Han}A-Za-z\d]{1,12}?)(?:的)?(?:老|铁杆|死忠|资深|忠实)?
      (?:粉丝|球迷|影迷|书迷|歌迷|铁粉|死忠粉|老粉|真爱粉|脑残粉|爱好者|发烧友|控|迷|党|玩家)$
    `,
    reject: /^是(?:手|微|小|股东)/u,
  },
  {
    example: '我无肉不欢 → likes: 用户无肉不欢',
    attribute: 'likes',
    match: /^(?:无(?<v>[\p{Script=Han}]{1,3})不欢|嗜(?<w>[\p{Script=Han}]{1,3})如命)$/u,
    value: (m) => m.groups?.['v'] ?? m.groups?.['w'] ?? '',
    subjectless: true,
  },
  {
    example: '我支持皇马 → likes: 用户支持皇马',
    attribute: 'likes',
    match: /^(?:支持|粉)(?:的(?:是|球队是))?(?<v>[\p{Script=Han}A-Za-z]{2,10}(?:队)?)(?:\d+年了?)?$/u,
    reject: /^支持(?:你|一下|这|那)|粉色/u,
    who: 'self',
  },
  {
    example: '我收集黑胶唱片 → likes: 用户收集黑胶唱片',
    attribute: 'likes',
    match: /^收集(?<v>(?!数据|资料|信息|一下|整理)[\p{Script=Han}A-Za-z]{2,12})$/u,
  },
  {
    example: '我比起咖啡更喜欢茶 → likes: 用户比起咖啡更喜欢茶',
    attribute: 'likes',
    match: /^比起(?<p>[^，]{1,8})更?喜欢(?<v>.+)$/u,
  },
  {
    example: '我不喜欢打电话 → dislikes: 用户不喜欢打电话',
    attribute: 'dislikes',
    match: pattern('u')`
      ^(?:
        不(?:太|怎么|大|是很|是特别|是太|是那么|咋|爱|很)?(?:喜欢|爱)
        |讨厌|厌恶|反感|受不了|忍不了|接受不了|不能接受|最烦|最怕|最讨厌|很烦|痛恨|嫌弃|闻不了|无法忍受
      )(?<v>.+)$
    `,
    reject: pattern('u')`
      (?:喜欢|爱|讨厌|受不了|反感|接受不了|最烦)(?:你|您|这|那|它|他|她|上面|第[一二]|什么|了$|自己$|的$)
      |的时候$|这个|那个|这种|那种|你的
    `,
    list: true,
    subjectless: true,
  },
  {
    example: '我有点怕高 → dislikes: 用户有点怕高',
    attribute: 'dislikes',
    match: pattern('u')`
      ^(?:怕|害怕|恐惧|怕死了|超怕|有点怕)
      (?<v>
        狗|猫|蛇|虫子?|蟑螂|高|黑|辣|冷|热|水|血|鬼|打雷|坐飞机|打针|蜘蛛|老鼠|鸟|小丑|虫|社交|看牙医?
        |人多(?:的地方)?|吵|晒|鬼片|恐怖片|昆虫|青蛙|毛毛虫|密集的?东西|坐过山车|过山车|深海|雷声|鞭炮
      )$
    `,
    subjectless: true,
  },
  {
    example: '我对足球完全没兴趣 → dislikes: 用户对足球完全没兴趣',
    attribute: 'dislikes',
    match: pattern('u')`
      ^对(?<v>[\p{Script=Han}A-Za-z\d]{1,10}?)(?:完全|一点都|都|实在|真的|也)?
      (?:没兴趣|不感兴趣|无感|没什么兴趣|没有兴趣|提不起兴趣)$
    `,
    reject: /^对(?:这|那|你|它|他)/u,
  },
  {
    example: '我五音不全但是超爱周杰伦 → likes: 用户超爱周杰伦',
    attribute: 'likes',
    match: pattern('u')`
      ^(?:超|超级|特别|很|最|太|真|巨|贼|非常|可|都|比较|更|从小就?|一直)+爱
      (?<v>(?!你|她|他|这|那|了|惨|死|国|心|情|人|过|的)[\p{Script=Han}A-Za-z\d]{2,14})$
    `,
    list: true,
    subjectless: true,
  },
  {
    example: '我在追《三体》 → likes: 用户在追《三体》',
    attribute: 'likes',
    match: pattern('u')`
      ^(?:最近|现在|正|天天|一直|还)*(?:在|开始|又)?
      (?:追|二刷|重刷|补|单曲循环|沉迷|入坑|入迷|迷上|爱上|痴迷)(?:了|着)?
      (?<v>《[^》]{1,20}》|[\p{Script=Han}A-Za-z\d]{2,12})(?:这部剧|这部|第[\p{Script=Han}\d]季|了)?$
    `,
    reject: pattern('u')`
      [你]|追(?:问|赶|尾|回|踪|求|加|上|到|不|星$|我|他|她|着)|补(?:充|课|觉|上|一|票|办|牙|货|齐|作业|药)
    `,
    subjectless: true,
  },
  {
    example: '我喜欢古典音乐，尤其是肖邦 → likes: 用户喜欢肖邦',
    attribute: 'likes',
    match: pattern('u')`
      ^尤其(?:是|喜欢|爱|爱听|爱看|爱吃)?
      (?<v>(?!在|冬|夏|晚|周|这|那|最近|今|你|他|她|我|对)[\p{Script=Han}A-Za-z\d]{2,10})(?:的)?$
    `,
    predicate: '喜欢',
    sentence: /(?:喜欢|爱|迷|粉)[^不]/u,
    reject: /讨厌|受不了|不喜欢|怕/u,
    subjectless: true,
  },
  {
    example: '我不看恐怖片 → dislikes: 用户不看恐怖片',
    attribute: 'dislikes',
    match: pattern('u')`
      ^(?:从来|从|一直|基本|平时|都|坚决|绝对)*不(?:看|听|玩|追|刷|穿|戴|坐|逛|碰|养|接受|敢看|敢坐)
      (?<v>
        (?!了|的|起|这|那|你|他|她|我|到|懂|见|清|上|下|完|惯|好|话|出|进|得|住|开|动|过|就|是|吃|喝|稳|熟)
        [\p{Script=Han}A-Za-z]{2,8}
      )(?:的)?$
    `,
    reject: /今天|现在|最近|这次|了$/u,
    who: 'self',
  },
  {
    example: '我见不得血 → dislikes: 用户见不得血',
    attribute: 'dislikes',
    match: pattern('u')`
      ^(?:最|真的|实在|一直|特别|从小就?|超级?)*
      (?:见不得|看不惯|听不得|闻不得|看不得|吃不惯|喝不惯|烦|怵|怕死了?|害怕|超怕|最怕|怕)
      (?<v>
        (?!
          你|他|她|这|那|死|了|自己|我|不|的|忘|来不及|耽误|影响|麻烦|被|冷场|打扰|吵|没|得罪|错|是|出|晚
          |到时|太|老师说|人家|以后|万一|孩子|伤
        )[\p{Script=Han}]{1,10}
      )$
    `,
    reject: /烦(?:心|恼|人|请|躁|死)|的时候$/u,
    who: 'self',
  },
  {
    example: '我喜静不喜闹 → likes: 用户喜静不喜闹',
    attribute: 'likes',
    match: /^喜(?<v>[静热冷甜辣酸])(?:不喜|怕|厌|恶)[闹冷热咸甜]$/u,
    subjectless: true,
  },
  {
    example: '我只喝美式 → likes: 用户只喝美式',
    attribute: 'likes',
    match: pattern('u')`
      ^(?:从来|一直|平时|向来|基本|这辈子)*(?:都)?(?:只|就)(?:穿|喝|吃|用|看|听|买|坐|玩|认|追)
      (?<v>(?!了|过|到|得|见|完|是|有|能|要|一|两|三|几|这|那|你|他|她)[\p{Script=Han}A-Za-z]{1,10})$
    `,
    reject: /今天|刚|时候|怎么|问/u,
    who: 'self',
  },
]
