import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Cached tags: most calls use the same few scopes and ids. */
const KEPT = 2_000

/**
 * Replaces values that an index must find but nobody may read by keyed tags: HMAC-SHA-256, truncated to 128 bits, in
 * base64. Equal values of one kind have equal tags; without the key, a tag reveals nothing about its value.
 */
export class Tagger {
  private readonly mac
  private readonly known = new Map<string, string>()

  constructor(key: Uint8Array) {
    this.mac = hmac.create(sha256, key)
  }

  /**
   * @param kind keeps equal values of different fields apart
   * @param texts the tagged value, for example a scope and a name
   */
  tag(kind: string, ...texts: readonly string[]): string {
    // JSON escapes lone surrogates; UTF-8 would encode them all as the same replacement character.
    const text = JSON.stringify([kind, ...texts])
    const known = this.known.get(text)
    if (known !== undefined) return known
    const digest = this.mac.clone().update(new TextEncoder().encode(text)).digest()
    const tag = btoa(String.fromCharCode(...digest.subarray(0, 16))).slice(0, 22)
    if (this.known.size >= KEPT) this.known.clear()
    this.known.set(text, tag)
    return tag
  }

  /** Empties the cache, which holds the tagged values. To be called after rows were erased. */
  forget(): void {
    this.known.clear()
  }

  scope(scopeKey: string): string {
    return this.tag('scope', scopeKey)
  }
}
