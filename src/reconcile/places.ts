import { fold } from '../language/fold.js'

// States and provinces that are often named. Two places of one level exclude each other as a home; a city and a country
// do not.
const PROVINCES = `alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho
  illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts
  michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania
  tennessee texas utah vermont virginia washington wisconsin wyoming ontario quebec alberta manitoba
  bavaria catalonia andalusia tuscany sicily brittany normandy queensland tasmania 浙江 江苏 广东 广西 福建 江西
  湖南 湖北 河南 河北 山东 山西 陕西 四川 云南 贵州 甘肃 青海 海南 安徽 辽宁 吉林 黑龙江 内蒙古
  宁夏 新疆 西藏`.split(/\s+/)
const MORE_REGIONS = [
  'usa',
  'us',
  'u.s.',
  'america',
  'uk',
  'england',
  'scotland',
  'wales',
  'britain',
  'great britain',
  'holland',
  'czech republic',
  'europe',
  'asia',
  'africa',
  'south america',
  'north america',
  '欧洲',
  '亚洲',
  '非洲',
  '北美',
  '南美',
  '国外',
  '海外',
  'abroad',
  'new south wales',
  'new mexico',
  'new jersey',
  'new hampshire',
  'british columbia',
]

let countries: Set<string> | undefined

/** The names of all countries in English and Chinese, from the browser's `Intl.DisplayNames`. */
function countryNames(): Set<string> {
  if (countries) return countries
  const names = new Set<string>()
  for (const locale of ['en', 'zh']) {
    const display = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    for (let i = 0; i < 26 * 26; i++) {
      const name = display.of(String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)))
      if (name !== undefined) names.add(fold(name))
    }
  }
  return (countries = names)
}

/** The level of a place name. 3: country or continent; 2: state or province; 1: town, or unknown; 0: part of a town. */
export function placeLevel(value: string): number {
  const name = fold(value).replace(/^the /, '').trim()
  if (MORE_REGIONS.includes(name) || countryNames().has(name)) return 3
  if (PROVINCES.includes(name.replace(/省$|自治区$/u, ''))) return 2
  return /(?:区|县|镇|村|路|街|弄|号|小区)$/u.test(name) ||
    /\b(?:street|road|avenue|district|borough|quarter|neighbou?rhood)\b/.test(name)
    ? 0
    : 1
}
