import { StoreError } from '../values/errors.js'
import type { HeadRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import { HEAD } from './key-ring.js'
import { MOST_ITERATIONS } from './lock.js'

export const FORMAT = 1

export async function readHead(tx: Reader): Promise<HeadRecord | undefined> {
  const head = (await tx.get('keys', HEAD)) as HeadRecord | undefined
  if (head && isSound(head)) return head
  if (head?.format !== undefined && head.format > FORMAT)
    throw new StoreError(
      'STORE_OUTDATED',
      'The store was encrypted by a newer version of Locket than this page runs.',
      { hint: 'Reload the page to get the newer code.' },
    )
  const isSealed = head || (await tx.count('keys')) > 0 || (await tx.list('meta')).some((row) => 'sealed' in row)
  if (isSealed)
    throw new StoreError(
      'STORE_CORRUPT',
      'The store is encrypted, but the record of its lock is damaged or gone; without it nothing can be opened.',
      { hint: 'Import a backup into a new store.' },
    )
  return undefined
}

function isSound({ format, id, version, lock }: HeadRecord): boolean {
  const bytes = (value: unknown): boolean => value instanceof Uint8Array
  const isLock =
    lock?.by === 'passphrase'
      ? Number.isInteger(lock.iterations) &&
        lock.iterations > 0 &&
        lock.iterations <= MOST_ITERATIONS &&
        bytes(lock.salt) &&
        bytes(lock.nonce)
      : lock?.by === 'AES-GCM'
        ? bytes(lock.nonce)
        : lock?.by === 'AES-KW'
  return format === FORMAT && typeof id === 'string' && Number.isInteger(version) && isLock && bytes(lock.wrapped)
}

export function notEncrypted(): StoreError {
  return new StoreError('NOT_ENCRYPTED', 'The store is not encrypted, or does not exist, and mustBeEncrypted is set.', {
    hint:
      'It was deleted or replaced since it was encrypted. Nothing was changed. Tell the user; to start anew, open it ' +
      'without mustBeEncrypted.',
  })
}
