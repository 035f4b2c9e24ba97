const DIGITS = '零一二三四五六七八九'

/** The value of a number from 0 to 99 in Chinese numerals, or of digits: 十二 → 12, 两 → 2, 半 → 0.5, 2026 → 2026. */
export function numberOf(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  if (written === '半') return 0.5
  const digit = (character: string | undefined): number =>
    character === undefined ? 0 : character === '两' ? 2 : Math.max(0, DIGITS.indexOf(character.replace('〇', '零')))
  const ten = written.indexOf('十')
  if (ten < 0) return digit(written[0])
  return (ten === 0 ? 1 : digit(written[0])) * 10 + digit(written[ten + 1])
}
