/** What locks an encrypted store: a passphrase, or a key that the application keeps. Neither is ever stored. */
export type EncryptionKey =
  | {
      passphrase: string
      /** Of PBKDF2 with SHA-256: 600,000, the default, or more. Only for locking; a lock knows its own. */
      iterations?: number
    }
  /**
   * AES-GCM with the usages encrypt and decrypt, or wrapKey and unwrapKey; or AES-KW with the latter. It need not be
   * extractable.
   */
  | { key: CryptoKey }

/** The key that a store is opened with. */
export type EncryptionOptions = EncryptionKey & {
  /**
   * `true`: rejects with `NOT_ENCRYPTED` where the store is plain or does not exist, instead of encrypting or making
   * it. For an application that knows, from another device or from its own settings, that it encrypted this store: it
   * then notices that somebody deleted it or put a plain one in its place. Default `false`.
   */
  mustBeEncrypted?: boolean
}

export interface ChangeKeyOptions {
  /**
   * Also gives every scope a new key and writes all rows anew, so that who had the old key can read nothing of what is
   * there. Default `false`.
   */
  reencrypt?: boolean
}
