export { encryptedStore, type EncryptedStore } from './encrypted-store.js'
export type { ChangeKeyOptions, EncryptionKey, EncryptionOptions } from './types.js'
