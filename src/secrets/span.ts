export type SecretKind =
  | 'api-key'
  | 'private-key'
  | 'token'
  | 'password'
  | 'pin'
  | 'one-time-code'
  | 'recovery-phrase'
  | 'card-number'
  | 'iban'
  | 'id-number'

/** Where a secret stands in a text, in UTF-16 units, and what is shown in its place. */
export interface SecretSpan {
  kind: SecretKind
  start: number
  end: number
  mask: string
}

export type SecretFinder = (text: string) => readonly SecretSpan[]

/**
 * The text with the masks of its secrets in their place. The spans are in order, apart from each other, and of this
 * very text.
 */
export function maskedText({ text, secrets }: { text: string; secrets?: readonly SecretSpan[] }): string {
  if (!secrets) return text
  let masked = ''
  let at = 0
  for (const { start, end, mask } of secrets) {
    masked += text.slice(at, start) + mask
    at = end
  }
  return masked + text.slice(at)
}
