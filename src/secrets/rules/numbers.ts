import { isBrazilianCpf, isCardNumber, isChineseId, isFrenchSocialSecurity, isIban } from './checksums.js'
import { anyOf, IS, IS_ABROAD, IS_CHINESE, pattern, when, WORD, type MatchContext, type SecretRule } from './rule.js'

const bare = (number: string): string => number.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

/** What such a number is said to be, right before it, where it is not that of a card. */
const OTHER_NUMBER = new RegExp(
  [
    '(?:order|invoice|tracking|parcel|shipment|ticket|case|booking|reference|ref|receipt|serial|imei|isbn|ean|upc|gtin',
    '|barcode|transaction|timestamp|订单|訂單|运单|单号|快递|流水|编号|序列|条码|发票)',
    String.raw`[^\d.。!！?？]{0,16}$`,
  ].join(''),
  'i',
)

const cardLength = (number: string, { text, start }: MatchContext): number =>
  isCardNumber(bare(number)) && !OTHER_NUMBER.test(text.slice(Math.max(0, start - 30), start)) ? number.length : 0

const lastGap = (text: string, before: number): number =>
  Math.max(...[' ', '.', '-'].map((gap) => text.lastIndexOf(gap, before)))

/** The group behind an IBAN may be the next word of the sentence. */
function ibanLength(number: string): number {
  for (let end = number.length; end > 14; end = lastGap(number, end - 1))
    if (isIban(bare(number.slice(0, end)))) return end
  return 0
}

/** A number beside the name of a document: 6 digits at least, or 4 among capitals; and no date. */
const documentLength = (number: string): number =>
  number.replace(/\D/g, '').length >= (/^[A-Z0-9]+$/.test(number) && /[A-Z]/.test(number) ? 4 : 6) &&
  !/^(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])(?!\d)/.test(number)
    ? number.length
    : 0

/** Documents whose numbers are personal. Abbreviations that are also words count in capitals only. */
const DOCUMENTS = anyOf(
  String.raw`[Pp]assport|PASSPORT|[Rr]eisepass|[Pp]asseport|[Pp]asaporte|[Pp]assaporto|[Pp]assaporte`,
  String.raw`[Dd]riv(?:er['’]?s?|ing)\s[Ll]icen[cs]e|[Ff]ührerschein|[Pp]ermis\sde\sconduire|[Cc]arn[eé]\sde\sconducir`,
  String.raw`[Ss]ocial\s[Ss]ecurity|SSN|ssn|ITIN|NINO|[Nn]ational\s[Ii]nsurance|NI\snumber`,
  String.raw`[Nn]ational\s[Ii][Dd](?:entity)?|[Ii]dentity\s[Cc]ard|ID\s[Cc]ard`,
  String.raw`[Tt]ax(?:payer)?\s(?:ID|[Ii]dentification)`,
  String.raw`[Aa]adhaar|PAN|SIN|CPF|BSN|PESEL|DNI|NIE|NIF|NIR|AHV`,
  String.raw`[Ss]teuer-?(?:ID|[Ii]dentifikations)|[Pp]ersonalausweis|[Ss]ozialversicherungs`,
  String.raw`[Ss]écurité\s[Ss]ociale|[Cc]arte\sd['’]identité|[Ss]eguridad\s[Ss]ocial|[Cc]arta\sd['’]identità`,
)
const NUMBER_WORD = anyOf(
  String.raw`\s(?:card\s)?(?:[Nn]umber|[Nn]o\.?|[Nn]r\.?|[Nn]um\.?|#|n[°º]|número|numéro)`,
  '-?[Nn]ummer',
)
/** Capitals and digits, or up to four letters, digits in any grouping, and a check letter. */
const DOCUMENT_NUMBER = [
  String.raw`([A-Z0-9]{6,20}|[A-Za-z]{0,4}[ -]?\d(?:[ ./-]?\d){3,17}(?:[ -]?[A-Za-z]\d{0,2})?)`,
  '(?![A-Za-z0-9])',
].join('')

/** Numbers of cards, accounts and persons: by their check digits, or beside the name of the document. */
export const NUMBER_RULES: readonly SecretRule[] = [
  {
    kind: 'card-number',
    pattern: pattern('', String.raw`(?<![\w.#/+-])(?:\d[ -]?){12,18}\d(?![\w/]|[.,-]\d)`),
    accept: cardLength,
    example: ['My card is 4111 1111 1111 1111, ok', '4111 1111 1111 1111'],
  },
  {
    // With dots or other signs, in the groups that are printed on the card.
    kind: 'card-number',
    pattern: pattern(
      '',
      String.raw`(?<![\w.#/+-])\d{4}[._·•/](?:\d{4}[._·•/]\d{4}[._·•/]\d{1,7}|\d{6}[._·•/]\d{4,5})(?![\w/]|[.,-]\d)`,
    ),
    accept: cardLength,
    example: ['Card 5500.0000.0000.0004 please', '5500.0000.0000.0004'],
  },
  {
    kind: 'iban',
    pattern: pattern(
      'i',
      '(?<![A-Za-z0-9])[A-Z]{2}\\d{2}(?:[ .-]?[A-Z0-9]{4}){2,7}(?:[ .-]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])',
    ),
    accept: ibanLength,
    example: ['Send it to de89 3704 0044 0532 0130 00 please', 'de89 3704 0044 0532 0130 00'],
  },
  {
    // An account at a bank, by the word before it.
    kind: 'iban',
    pattern: pattern(
      'i',
      anyOf(
        String.raw`${WORD}(?:bank|checking|savings|current)\saccount(?:\s(?:number|no\.?))?(?:${IS}|\s)`,
        `(?:银行账号|银行帐号|銀行帳號|收款账号)${IS_CHINESE}?`,
      ),
      String.raw`(\d(?:[ -]?\d){5,18})(?!\w|[.,-]\d)`,
    ),
    example: ['My bank account number is 55779911', '55779911'],
  },
  {
    // Resident identity number of China: place, day of birth, number and check character.
    kind: 'id-number',
    pattern: pattern('', String.raw`(?<![\dA-Za-z])[1-8](?:[ -]?\d){16}[ -]?[\dXx](?![\dA-Za-z])`),
    accept: when((number) => isChineseId(bare(number))),
    example: ['身份证号是110105 19491231 002X', '110105 19491231 002X'],
  },
  {
    // Brazilian taxpayer number.
    kind: 'id-number',
    pattern: pattern('', String.raw`(?<![\d.])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\d.-])`),
    accept: when((number) => isBrazilianCpf(bare(number))),
    example: ['Meu CPF é 529.982.247-25', '529.982.247-25'],
  },
  {
    // French social security number: sex, year, month, department, number and two check digits.
    kind: 'id-number',
    pattern: pattern('', String.raw`(?<![\w.])[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\w|[.,]\d)`),
    accept: when((number) => isFrenchSocialSecurity(bare(number))),
    example: ['numéro de sécurité sociale : 1 85 05 78 006 084 91', '1 85 05 78 006 084 91'],
  },
  {
    // Italian tax code: letters of the names, day of birth, place and check letter.
    kind: 'id-number',
    pattern: pattern('i', String.raw`(?<![A-Za-z0-9])[A-Z]{6}\d{2}[A-EHLMPRST][0-7]\d[A-Z]\d{3}[A-Z](?![A-Za-z0-9])`),
    example: ['Il mio codice fiscale è RSSMRA85T10A562S', 'RSSMRA85T10A562S'],
  },
  {
    // United States, with or without its separators.
    kind: 'id-number',
    pattern: pattern(
      'i',
      String.raw`${WORD}(?:SSN|social(?: security)?(?: number)?)[^\d\n]{1,12}(\d{3}[-. ]?\d{2}[-. ]?\d{4})(?!\d)`,
    ),
    example: ['my SSN is 512-43-8876', '512-43-8876'],
  },
  {
    kind: 'id-number',
    pattern: pattern(
      '',
      `${WORD}${DOCUMENTS}(?:${NUMBER_WORD})?${anyOf(IS, IS_ABROAD, String.raw`\s?#?\s?`)}${DOCUMENT_NUMBER}`,
    ),
    accept: documentLength,
    example: ['My passport number is L898902C3', 'L898902C3'],
  },
  {
    kind: 'id-number',
    pattern: pattern(
      'u',
      '(?:护照|護照|通行证|通行證|身分證|身分证|驾驶证|驾照|駕照|社保卡?|居留证|居留證|回乡证)',
      String.raw`(?:字?[号號]码?碼?)?${IS_CHINESE}?([A-Za-z]{0,3}\d{6,18}[A-Za-z]?)(?![A-Za-z0-9])`,
    ),
    accept: documentLength,
    example: ['护照号是E38291745', 'E38291745'],
  },
]
