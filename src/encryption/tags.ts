import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Tags kept at hand: the same few scopes and ids come again and again. */
const KEPT = 2_000

/**
 * Keyed tags (HMAC-SHA-256, 128 bits of it in base64) in the place of what an index must find but nobody may read.
 * Equal texts of one kind have equal tags, and so have only they; without the key a tag says nothing of its text.
 */
export class Tagger {
  private readonly mac
  private readonly known = new Map<string, string>()

  constructor(key: Uint8Array) {
    this.mac = hmac.create(sha256, key)
  }

  /** @param texts what a tag stands for, for example a name within a scope. */
  tag(kind: string, ...texts: readonly string[]): string {
    // JSON spells out lone surrogates, which UTF-8 would make one and the same.
    const text = JSON.stringify([kind, ...texts])
    const known = this.known.get(text)
    if (known !== undefined) return known
    const digest = this.mac.clone().update(new TextEncoder().encode(text)).digest()
    const tag = btoa(String.fromCharCode(...digest.subarray(0, 16))).slice(0, 22)
    if (this.known.size >= KEPT) this.known.clear()
    this.known.set(text, tag)
    return tag
  }

  /** Lets go of the texts whose tags were kept at hand, once some of them were erased. */
  forget(): void {
    this.known.clear()
  }

  scope(scopeKey: string): string {
    return this.tag('scope', scopeKey)
  }
}
