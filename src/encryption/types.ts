/** What opens an encrypted store: a passphrase, or a key that the application keeps. Neither is ever stored. */
export type EncryptionKey =
  | {
      passphrase: string
      /**
       * Iterations of PBKDF2 with SHA-256, 600,000 (the default) to 10,000,000. Used when the passphrase is set;
       * opening uses the number stored in the lock.
       */
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
   * `true`: opening rejects with `NOT_ENCRYPTED` if the store is plain or does not exist, instead of encrypting or
   * creating it. For an application that knows, from another device or from its own settings, that it encrypted this
   * store: it then notices that somebody deleted it or put a plain one in its place. Default `false`.
   */
  mustBeEncrypted?: boolean
}

export interface ChangeKeyOptions {
  /**
   * Also creates new keys and rewrites all rows, so that nobody who had the old key can read the store. Default
   * `false`.
   */
  reencrypt?: boolean
}
