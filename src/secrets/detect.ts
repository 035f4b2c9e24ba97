import { isCardNumber, isChineseId, isIban } from './checksums.js'
import { MASKS } from './masks.js'
import type { SecretKind, SecretSpan } from './span.js'
import { isOrdinary } from './vocabulary.js'

// Every pattern begins at a boundary, repeats within a bound, and consumes what it has looked at: time grows with the text, whatever it is.

/** Keys by the prefixes that their issuers publish, so that they can be found. */
const PREFIXED =
  /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])|AIza[\w-]{35}|ya29\.[\w-]{20,400}|GOCSPX-[\w-]{20,80}|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255}|gl(?:pat|rt|ptt|soat)-[\w-]{20,80}|xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{10,250}|sk-[A-Za-z0-9_-]{20,300}|(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,250}|whsec_[A-Za-z0-9+/=]{20,100}|npm_[A-Za-z0-9]{36}|pypi-[\w-]{30,300}|hf_[A-Za-z]{30,60}|gsk_[A-Za-z0-9]{30,100}|xai-[A-Za-z0-9]{40,120}|r8_[A-Za-z0-9]{30,60}|SG\.[\w-]{16,40}\.[\w-]{16,80}|SK[0-9a-f]{32}(?![A-Za-z0-9])|\d{8,10}:AA[\w-]{33}|do[opr]_v1_[a-f0-9]{64}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])|AKID[A-Za-z0-9]{28,40}|lin_api_[A-Za-z0-9]{30,60}|ntn_[A-Za-z0-9]{40,60}|hvs\.[\w-]{20,200}|AGE-SECRET-KEY-1[A-Z0-9]{50,70}|key-[0-9a-f]{32}(?![A-Za-z0-9]))/g
const JWT = /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{2,8000}\.[\w-]{0,2000}/g
const PEM = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const PEM_END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const PEM_BODY = /(?:\s{0,4}(?:[A-Za-z0-9+/=]{20,}|[A-Za-z-]{1,30}: [^\n]{0,80}(?=\n)))*/y
const LONGEST_KEY = 20_000
/** "postgres://ana:hunter2@host": what stands between the colon and the @. */
const URL_PASSWORD = /(?<=:\/\/)([^\s:/@]{0,64}:)([^\s/@]{1,100})@/g

const ARE = String.raw`(?:\s{0,3}(?:[:=：＝]|->|→)\s{0,3}|\s{1,3}(?:is|was|are|=)\s{1,3}(?:now\s|still\s|just\s|simply\s)?[:：]?\s{0,3})`
const OPENING = '["\'`“”‘’「『]?'
const VALUE = String.raw`(${OPENING})([^\s"'\`“”‘’「」『』，。！？；、]{3,100})`

/** "My password is hunter2", "pw: hunter2", "the password to the wifi is hunter2"; "changed my password to hunter2"; "password hunter22". */
const PASSWORD = new RegExp(
  String.raw`(?<![A-Za-z])(?:pass(?:word|phrase|code|wd)|pwd|pw)s?(?![A-Za-z])(?:(?:\s(?:for|to|of|on)(?:\s[^\s:=：]{1,20}){1,4}?)?${ARE}|\s)${VALUE}`,
  'gi',
)
const PASSWORD_CHANGED = new RegExp(
  String.raw`(?<![A-Za-z])(?:chang|set|reset|updat)[a-z]{0,4}\s(?:[a-z]{1,12}\s){0,3}?(?:pass(?:word|phrase|code)|pwd|pw)\s(?:back\s)?to\s${VALUE}`,
  'gi',
)
/** "My API key is …", "client_secret=…": a value beside such a word counts where it looks drawn at random. */
const KEYED = new RegExp(
  String.raw`(?<![A-Za-z])(?:api[\s_-]?(?:key|token|secret)|(?:access|secret|private|client|auth|account|signing|encryption|license|bot|bearer|refresh|session|personal)[\s_-](?:access[\s_-])?(?:key|token|secret)|secret|token|密钥|金鑰|令牌|秘钥)s?["']?(?:\s?(?:是|为|為)\s?|${ARE})${OPENING}([\w+/=.~-]{15,399}[\w+/=~-])`,
  'gi',
)
const BEARER = /(?<![A-Za-z])Bearer\s{1,3}([\w+/=.~-]{15,399}[\w+/=~-])/gi
/** "PIN is 1234", "my PIN: 1234"; "CVV 123". */
const PIN = new RegExp(String.raw`(?<![A-Za-z])PIN(?:[\s-]?(?:code|number))?(?:${ARE}|\s)(\d{4,8})(?![\d.,]?\d)`, 'gi')
const CARD_CODE = new RegExp(
  String.raw`(?<![A-Za-z])(?:CVV2?|CVC2?|security\scode)(?:${ARE}|\s)(\d{3,4})(?![\d.,]?\d)`,
  'gi',
)
const ONE_TIME = new RegExp(
  String.raw`(?<![A-Za-z])(?:(?:verification|confirmation|security|authentication|auth|login|log-in|sign-in|access|one[\s-]time|single[\s-]use|2FA|two[\s-]factor|OTP|SMS)\s(?:pass)?(?:code|password)|OTP|passcode)(?:${ARE}|\s)(?:[A-Z]-)?(\d{3}[\s-]\d{3}|\d{4,8})(?![\d.,]?\d)`,
  'gi',
)
/** "482913 is your Acme verification code". */
const ONE_TIME_FIRST =
  /(?<![\w.-])(?:[A-Z]-)?(\d{4,8}) is your (?:[\w-]{1,20} ){0,4}?(?:code|OTP|passcode)(?![A-Za-z])/gi
const PHRASE = new RegExp(
  String.raw`(?:(?:seed|recovery|backup|secret|mnemonic|wallet)\s(?:recovery\s)?(?:phrase|words?|seed)|mnemonic|助记词|助記詞|恢复短语)(?:\s?(?:是|为|為)\s?[:：]?|${ARE})\s?${OPENING}((?:\d{1,2}[.)]\s?)?[a-z]{3,8}(?:[\s,]{1,3}(?:\d{1,2}[.)]\s?)?[a-z]{3,8}){11,23})(?![a-z])`,
  'gi',
)

/** Words of sentences that no list of recovery words (BIP 39) has. */
const PROSE = /\b(?:the|and|was|not|she|could|would|had|has|for|are|but|his|were|been|which)\b/i

const HAS_HAN = /\p{Script=Han}/u
const CHINESE_ARE = String.raw`(?:\s?(?:已经|现在|現在|还)?(?:是|为|為|叫|改成了?|改为了?|设成了?|设为了?|换成了?|換成了?|就是|[:：=＝])\s?[:：]?\s?|\s)`
const CHINESE_PASSWORD = new RegExp(String.raw`(?:密码|密碼|口令)${CHINESE_ARE}(${OPENING})([!-~]{3,64})`, 'gu')
const CHINESE_PIN = new RegExp(
  String.raw`(?:PIN\s?码|PIN\s?碼|取款密码|支付密码|支付密碼|锁屏密码|安全码|CVV码)${CHINESE_ARE}?(\d{3,8})(?!\d)`,
  'giu',
)
const CHINESE_CODE = new RegExp(
  String.raw`(?:验证码|驗證碼|校验码|动态码|动态密码|短信码|确认码)(?:${CHINESE_ARE})?[【\[「]?(\d{3}[\s-]\d{3}|\d{4,8})(?!\d)`,
  'gu',
)
const CHINESE_CODE_FIRST =
  /(?<!\d)(\d{4,8})(?:\s?[(（].{0,20}?[)）])?\s?(?:是|为)(?:您|你|我)的[^，。\d]{0,12}?(?:验证码|校验码|动态码)/gu

const CARD = /(?<![\w.#/+-])(?:\d[ -]?){12,18}\d(?![\w/]|[.,-]\d)/g
/** What such a number is said to be, right before it, where it is not that of a card. */
const OTHER_NUMBER =
  /(?:order|invoice|tracking|parcel|shipment|ticket|case|booking|reference|ref|receipt|serial|imei|isbn|ean|upc|gtin|barcode|transaction|timestamp|订单|訂單|运单|单号|快递|流水|编号|序列|条码|发票)[^\d.。!！?？]{0,16}$/i
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g
const CHINESE_ID = /(?<![\dA-Za-z])[1-8]\d{16}[\dXx](?![\dA-Za-z])/g
const SOCIAL_SECURITY = /(?<![A-Za-z])(?:SSN|social security(?: number)?)[^\d\n]{1,12}(\d{3}-\d{2}-\d{4})(?!\d)/gi

/** Characters around a secret by which its mask's language is told. */
const AROUND = 30

/**
 * The secrets of a text in the order in which they stand, none overlapping another: keys and tokens by their published forms or beside
 * a word that says what they are, passwords, PINs and one-time codes beside such a word in English or Chinese, recovery phrases, card
 * and bank account numbers and identity numbers by their check digits. Pure; time grows linearly with the text.
 */
export function findSecrets(given: string): SecretSpan[] {
  const text = narrow(given)
  const found: { kind: SecretKind; start: number; end: number }[] = []
  const add = (kind: SecretKind, start: number, end: number): void => {
    if (end > start) found.push({ kind, start, end })
  }
  const all = (pattern: RegExp, take: (match: RegExpExecArray) => void): void => {
    for (const match of text.matchAll(pattern)) take(match)
  }
  /** The last group is the secret, and the match ends with it. */
  const last = (
    kind: SecretKind,
    pattern: RegExp,
    accept: (value: string, match: RegExpExecArray) => boolean = () => true,
  ): void =>
    all(pattern, (match) => {
      const value = match.at(-1) ?? ''
      if (accept(value, match)) add(kind, match.index + match[0].length - value.length, match.index + match[0].length)
    })
  const first = (kind: SecretKind, pattern: RegExp): void =>
    all(pattern, (match) => {
      const start = match.index + match[0].indexOf(match[1] as string)
      add(kind, start, start + (match[1] as string).length)
    })

  for (const { start, end } of keyBlocks(text)) add('private-key', start, end)
  all(PREFIXED, ({ index, 0: key }) => {
    if (/\d|[a-z][A-Z]/.test(key)) add('api-key', index, index + key.length)
  })
  all(JWT, ({ index, 0: token }) => add('token', index, index + token.length))
  all(URL_PASSWORD, ({ index, 1: name = '', 2: password = '' }) =>
    add('password', index + name.length, index + name.length + password.length),
  )
  last('api-key', KEYED, looksRandom)
  last('token', BEARER, looksRandom)
  for (const pattern of [PASSWORD, PASSWORD_CHANGED, CHINESE_PASSWORD])
    all(pattern, ({ index, 0: match, 1: opening = '', 2: value = '' }) => {
      const start = index + match.length - value.length
      add(
        'password',
        start,
        start + passwordLength(text, start, value, match.slice(0, -value.length - opening.length), opening !== ''),
      )
    })
  last('pin', PIN)
  last('pin', CARD_CODE)
  last('pin', CHINESE_PIN)
  last('one-time-code', ONE_TIME)
  first('one-time-code', ONE_TIME_FIRST)
  last('one-time-code', CHINESE_CODE)
  first('one-time-code', CHINESE_CODE_FIRST)
  last('recovery-phrase', PHRASE, (words) => !PROSE.test(words))
  all(CARD, ({ index, 0: number }) => {
    if (isCardNumber(number.replace(/[ -]/g, '')) && !OTHER_NUMBER.test(text.slice(Math.max(0, index - 30), index)))
      add('card-number', index, index + number.length)
  })
  all(IBAN, ({ index, 0: number }) => {
    // The group behind it may be the next word of the sentence.
    for (let end = number.length; end > 14; end = number.lastIndexOf(' ', end - 1))
      if (isIban(number.slice(0, end).replaceAll(' ', ''))) return add('iban', index, index + end)
  })
  all(CHINESE_ID, ({ index, 0: number }) => {
    if (isChineseId(number)) add('id-number', index, index + number.length)
  })
  last('id-number', SOCIAL_SECURITY)
  return inOrder(found).map((one) => ({
    ...one,
    mask: MASKS[one.kind][
      HAS_HAN.test(text.slice(Math.max(0, one.start - AROUND), one.start) + text.slice(one.end, one.end + AROUND))
        ? 1
        : 0
    ],
  }))
}

/** Full-width letters, digits and spaces as the narrow ones that they stand for, each in its place. */
function narrow(text: string): string {
  return /[\uff01-\uff5e\u3000]/.test(text)
    ? text.replace(/[０-９Ａ-Ｚａ-ｚ－\u3000]/g, (wide) =>
        wide === '\u3000' ? ' ' : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
      )
    : text
}

/** Where two overlap, the one that begins first or is longer stands for both. */
function inOrder<S extends { start: number; end: number }>(found: S[]): S[] {
  const kept: S[] = []
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const before = kept.at(-1)
    if (!before || one.start >= before.end) kept.push(one)
    else before.end = Math.max(before.end, one.end)
  }
  return kept
}

/** Blocks of PEM: from their first line to their last, or where that is missing to the end of their base64. */
function* keyBlocks(text: string): Generator<{ start: number; end: number }> {
  if (!text.includes('-----BEGIN')) return
  const ends = [...text.matchAll(PEM_END)]
  let [passed, next] = [0, 0]
  for (const { index, 0: opening } of text.matchAll(PEM)) {
    if (index < passed) continue
    while (ends[next] && (ends[next] as RegExpExecArray).index < index) next++
    const close = ends[next]
    PEM_BODY.lastIndex = index + opening.length
    passed =
      close && close.index - index < LONGEST_KEY
        ? close.index + close[0].length
        : PEM_BODY.lastIndex + (PEM_BODY.exec(text)?.[0].length ?? 0)
    yield { start: index, end: passed }
  }
}

/** Shannon's entropy, in bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let sum = 0
  for (const count of counts.values()) sum -= (count / text.length) * Math.log2(count / text.length)
  return sum
}

/** No word, path or version: letters and digits mixed, and hardly one repeated. */
function looksRandom(value: string): boolean {
  return (
    /\d/.test(value) && /[A-Za-z]/.test(value) && !/^(?:https?|www)/i.test(value) && entropy(value.slice(0, 200)) >= 3
  )
}

const CODE = /^(?:string|str|text|null|undefined|none|true|false|password|input|getpass|process|env|os|config)$/i

/** How much of the value is the password; 0 where it is none. */
function passwordLength(text: string, start: number, value: string, lead: string, quoted: boolean): number {
  const closing = value.search(/["'`”’」』]/)
  const inside = closing < 0 ? value : value.slice(0, closing)
  // The stop of the sentence is no part of it; other marks may be.
  const bare = quoted ? inside : inside.replace(/(?:[.,;:!?)\]}]|\.{2,})$/, '')
  if (bare.length < 3 || bare.startsWith('[') || /^(?:https?:|www\.|<|\*{3,})|^\w+\(/i.test(bare)) return 0
  const [word = ''] = bare.split(/[-'’.]/, 1)
  if (isOrdinary(bare) || CODE.test(bare) || (/^[A-Za-z'’.-]+$/.test(bare) && (isOrdinary(word) || CODE.test(word))))
    return 0
  const after = text.slice(start + bare.length, start + bare.length + 12)
  const isLast = /^["'`”’」』]?(?:[.,;!?)\]}，。！？；]|\s*$|\s*\n|\s{1,2}(?:and|but|so|please|for|on|btw)\b)/i.test(
    after,
  )
  const isMixed = /[\d!@#$%^&*_+=~|\\]/.test(bare) || /[a-z][A-Z]/.test(bare)
  // "password sha256" is talk about passwords unless nothing follows.
  if (/^[A-Za-z]+\s$/.test(lead)) return isMixed && isLast && bare.length >= 6 ? bare.length : 0
  if (quoted || isMixed || /[:=：＝>→]\s*$/.test(lead)) return bare.length
  // A plain word is one where nothing more is said of it.
  return isLast || (HAS_HAN.test(lead) && !after.startsWith('的')) ? bare.length : 0
}
