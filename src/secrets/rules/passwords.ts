import { isOrdinary } from './ordinary-words.js'
import { anyOf, END, IS, IS_ABROAD, IS_CHINESE, pattern, PURPOSE, QUOTE, WORD } from './rule.js'
import type { MatchContext, SecretRule } from './rule.js'

const PASSWORD = '(?:pass(?:word|phrase|code|wd)|pwd|pw)'
const PASSWORD_ABROAD = String.raw`(?:(?:\p{L}{1,20}-?)?passwor[dt]|kennwort|mot\sde\spasse|mdp|contrase[nñ]a|senha)`
const PURPOSE_ABROAD = [
  String.raw`(?:\s(?:für|fürs|zum|vom|von|du|de|del|da|do|pour|para|per)`,
  String.raw`(?:\s[^\s:=：]{1,20}){1,3}?)?`,
].join('')

/** An opening quotation mark, and the value up to the next space, quotation mark or Chinese punctuation. */
const VALUE = `(${QUOTE})([^\\s"'\`“”‘’「」『』，。！？；、]{3,100})`

/** What stands for a value in code and documentation: types, variables, calls, `<your-key>`, `****`. */
const PLACEHOLDER = new RegExp(
  anyOf(
    [
      '^(?:string|str|text|null|undefined|none|true|false|password|input|shift|required|nullable|confirmed|getpass',
      '|process|env|os|config)(?:$|[.(|])',
    ].join(''),
    String.raw`^(?:https?:|www\.|[<[(]|\$[{A-Z(]|%\w+%|\{\{|\*{3,}|x{3,}$|\.{3}|your[-_ ])`,
    String.raw`^\w+\(`,
  ),
  'i',
)
/** Words of a sentence that is told about a password, such as a message of a form. */
const PROSE = new RegExp(
  [
    String.raw`\b(?:the|and|was|not|to|in|my|your|our|a|an|of|by|on|with|it|that|is|be|for|only|at|from|must|please`,
    String.raw`|but|so|then|when|if|or|as|which|because)\b`,
  ].join(''),
  'i',
)
const HAS_HAN = /\p{Script=Han}/u

/** A digit, a sign or a change of case: no plain word. */
const isMixed = (value: string): boolean => /[\d!@#$%^&*_+=~|\\]/.test(value) || /[a-z][A-Z]/.test(value)

/** Without the stop of the sentence; other marks may be part of a password. */
const withoutStop = (value: string): string => value.replace(/(?:[.,;:!?)\]}]|\.{2,})$/, '')

const isPlaceholder = (value: string): boolean => {
  const [word = ''] = value.split(/[-'’.]/, 1)
  const named = /^[A-Za-z'’.-]+$/.test(value)
  return PLACEHOLDER.test(value) || isOrdinary(value) || (named && (isOrdinary(word) || PLACEHOLDER.test(word)))
}

/** How much of a value after "my password is" is the password. */
function passwordLength(value: string, { text, start, match }: MatchContext): number {
  const opening = match[1] ?? ''
  const lead = match[0].slice(0, -value.length - opening.length)
  const quoted = opening !== ''
  const closing = value.search(/["'`”’」』]/)
  const inside = closing < 0 ? value : value.slice(0, closing)
  const bare = quoted ? inside : withoutStop(inside)
  if (bare.length < 3 || isPlaceholder(bare)) return 0
  // "user / password: guest / …": what follows is the name.
  if (
    /\/\s?$/.test(text.slice(Math.max(0, match.index - 2), match.index)) &&
    /^\s?\//.test(text.slice(start + value.length))
  )
    return 0
  const after = text.slice(start + bare.length, start + bare.length + 12)
  const isLast = /^["'`”’」』]?(?:[.,;!?)\]}，。！？；]|\s*$|\s*\n|\s{1,2}(?:and|but|so|please|for|on|btw)\b)/i.test(
    after,
  )
  // "password sha256" is talk about passwords unless nothing follows.
  if (/^[A-Za-z]+\s$/.test(lead)) return isMixed(bare) && isLast && bare.length >= 6 ? bare.length : 0
  if (quoted || isMixed(bare) || /[:=：＝>→]\s*$/.test(lead)) return bare.length
  // A plain word is one where nothing more is said of it.
  return isLast || (HAS_HAN.test(lead) && !after.startsWith('的')) ? bare.length : 0
}

/** A value in quotation marks: all of it, unless it is a sentence about passwords or stands for a value. */
const quotedLength = (value: string): number =>
  isPlaceholder(value) || PROSE.test(value) || /^(?:pass|kennwort|mot de|contrase|密|口令)/i.test(value)
    ? 0
    : value.length

/** A value in quotation marks in a sentence: all of it, unless it begins as a remark about the password does. */
const spokenLength = (value: string): number =>
  isPlaceholder(value) || isOrdinary(value.split(' ', 1)[0] as string) ? 0 : value.length

/** A value that no sentence would have there: it must be mixed. */
function mixedLength(value: string): number {
  const bare = withoutStop(value)
  return bare.length >= 4 && isMixed(bare) && !isPlaceholder(bare) ? bare.length : 0
}

/** Of a command line: no variable, no placeholder. */
const argumentLength = (value: string): number => (isPlaceholder(value) || value.startsWith('$') ? 0 : value.length)

export const PASSWORD_RULES: readonly SecretRule[] = [
  {
    // An address with a name and a password.
    kind: 'password',
    pattern: pattern('', String.raw`(?<=:\/\/)[^\s:/@]{0,64}:([^\s/@]{1,100})(?=@)`),
    accept: argumentLength,
    example: ['postgres://ana:hunter2@db.local/x', 'hunter2'],
  },
  {
    // A key of JSON or of a configuration file.
    kind: 'password',
    pattern: pattern(
      'i',
      String.raw`["'](?:[\w.-]{0,30}(?:password|passwd|passphrase|pwd)|(?:[\w.-]{0,30}[_.-])?pass|密码|密碼|口令)["']`,
      String.raw`\s{0,3}(?:[:=：]|=>)\s{0,3}`,
      String.raw`(?:"((?:[^"\\\n]|\\.){1,200})"|'((?:[^'\\\n]|\\.){1,200})'|(\d{4,64})(?!\d))`,
    ),
    accept: quotedLength,
    example: ['{"user": "maria", "password": "Blumen7topf"}', 'Blumen7topf'],
  },
  {
    // In a sentence or a setting.
    kind: 'password',
    pattern: pattern('i', `${WORD}${PASSWORD}s?(?![A-Za-z])(?:${PURPOSE}${IS}|\\s)${VALUE}`),
    accept: passwordLength,
    example: ['The password to the wifi is hunter2', 'hunter2'],
  },
  {
    kind: 'password',
    pattern: pattern(
      'iu',
      anyOf(
        String.raw`(?<!\p{L})(?:${PASSWORD}s?|${PASSWORD_ABROAD})(?:${PURPOSE}${IS}|${PURPOSE_ABROAD}${IS_ABROAD})`,
        `(?:密码|密碼|口令)${IS_CHINESE}`,
      ),
      String.raw`(?:"([^"\n]{3,100})"|“([^”\n]{3,100})”|„([^“”\n]{3,100})[“”]`,
      String.raw`|«\s?([^»\n]{3,100}?)\s?»|'([^'\n]{3,100})'`,
      String.raw`|「([^」\n]{3,100})」)`,
    ),
    accept: spokenLength,
    example: ['my password is "a blue horse"', 'a blue horse'],
  },
  {
    // A variable of a program or of its environment.
    kind: 'password',
    pattern: pattern(
      '',
      String.raw`(?<![A-Za-z0-9_])[A-Za-z0-9_]{0,40}`,
      '(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD|[a-z]Password|[a-z]Passwd|[a-z]Pwd)',
      String.raw`\s?[=:]\s?${VALUE}`,
    ),
    accept: passwordLength,
    example: ['PGPASSWORD=Kiwi88 psql shop', 'Kiwi88'],
  },
  {
    // Several words up to the end of the sentence, none of them a word that sentences about passphrases have.
    kind: 'password',
    pattern: pattern('i', `${WORD}pass(?:phrase|word)${PURPOSE}${IS}([a-z]{2,15}(?:[ -][a-z]{2,15}){2,9})${END}`),
    accept: (words) =>
      PROSE.test(words) || words.split(/[ -]/).some((word) => word !== 'correct' && isOrdinary(word))
        ? 0
        : words.length,
    example: ['The passphrase is seven otters juggle lemons.', 'seven otters juggle lemons'],
  },
  {
    kind: 'password',
    pattern: pattern(
      'i',
      String.raw`${WORD}(?:chang|set|reset|updat)[a-z]{0,4}\s(?:[a-z]{1,12}\s){0,3}?`,
      String.raw`${PASSWORD}\s(?:back\s)?to\s${VALUE}`,
    ),
    accept: passwordLength,
    example: ['I changed my password to tr0ub4dor yesterday', 'tr0ub4dor'],
  },
  {
    kind: 'password',
    pattern: pattern(
      'i',
      String.raw`${WORD}(?:use|using|put|enter|type|set|take|with)\s`,
      String.raw`(?:["“]([^"“”\n]{4,100})["”]|'?([^\s"'“”]{4,100})'?)`,
      String.raw`\sas\s(?:(?:the|my|your|our|a|its)\s)?(?:[a-z-]{1,12}\s){0,2}?${PASSWORD}`,
      String.raw`(?![A-Za-z]|\s(?:hash|stor|polic|manag|field|reset|encod|deriv|protect|salt|scheme|algorithm))`,
    ),
    accept: (value, { match }) => (match[1] === undefined ? mixedLength(value) : spokenLength(value)),
    example: ['Use Kestrel-9 as the new password', 'Kestrel-9'],
  },
  {
    // A name and a password.
    kind: 'password',
    pattern: pattern(
      'i',
      WORD,
      anyOf(
        String.raw`(?:log-?ins?|cred(?:ential)?s?|user(?:name)?\s?[/:&+]\s?${PASSWORD})${PURPOSE}${IS}`,
        String.raw`(?:log(?:ged|ging)?|sign(?:ed)?)[\s-]?in\s(?:with|as|using)\s`,
      ),
      String.raw`["']?[^\s/:"']{1,64}["']?\s?[/|:]\s?["']?([^\s/"'，。][^\s"'，。]{3,100})`,
    ),
    accept: mixedLength,
    example: ['The router login is admin / Trombone88', 'Trombone88'],
  },
  {
    kind: 'password',
    pattern: pattern(
      'i',
      String.raw`${WORD}(?:user(?:name)?|login|account)\s?[:=]?\s?[^\s:=,;]{1,64}[\s,;]{1,3}(?:and\s)?`,
      String.raw`pass\s?[:=]?\s?([^\s"']{4,100})`,
    ),
    accept: mixedLength,
    example: ['user bob, pass Kiwi#88', 'Kiwi#88'],
  },
  {
    kind: 'password',
    pattern: pattern(
      'u',
      String.raw`(?:用户名?|用戶名?|账号|帐号|帳號|账户)\s?[/／和、]?\s?(?:密码|密碼|口令)${IS_CHINESE}`,
      String.raw`[!-.0-~]{1,64}\s?[/／]\s?([!-~]{4,64})`,
    ),
    accept: mixedLength,
    example: ['用户名/密码：admin/Xiaomi2024', 'Xiaomi2024'],
  },
  {
    kind: 'password',
    pattern: pattern('u', `(?<![名号號户]\\s?[/／]\\s?)(?:密码|密碼|口令)${IS_CHINESE}(${QUOTE})([!-~]{3,64})`),
    accept: passwordLength,
    example: ['我的密码是abc123，别告诉别人', 'abc123'],
  },
  {
    kind: 'password',
    pattern: pattern(
      'u',
      String.raw`(?:密码|密碼|口令)(?:\s?用的?是?\s?)?([!-~]{5,64}?)(?=\s?(?:[，。！,.!]|$|\n|吧|就行))`,
    ),
    accept: mixedLength,
    example: ['账号是 zhang，密码用 zhang1987', 'zhang1987'],
  },
  {
    kind: 'password',
    pattern: pattern(
      'u',
      String.raw`[用把将將以]\s?([!-~]{4,64})\s?(?:当作?|當作?|当成|作为|作為|做|设成|设为|設成|设置[为成]|改[成为])`,
      String.raw`[^，。！？\s]{0,8}?(?:密码|密碼|口令)`,
    ),
    accept: (value) => (/\d/.test(value) ? mixedLength(value) : 0),
    example: ['把 Dongfeng41 设成密码吧', 'Dongfeng41'],
  },
  {
    // German, French, Spanish, Portuguese.
    kind: 'password',
    pattern: pattern('iu', String.raw`(?<!\p{L})${PASSWORD_ABROAD}${PURPOSE_ABROAD}${IS_ABROAD}${VALUE}`),
    accept: passwordLength,
    example: ['Mein Passwort fürs WLAN ist Apfelkuchen12.', 'Apfelkuchen12'],
  },
  {
    // Spanish "clave" is also the key to success: the value must be mixed.
    kind: 'password',
    pattern: pattern(
      'iu',
      String.raw`(?<!\p{L})clave(?:\s(?:del?|para)(?:\s[^\s:=：]{1,20}){1,3}?)?${IS_ABROAD}${VALUE}`,
    ),
    accept: mixedLength,
    example: ['La clave del wifi es mariposa77', 'mariposa77'],
  },
  {
    kind: 'password',
    pattern: pattern(
      '',
      String.raw`${WORD}curl\s(?:[^\n]{0,200}?\s)?(?:-[A-Za-z]{0,3}u\s?|--(?:proxy-)?user[\s=])`,
      String.raw`["']?[^\s:"'$]{1,64}:([^\s"']{3,100})`,
    ),
    accept: argumentLength,
    example: ['curl -u maria:tulpen3 https://api.example.com', 'tulpen3'],
  },
  {
    kind: 'password',
    pattern: pattern(
      '',
      String.raw`${WORD}(?:mysql|mysqldump|mysqladmin|mariadb)\s(?:[^\n|;&]{0,200}?\s)?-p["']?([^\s"'-][^\s"']{2,100})`,
    ),
    accept: argumentLength,
    example: ['mysql -u root -pOktopus88 shop', 'Oktopus88'],
  },
  {
    kind: 'password',
    pattern: pattern(
      '',
      String.raw`${WORD}(?:sshpass|(?:docker|podman|az|helm\sregistry)\slogin)\s(?:[^\n|;&]{0,200}?\s)?`,
      String.raw`-p\s?["']?([^\s"'-][^\s"']{2,100})`,
    ),
    accept: argumentLength,
    example: ['sshpass -p Lagune17 ssh pi@raspberrypi', 'Lagune17'],
  },
]
