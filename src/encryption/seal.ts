import { gcm } from '@noble/ciphers/aes.js'

/*
 * Synchronous AES-256-GCM: an IndexedDB transaction commits when anything else is awaited, so WebCrypto cannot be used
 * inside one. Sealed data is the number of its key (4 bytes), a random nonce (12), the ciphertext and the tag (16).
 */

const HEAD = 16
const NONCE = 12

export interface DataKey {
  /** Unique in the store. */
  number: number
  key: Uint8Array
}

/**
 * Additional authenticated data: sealed data that is moved to another row, or whose visible fields change, fails to
 * open.
 */
export function binding(...parts: readonly unknown[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(parts))
}

export function seal({ number, key }: DataKey, bound: Uint8Array, plain: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEAD)
  const nonce = crypto.getRandomValues(head.subarray(HEAD - NONCE))
  new DataView(head.buffer).setUint32(0, number)
  const cipher = gcm(key, nonce, bound).encrypt(plain)
  const sealed = new Uint8Array(HEAD + cipher.length)
  sealed.set(head)
  sealed.set(cipher, HEAD)
  return sealed
}

/** The number of the key that sealed the data. */
export function keyNumber(sealed: Uint8Array): number {
  return new DataView(sealed.buffer, sealed.byteOffset, HEAD).getUint32(0)
}

/** @throws Error when the data was sealed with another key, bound to other data, or altered */
export function unseal({ number, key }: DataKey, bound: Uint8Array, sealed: Uint8Array): Uint8Array {
  if (keyNumber(sealed) !== number) throw new RangeError('It was sealed with another key.')
  return gcm(key, sealed.subarray(HEAD - NONCE, HEAD), bound).decrypt(sealed.subarray(HEAD))
}

export const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))
