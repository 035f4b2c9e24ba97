import type { HeadRecord } from '../store/records.js'
import type { Secrets } from './key-ring.js'
import { randomBytes } from './seal.js'
import { Tagger } from './tags.js'

export function newSecrets(tagKey: Uint8Array): Secrets {
  const id = Array.from(randomBytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return secretsFrom(id, randomBytes(32), tagKey)
}

function secretsFrom(id: string, key: Uint8Array, tagKey: Uint8Array): Secrets {
  return { id, key: { number: 0, key }, tagKey, tagger: new Tagger(tagKey) }
}

export function secretsOf({ id }: HeadRecord, secret: Uint8Array): Secrets {
  return secretsFrom(id, secret.slice(0, 32), secret.slice(32))
}

export function joined({ key, tagKey }: Secrets): Uint8Array<ArrayBuffer> {
  const secret = new Uint8Array(64)
  secret.set(key.key)
  secret.set(tagKey, 32)
  return secret
}
