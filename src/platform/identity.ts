import { lazily } from './lazily.js'
import { isWellFormed } from '../values/well-formed.js'

/** Hash of a text without any normalisation, 128 bits in hex. A message with the same id and hash is the same message. */
export async function textHash(text: string): Promise<string> {
  // JSON escapes lone surrogates; UTF-8 would turn all of them into the same replacement character.
  const digest = await sha256(new TextEncoder().encode(JSON.stringify(text)))
  return hex(digest).slice(0, 32)
}

/** Hash of a fact's text. Texts that differ only in white space or Unicode normalisation have the same hash. */
export function factHash(text: string): Promise<string> {
  return textHash(factSpelling(text))
}

/** The text of a fact in NFC with single spaces: equal for equal facts. */
export function factSpelling(text: string): string {
  // Firefox's `normalize` turns all lone surrogates into the same replacement character.
  const composed = isWellFormed(text) ? text.normalize('NFC') : text
  return composed.replace(/\s+/g, ' ').trim()
}

/** The unique key of an active memory: its text hash and scope. */
export function activeKey(scopeKey: string, hash: string): string {
  return `${hash}:${scopeKey}`
}

/** A random UUID, also on pages served over plain http, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Pages served over plain http have no SubtleCrypto; they load an implementation in JavaScript.
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const fallback = await lazily(() => import('@noble/hashes/sha2.js'))
  return fallback.sha256(bytes)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
