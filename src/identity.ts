import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

// Not crypto.subtle: it is missing on plain-http pages, and a hash that could be awaited could not be used inside a transaction.

/** Hash of a text exactly as it is: what makes a resent message the same message. 128 bits in hex. */
export function textHash(text: string): string {
  // JSON spells out lone surrogates, all of which UTF-8 would turn into one and the same replacement character.
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(text)))).slice(0, 32)
}

/** Hash of what a fact says: white space and Unicode forms do not make another fact. */
export function factHash(text: string): string {
  return textHash(text.normalize('NFC').replace(/\s+/g, ' ').trim())
}

/** The unique key of an active memory: canonical (scope, text hash). */
export function activeKey(scopeKey: string, hash: string): string {
  return `${hash}:${scopeKey}`
}

/** A random UUID, on plain-http pages too. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
