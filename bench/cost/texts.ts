import { chatText } from '../write/texts.js'

const FIRST =
  'Melanie Caroline Joanna Nathan Tomás Inês Deborah Jolene Calvin Evan Priya Yusuf Oksana Henrik Amara Diego Leila Kenji Fiona Marcus Noor Gavin Elif Rafael Ingrid Samir Bettina Connor Aisha Viktor'.split(
    ' ',
  )
const LAST =
  'Alvarez Bergström Carvalho Dubois Eriksen Fontaine Gallagher Haddad Ivanova Jankowski Keller Lindqvist Moreau Nakamura Okafor Pereira Quigley Rossi Schneider Takahashi Ueda Vargas Weber Yilmaz'.split(
    ' ',
  )
const CITIES =
  'Porto Lisbon Madrid Berlin Vienna Prague Oslo Helsinki Dublin Glasgow Boston Seattle Denver Toronto Lima Bogotá Nairobi Cairo Mumbai Osaka Seoul Sydney Perth Auckland'.split(
    ' ',
  )
const COLOURS =
  'red blue green yellow purple orange silver golden wooden leather woollen ceramic antique handmade foldable waterproof vintage tiny huge striped'.split(
    ' ',
  )
const THINGS =
  'bicycle umbrella violin kayak typewriter telescope backpack raincoat armchair bookshelf teapot lantern sculpture sewing-machine tent skateboard accordion microscope chessboard hammock wheelbarrow suitcase trumpet canoe dollhouse'.split(
    ' ',
  )
const DEEDS =
  'bought sold repaired borrowed painted found lost donated photographed inherited restored wrapped returned ordered shipped'.split(
    ' ',
  )
const NAMES_ZH =
  '王晓明 李雨桐 张伟 刘佳怡 陈建国 杨思远 赵子涵 黄诗琪 周文博 吴雅婷 徐浩然 孙梦洁 胡俊杰 林可欣 高志远 郭美玲'.split(
    ' ',
  )
const CITIES_ZH = '北京 上海 杭州 成都 重庆 武汉 西安 厦门 青岛 昆明 大理 桂林 苏州 哈尔滨'.split(' ')
const COLOURS_ZH = '红色的 蓝色的 绿色的 木头的 皮的 陶瓷的 古董 手工 防水的 小小的 巨大的 条纹的'.split(' ')
const THINGS_ZH =
  '自行车 雨伞 小提琴 皮划艇 打字机 望远镜 背包 雨衣 扶手椅 书架 茶壶 灯笼 雕塑 缝纫机 帐篷 滑板 手风琴 显微镜 棋盘 吊床'.split(
    ' ',
  )
const DEEDS_ZH = '买了 卖了 修好了 借了 找到了 弄丢了 捐了 拍了 修复了 订了'.split(' ')

/** A choice that the number alone decides; the first of a list are met most often. */
function pick<T>(list: readonly T[], n: number, salt: number): T {
  let h = Math.imul(n + 1, 2654435761) ^ Math.imul(salt + 1, 2246822519)
  h = Math.imul(h ^ (h >>> 15), 2246822519)
  h = (h ^ (h >>> 13)) >>> 0
  return list[Math.floor((h / 4_294_967_296) ** 1.7 * list.length)] as T
}

export interface Told {
  /** What it comes down to, word for word in `message`. */
  fact: string
  message: string
  /** Asks for it, in other words where the language has them. */
  question: string
  /** The same of the speaker, as the built-in rules draw facts from. */
  own: string
}

/** The `n`th thing told, always the same, in English or (every third) Chinese: somebody did something with something somewhere. */
export function told(n: number): Told {
  if (n % 3 === 2) {
    const [name, city, deed] = [pick(NAMES_ZH, n, 1), pick(CITIES_ZH, n, 2), pick(DEEDS_ZH, n, 3)]
    const thing = `${pick(COLOURS_ZH, n, 4)}${pick(THINGS_ZH, n, 5)}`
    const fact = `${name}在${city}${deed}一个${thing}`
    return {
      fact,
      message: `${fact}。${chatText(2 * n + 1)}`,
      question: `${name}在${city}${deed}什么？`,
      own: `我在${city}${deed}一个${thing}。${chatText(2 * n + 1)}`,
    }
  }
  const [name, city, deed] = [`${pick(FIRST, n, 1)} ${pick(LAST, n, 6)}`, pick(CITIES, n, 2), pick(DEEDS, n, 3)]
  const thing = `${pick(COLOURS, n, 4)} ${pick(THINGS, n, 5)}`
  const fact = `${name} ${deed} a ${thing} in ${city}`
  return {
    fact,
    message: `${fact}. ${chatText(2 * n)}`,
    question: n % 2 === 0 ? `What did ${name.split(' ')[0]} get up to in ${city}?` : `Who ${deed} the ${thing}?`,
    own: `I ${deed} a ${thing} in ${city}. ${chatText(2 * n)}`,
  }
}
