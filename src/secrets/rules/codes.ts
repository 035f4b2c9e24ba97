import { anyOf, IS, IS_ABROAD, IS_CHINESE, pattern, PURPOSE, QUOTE, when, WORD, type SecretRule } from './rule.js'

/** The number goes no further. */
const NO_DIGIT = String.raw`(?![\d.,]?\d)`
const CODE = String.raw`(\d{3}[\s-]\d{3}|\d{4,8})`

/** Words of sentences that no list of recovery words (BIP 39) has. */
const PROSE = /\b(?:the|and|was|not|she|could|would|had|has|for|are|but|his|were|been|which)\b/i

/** PINs, security codes of cards, one-time codes and recovery phrases, each beside a word that says so. */
export const CODE_RULES: readonly SecretRule[] = [
  {
    kind: 'pin',
    pattern: pattern(
      'i',
      String.raw`${WORD}PIN(?:[\s-]?(?:code|number))?${PURPOSE}(?:${IS}|${IS_ABROAD}|\s)(\d{4,8})${NO_DIGIT}`,
    ),
    example: ['my PIN is 4821', '4821'],
  },
  {
    kind: 'pin',
    pattern: pattern('i', String.raw`${WORD}(?:CVV2?|CVC2?|security\scode)${PURPOSE}(?:${IS}|\s)(\d{3,4})${NO_DIGIT}`),
    example: ['The CVV on the back is 123', '123'],
  },
  {
    kind: 'pin',
    pattern: pattern(
      'i',
      String.raw`${WORD}(?:gate|door|alarm|lock(?:er|box)?|safe|entry|entrance|garage|keypad|vault|building)`,
      String.raw`\s(?:code|combination|combo)${PURPOSE}${IS}(\d{3,8})${NO_DIGIT}`,
    ),
    example: ['The gate code is 4821', '4821'],
  },
  {
    kind: 'pin',
    pattern: pattern(
      'iu',
      String.raw`(?:PIN\s?码|PIN\s?碼|取款密码|支付密码|支付密碼|锁屏密码|安全码|CVV码)${IS_CHINESE}?(\d{3,8})(?!\d)`,
    ),
    example: ['支付密码135790', '135790'],
  },
  {
    kind: 'one-time-code',
    pattern: pattern(
      'i',
      WORD,
      anyOf(
        [
          '(?:verification|confirmation|security|authentication|auth|login|log-in|sign-in|access',
          String.raw`|one[\s-]time|single[\s-]use|2FA|two[\s-]factor|OTP|SMS)\s(?:pass)?(?:code|password)`,
        ].join(''),
        'OTP|passcode',
      ),
      String.raw`(?:${IS}|\s)(?:[A-Z]-)?${CODE}${NO_DIGIT}`,
    ),
    example: ['Your verification code is 482913.', '482913'],
  },
  {
    kind: 'one-time-code',
    pattern: pattern(
      'i',
      String.raw`${WORD}your\s(?!(?:zip|post|postal|area|country|promo|discount|`,
      String.raw`coupon|referral|product|error|status|booking)\b)`,
      String.raw`(?:[\w-]{1,20}\s)?code${IS}(?:[A-Z]-)?${CODE}${NO_DIGIT}`,
    ),
    example: ['Your Acme code is A-482913', '482913'],
  },
  {
    // Codes for when the telephone is lost.
    kind: 'one-time-code',
    pattern: pattern(
      'i',
      String.raw`${WORD}(?:backup|recovery|2FA|emergency)\scodes?${PURPOSE}${IS}`,
      String.raw`((?=[a-z]{0,8}-?[a-z]{0,8}\d)[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){0,2}`,
      String.raw`(?:[\s,]{1,3}(?=[a-z]{0,8}-?[a-z]{0,8}\d)[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){0,2}){0,19})(?![A-Za-z0-9-])`,
    ),
    example: ['my backup codes: 1234-5678 8765-4321', '1234-5678 8765-4321'],
  },
  {
    kind: 'one-time-code',
    pattern: pattern(
      'i',
      String.raw`(?<![\w.-])(?:[A-Z]-)?(\d{4,8})`,
      String.raw`(?=\sis\syour\s(?:[\w-]{1,20}\s){0,4}?(?:code|OTP|passcode)(?![A-Za-z]))`,
    ),
    example: ['482913 is your Acme verification code', '482913'],
  },
  {
    // German, French, Spanish.
    kind: 'one-time-code',
    pattern: pattern(
      'iu',
      String.raw`(?<!\p{L})`,
      anyOf(
        '(?:Bestätigungs|Sicherheits|Einmal|Verifizierungs|Anmelde)code|(?:SMS|push|m)-?TAN',
        String.raw`code\sde\s(?:vérification|confirmation|sécurité|connexion)`,
        String.raw`código\sde\s(?:verificación|confirmación|seguridad|acceso)`,
      ),
      String.raw`(?:${IS_ABROAD}|\s)${CODE}${NO_DIGIT}`,
    ),
    example: ['Ihr Bestätigungscode lautet 247374', '247374'],
  },
  {
    kind: 'one-time-code',
    pattern: pattern(
      'u',
      '(?:验证码|驗證碼|校验码|动态码|动态密码|短信码|确认码)',
      String.raw`(?:${IS_CHINESE})?[【\[「]?${CODE}(?!\d)`,
    ),
    example: ['验证码是 384920，五分钟内有效', '384920'],
  },
  {
    kind: 'one-time-code',
    pattern: pattern(
      'u',
      String.raw`(?<!\d)(\d{4,8})(?=(?:\s?[(（].{0,20}?[)）])?\s?(?:是|为)(?:您|你|我)的[^，。\d]{0,12}?(?:验证码|校验码|动态码))`,
    ),
    example: ['384920是您的登录验证码', '384920'],
  },
  {
    kind: 'recovery-phrase',
    pattern: pattern(
      'i',
      anyOf(
        String.raw`(?:seed|recovery|backup|secret|mnemonic|wallet)\s(?:recovery\s)?(?:phrase|words?|seed)`,
        'mnemonic|助记词|助記詞|恢复短语',
      ),
      String.raw`(?:\s?(?:是|为|為)\s?[:：]?|${IS})\s?${QUOTE}`,
      String.raw`((?:\d{1,2}[.)]\s?)?[a-z]{3,8}(?:[\s,]{1,3}(?:\d{1,2}[.)]\s?)?[a-z]{3,8}){11,23})(?![a-z])`,
    ),
    accept: when((words) => !PROSE.test(words)),
    example: [
      'My seed phrase is apple banana cherry dragon eagle forest grape house igloo jacket kite lemon',
      'apple banana cherry dragon eagle forest grape house igloo jacket kite lemon',
    ],
  },
]
