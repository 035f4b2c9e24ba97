import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { factSpelling } from '../../platform/identity.js'

// The browser's own SHA-256 takes a whole text and answers later; a file is hashed as it passes, and rows are hashed
// inside transactions.

/** A running SHA-256. */
export class Checksum {
  private readonly hash = sha256.create()

  add(bytes: Uint8Array): void {
    this.hash.update(bytes)
  }

  /** Of all that was added; nothing can be added afterwards. */
  end(): string {
    return bytesToHex(this.hash.digest())
  }
}

/** `identity.textHash` and `identity.factHash`, at once. */
export const textHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(text)))).slice(0, 32)
export const factHash = (text: string): string => textHash(factSpelling(text))
