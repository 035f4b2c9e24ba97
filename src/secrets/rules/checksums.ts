/** The check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
  }
  return sum % 10 === 0
}

/** Numbers that the card networks issue. */
const ISSUED = new RegExp(
  [
    String.raw`^4(?:\d{12}|\d{15}|\d{18})$`, // Visa
    String.raw`^5[1-5]\d{14}$`, // Mastercard
    String.raw`^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$`, // Mastercard since 2017
    String.raw`^3[47]\d{13}$`, // American Express
    String.raw`^6(?:011|4[4-9]\d|5\d\d)\d{12}$`, // Discover
    String.raw`^35(?:2[89]|[3-8]\d)\d{12}$`, // JCB
    String.raw`^62\d{14,17}$`, // UnionPay
    String.raw`^3(?:0[0-5]|[68]\d)\d{11}$`, // Diners Club
  ].join('|'),
)

export const isCardNumber = (digits: string): boolean =>
  ISSUED.test(digits) && !/^(\d)\1+$/.test(digits) && passesLuhn(digits)

/** How long the account numbers of each country are: the register of ISO 13616. */
const IBAN_LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 ' +
  'EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 ' +
  'KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 ' +
  'PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 ' +
  'UA29 VA22 VG24 XK20 YE30'

/**
 * ISO 13616, in capitals without spaces: the length of its country, and mod 97 of the rearranged letters and digits.
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) || !IBAN_LENGTHS.includes(text.slice(0, 2) + String(text.length)))
    return false
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** A Brazilian taxpayer number (CPF): 9 digits and two check digits. */
export function isBrazilianCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  return [9, 10].every((length) => {
    let sum = 0
    for (let i = 0; i < length; i++) sum += Number(digits[i]) * (length + 1 - i)
    return ((sum * 10) % 11) % 10 === Number(digits[length])
  })
}

/** A French social security number (NIR): 13 digits, and 97 less their remainder by 97. */
export const isFrenchSocialSecurity = (digits: string): boolean =>
  /^\d{15}$/.test(digits) && 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13))

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A Chinese resident identity number (GB 11643): a province, a day of birth and a check character. */
export function isChineseId(text: string): boolean {
  const [, year, month, day] =
    /^[1-8]\d{5}((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0)
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase()
}
