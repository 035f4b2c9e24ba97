import { seeded } from '../seeded.js'

const ENGLISH =
  'I you we they she he the a my our her his this that last next with about after before because and but so went saw made found bought lost told asked think love hate remember forget want need started finished moved met called cooked planned booked played watched read wrote fixed cleaned painted sold weekend morning evening summer winter birthday wedding holiday trip flight hotel train car bike garden kitchen office school doctor dentist gym park beach mountain river concert museum restaurant dinner lunch breakfast coffee tea bread cheese fish chicken salad soup cake dog cat bird sister brother mother father friend neighbour teacher boss colleague project meeting deadline salary interview exam course book film song guitar piano camera phone laptop password ticket present letter picture dress shoes jacket umbrella rain snow sun wind cold hot new old small big happy tired sick busy free early late expensive cheap great terrible quiet loud beautiful strange first second two three five ten'.split(
    ' ',
  )
const CHINESE =
  '我 你 我们 他们 她 他 这个 那个 今天 昨天 明天 上周 下个月 和 因为 但是 所以 去了 看了 买了 丢了 告诉 觉得 喜欢 讨厌 记得 忘了 想要 需要 开始 结束 搬家 见面 打电话 做饭 计划 预订 玩 读 写 修 打扫 画 周末 早上 晚上 夏天 冬天 生日 婚礼 假期 旅行 航班 酒店 火车 汽车 自行车 花园 厨房 办公室 学校 医生 牙医 健身房 公园 海边 山上 音乐会 博物馆 餐厅 晚饭 午饭 早饭 咖啡 绿茶 面包 奶酪 鱼 鸡肉 沙拉 汤 蛋糕 小狗 小猫 姐姐 弟弟 妈妈 爸爸 朋友 邻居 老师 老板 同事 项目 会议 工资 面试 考试 课程 书 电影 歌 吉他 钢琴 相机 手机 电脑 密码 票 礼物 信 照片 裙子 鞋子 外套 雨伞 下雨 下雪 太阳 冷 热 新的 旧的 开心 累 生病 忙 有空 贵 便宜 很棒 安静 漂亮 奇怪 第一次 两个 三个'.split(
    ' ',
  )
const SYLLABLES = 'ba ce di fo gu ha ki lo mu na pe ri so tu va we xi yo za shi'.split(' ')

/**
 * The `n`th chat message, always the same: 5 to 25 words, every other one Chinese. Frequent words dominate as in real text, every
 * tenth word is a rare name, and every fifth message is a question. Another `variant` has as many words, of the same kind.
 */
export function chatText(n: number, variant = 0): string {
  const shape = seeded(n)
  const choice = seeded(n + 1_000_003 * (variant + 1))
  const chinese = n % 2 === 1
  const words = chinese ? CHINESE : ENGLISH
  const name = (): string =>
    Array.from({ length: 3 }, () => SYLLABLES[Math.floor(choice() * SYLLABLES.length)]).join('')
  const text = Array.from({ length: 5 + Math.floor(shape() * 21) }, () =>
    shape() < 0.1 ? name() : words[Math.floor(choice() ** 2 * words.length)],
  ).join(chinese ? '' : ' ')
  return text + (n % 5 === 0 ? '?' : '.')
}
