export { encryptedStore, type EncryptedStore } from './encrypted-store.js'
export type { ChangeKeyOptions, EncryptionKey } from './types.js'
