import type { SecretKind } from './span.js'

/** What is shown in place of a secret, in the language of the words around it. */
export const MASKS: Record<SecretKind, readonly [english: string, chinese: string]> = {
  'api-key': ['[API key]', '[密钥]'],
  'private-key': ['[private key]', '[私钥]'],
  token: ['[token]', '[令牌]'],
  password: ['[password]', '[密码]'],
  pin: ['[PIN code]', '[PIN 码]'],
  'one-time-code': ['[one-time code]', '[验证码]'],
  'recovery-phrase': ['[recovery phrase]', '[助记词]'],
  'card-number': ['[card number]', '[卡号]'],
  iban: ['[bank account]', '[银行账号]'],
  'id-number': ['[ID number]', '[证件号]'],
}

const ALL = Object.values(MASKS)
  .flat()
  .map((mask) => mask.toLowerCase())

/** Whether a text tells of a secret that was masked: then nothing is left in it to remember. */
export function hasMask(text: string): boolean {
  if (!text.includes('[')) return false
  const folded = text.toLowerCase()
  return ALL.some((mask) => folded.includes(mask))
}
