import { anyOf, IS, IS_CHINESE, pattern, QUOTE, when, WORD, type SecretRule } from './rule.js'
import { ANY_SERVICE_KEY } from './service-keys.js'

/** A value that may be a key: letters, digits and what base64 and URLs need. */
const KEY = String.raw`([\w+/=.~-]{15,399}[\w+/=~-])`

/** Shannon's entropy, in bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let sum = 0
  for (const count of counts.values()) sum -= (count / text.length) * Math.log2(count / text.length)
  return sum
}

/** No word, path or version: letters and digits mixed, and hardly one repeated. */
const looksRandom = (value: string): boolean =>
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !/^(?:https?|www)/i.test(value) &&
  // "how-to-bake-bread-2024": words, not chance
  (value.match(/(?:^|[-_.])[a-z]{2,12}(?=[-_.])/gi)?.length ?? 0) < 3 &&
  entropy(value.slice(0, 200)) >= 3

const random = when(looksRandom)

/** Keys and tokens: by their published form, or beside a word that says what they are. */
export const KEY_RULES: readonly SecretRule[] = [
  {
    kind: 'api-key',
    pattern: ANY_SERVICE_KEY,
    // A name in the form of a key ("sk-learn-for-everyone-here") has neither digits nor a change of case.
    accept: when((key) => /\d|[a-z][A-Z]/.test(key)),
    example: [`Use ${'gh'}p_${'a1B2c3D4e5'.repeat(4)}`, `${'gh'}p_${'a1B2c3D4e5'.repeat(4)}`],
  },
  {
    // A JSON Web Token.
    kind: 'token',
    pattern: pattern('', String.raw`(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{2,8000}\.[\w-]{0,2000}`),
    example: [`it sent ${'eyJ'}hbGciOiJub25l.eyJzdWIi.c2ln back`, `${'eyJ'}hbGciOiJub25l.eyJzdWIi.c2ln`],
  },
  {
    // A private key of 32 bytes in hexadecimal, or in the form in which Bitcoin wallets export it.
    kind: 'private-key',
    pattern: pattern(
      'i',
      anyOf(
        `${WORD}(?:priv(?:ate)?|secret|signing|wallet)[\\s_-]?key["']?(?:\\s(?:of|for|to)(?:\\s\\w{1,20}){1,3}?)?`,
        '私钥|私鑰',
      ),
      `["']?${anyOf(IS, IS_CHINESE, '')}${QUOTE}`,
      '((?:0x)?[0-9a-f]{64}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![0-9A-Za-z])',
    ),
    example: [`The private key is ${'0x'}${'1f'.repeat(32)}`, `${'0x'}${'1f'.repeat(32)}`],
  },
  {
    // A value that looks drawn at random, beside a word for a key.
    kind: 'api-key',
    pattern: pattern(
      'i',
      WORD,
      anyOf(
        String.raw`api[\s_-]?(?:key|token|secret)`,
        [
          '(?:access|secret|private|client|auth|account|signing|encryption|license|bot|bearer',
          '|refresh|session|personal)',
          String.raw`[\s_-](?:access[\s_-])?(?:key|token|secret)`,
        ].join(''),
        '(?:access|client|refresh|secret|account|sharedAccess|auth)(?:Key|Token|Secret)',
        'secret|token|密钥|金鑰|令牌|秘钥',
      ),
      String.raw`s?["']?(?:\s?(?:是|为|為)\s?|${IS})${QUOTE}${KEY}`,
    ),
    accept: random,
    example: ['client_secret=Zm9vYmFyMTIzNDU2Nzg5MA==', 'Zm9vYmFyMTIzNDU2Nzg5MA=='],
  },
  {
    // The same without "is": the value must be longer.
    kind: 'api-key',
    pattern: pattern('i', String.raw`${WORD}(?:api[\s_-]?key|token)\s{1,2}([\w+/=.~-]{20,400})`),
    accept: random,
    example: ['Api-Key Zm9vYmFyMTIzNDU2Nzg5MA', 'Zm9vYmFyMTIzNDU2Nzg5MA'],
  },
  {
    // The header of an HTTP request.
    kind: 'token',
    pattern: pattern('i', `${WORD}Bearer\\s{1,3}${KEY}`),
    accept: random,
    example: ['Authorization: Bearer abcdef1234567890ABCDEF', 'abcdef1234567890ABCDEF'],
  },
  {
    // The same with a name and a password in base64.
    kind: 'password',
    pattern: pattern('i', `${WORD}Authorization["']?\\s{0,2}:\\s{0,2}["']?Basic\\s{1,3}([\\w+/=]{8,400})`),
    example: ['Authorization: Basic bWFyaWE6dHVscGVu', 'bWFyaWE6dHVscGVu'],
  },
  {
    // Web addresses that let whoever knows them post: Slack, Discord, Microsoft Teams, Feishu, Zapier, Make.
    kind: 'token',
    pattern: pattern(
      'i',
      '(?:https)://',
      anyOf(
        String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/`,
        String.raw`(?:\w{1,10}\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/`,
        String.raw`[\w-]{1,60}\.webhook\.office\.com/webhookb2/`,
        String.raw`hooks?\.[\w.-]{1,60}/(?:[a-z]{1,20}/){0,3}`,
        String.raw`open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/`,
      ),
      String.raw`([\w/@-]{16,400})`,
    ),
    accept: when((secret) => /\d/.test(secret)),
    example: [`https://${'hooks.slack.com'}/services/T0000/B0000/abcdefabcdef`, 'T0000/B0000/abcdefabcdef'],
  },
  {
    // The same with the secret as a parameter: DingTalk, WeCom, Google Chat, signed links of Azure.
    kind: 'token',
    pattern: pattern(
      'i',
      String.raw`(?:https)://[\w.-]{1,100}(?:/[^\s?]{0,300})?\?(?:[^\s#]{0,300}&)?`,
      String.raw`(?:access_token|sig|signature|key|token|api_key|apikey)=([\w%+/=.~-]{20,400})`,
    ),
    accept: random,
    example: [
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
      '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
    ],
  },
]
