/** How the store's key is wrapped: with a key derived from a passphrase, or with one that the application holds. */
export type Lock =
  | {
      by: 'passphrase'
      /** PBKDF2 iterations. */
      iterations: number
      salt: Uint8Array<ArrayBuffer>
      nonce: Uint8Array<ArrayBuffer>
      wrapped: Uint8Array<ArrayBuffer>
    }
  | { by: 'AES-GCM'; nonce: Uint8Array<ArrayBuffer>; wrapped: Uint8Array<ArrayBuffer> }
  | { by: 'AES-KW'; wrapped: Uint8Array<ArrayBuffer> }

/** The head of an encrypted store. */
export interface HeadRecord {
  key: 'store'
  /** Version of the encryption format. */
  format: number
  /** Identifies the store's key: a new key has a new id. */
  id: string
  /** Raised whenever a row of this table changes; also the number of the newest scope key. */
  version: number
  lock: Lock
  /** While rows are being rewritten: the table, by index, and the last key that is done. */
  work?: { what: 'encrypt' | 'reencrypt'; table: number; after?: number | string }
}

/** The key of one scope, sealed with the store's key. */
export interface ScopeKeyRecord {
  /** Tag of the scope. */
  key: string
  sealed: Uint8Array
  /** The previous key, while rows are being re-encrypted. */
  was?: Uint8Array
}
