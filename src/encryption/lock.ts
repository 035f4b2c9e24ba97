import { InputError, LocketError, StoreError } from '../values/errors.js'
import { checkNames, wholeNumber } from '../values/options.js'
import type { Lock } from '../store/records.js'
import type { EncryptionKey } from './types.js'
import { randomBytes } from './seal.js'

/** The minimum that OWASP recommends for PBKDF2 with SHA-256 (Password Storage Cheat Sheet, 2023). */
const LEAST_ITERATIONS = 600_000
/**
 * About ten seconds on a laptop. A lock with more was tampered with to make opening take hours, and is refused before a
 * key is derived.
 */
export const MOST_ITERATIONS = 10_000_000
const LABEL = new TextEncoder().encode('locket store key')
const USES = [
  ['encrypt', 'decrypt'],
  ['wrapKey', 'unwrapKey'],
] as const

/** The checked key that an application passed, or the key derived from its passphrase. */
export type Key = { passphrase: string; iterations: number } | { key: CryptoKey } | DerivedKey

/**
 * The key derived from a passphrase and a salt. Kept instead of the passphrase, to open the same store again.
 */
interface DerivedKey {
  derived: CryptoKey
  salt: Uint8Array<ArrayBuffer>
  iterations: number
}

export function readKey(call: string, given: EncryptionKey, more: readonly string[] = []): Key {
  checkNames(call, given, ['passphrase', 'iterations', 'key', ...more])
  const { passphrase, iterations, key } = given as { passphrase?: unknown; iterations?: unknown; key?: unknown }
  if ((passphrase === undefined) === (key === undefined))
    throw new InputError('INVALID_INPUT', `${call} takes either a passphrase or a key.`)
  if (key !== undefined) return { key: checkCryptoKey(call, key) }
  if (typeof passphrase !== 'string' || passphrase === '')
    throw new InputError('INVALID_INPUT', `The passphrase of ${call} must be a text that is not empty.`)
  return {
    passphrase,
    iterations: wholeNumber('iterations', iterations, LEAST_ITERATIONS, LEAST_ITERATIONS, MOST_ITERATIONS),
  }
}

function checkCryptoKey(call: string, key: unknown): CryptoKey {
  const { algorithm, usages } = (key ?? {}) as Partial<CryptoKey>
  const [name, may] = [algorithm?.name, usages ?? []]
  const able = USES.some(
    (uses, i) => (name === 'AES-GCM' || (name === 'AES-KW' && i === 1)) && uses.every((use) => may.includes(use)),
  )
  if (!able)
    throw new InputError('INVALID_INPUT', `The key of ${call} must be a CryptoKey that can wrap others.`, {
      hint: 'AES-GCM with the usages encrypt and decrypt, or wrapKey and unwrapKey; or AES-KW with the latter.',
    })
  return key as CryptoKey
}

/**
 * Encrypts the store's secret; the resulting lock is stored. `key` is what to keep in memory instead of a passphrase.
 */
export async function lock(secret: Uint8Array<ArrayBuffer>, given: Key): Promise<{ lock: Lock; key: Key }> {
  const nonce = randomBytes(12)
  if ('key' in given) {
    const wrapped = await wrap(given.key, nonce, secret)
    return { lock: isGcm(given.key) ? { by: 'AES-GCM', nonce, wrapped } : { by: 'AES-KW', wrapped }, key: given }
  }
  const key = 'derived' in given ? given : await derive(given.passphrase, randomBytes(16), given.iterations)
  const { derived, salt, iterations } = key
  return { lock: { by: 'passphrase', iterations, salt, nonce, wrapped: await wrap(derived, nonce, secret) }, key }
}

/**
 * Decrypts the store's secret. `key` is what to keep in memory instead of a passphrase.
 * @throws StoreError `WRONG_KEY`
 */
export async function unlock(lock: Lock, given: Key): Promise<{ secret: Uint8Array<ArrayBuffer>; key: Key }> {
  const by = !('key' in given) ? 'passphrase' : isGcm(given.key) ? 'AES-GCM' : 'AES-KW'
  if (by !== lock.by) throw wrongKey(`The store is locked with ${named(lock.by)}, not ${named(by)}.`)
  const key =
    'passphrase' in given && lock.by === 'passphrase'
      ? await derive(given.passphrase, lock.salt, lock.iterations)
      : given
  try {
    const kek = 'key' in key ? key.key : (key as DerivedKey).derived
    return { secret: await unwrap(kek, lock.by === 'AES-KW' ? undefined : lock.nonce, lock.wrapped), key }
  } catch (cause) {
    throw wrongKey(`This is not the ${by === 'passphrase' ? 'passphrase' : 'key'} of the store.`, cause)
  }
}

const named = (by: Lock['by']): string => (by === 'passphrase' ? 'a passphrase' : `an ${by} key`)
const isGcm = (key: CryptoKey): boolean => key.algorithm.name === 'AES-GCM'

function wrongKey(message: string, cause?: unknown): StoreError {
  return new StoreError('WRONG_KEY', message, {
    hint: 'Nothing was changed. Without its key a store cannot be read.',
    cause,
  })
}

async function derive(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<DerivedKey> {
  // Keyboards compose accented characters differently; NFC makes them equal.
  const typed = new TextEncoder().encode(passphrase.normalize('NFC'))
  const base = await subtle().importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const derived = await subtle().deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  return { derived, salt, iterations }
}

// AES-GCM's wrapKey and encrypt produce the same bytes. A key may allow only one of them, so both are supported.

const CONTAINER = { name: 'HMAC', hash: 'SHA-256' }
const cipher = (kek: CryptoKey, nonce: Uint8Array<ArrayBuffer> | undefined) =>
  nonce && isGcm(kek) ? { name: 'AES-GCM', iv: nonce, additionalData: LABEL } : 'AES-KW'

async function wrap(
  kek: CryptoKey,
  nonce: Uint8Array<ArrayBuffer>,
  secret: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = cipher(kek, nonce)
  if (kek.usages.includes('encrypt')) return new Uint8Array(await subtle().encrypt(algorithm, kek, secret))
  const container = await subtle().importKey('raw', secret, CONTAINER, true, ['sign'])
  return new Uint8Array(await subtle().wrapKey('raw', container, kek, algorithm))
}

async function unwrap(
  kek: CryptoKey,
  nonce: Uint8Array<ArrayBuffer> | undefined,
  wrapped: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = cipher(kek, nonce)
  if (kek.usages.includes('decrypt')) return new Uint8Array(await subtle().decrypt(algorithm, kek, wrapped))
  const container = await subtle().unwrapKey('raw', wrapped, kek, algorithm, CONTAINER, true, ['sign'])
  return new Uint8Array(await subtle().exportKey('raw', container))
}

function subtle(): SubtleCrypto {
  const found = (globalThis.crypto as Partial<Crypto> | undefined)?.subtle
  if (!found)
    throw new LocketError('CRYPTO_UNAVAILABLE', 'This page has no WebCrypto, so nothing can be encrypted here.', {
      hint: 'Browsers have it in secure contexts only: serve the page over https, or from localhost.',
    })
  return found
}
