import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { factSpelling } from '../../platform/identity.js'

// WebCrypto's SHA-256 is asynchronous and takes the whole input at once. A file is hashed while it is streamed, and
// rows are hashed inside transactions, which may await nothing else: so the synchronous one of noble is used.

/** An incremental SHA-256. */
export class Checksum {
  private readonly hash = sha256.create()

  add(bytes: Uint8Array): void {
    this.hash.update(bytes)
  }

  /** The hash of all bytes added, in hex. Nothing can be added afterwards. */
  end(): string {
    return bytesToHex(this.hash.digest())
  }
}

/** The same hashes as `textHash` and `factHash` of `platform/identity.ts`, synchronously. */
export const textHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(text)))).slice(0, 32)
export const factHash = (text: string): string => textHash(factSpelling(text))
