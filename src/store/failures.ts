import { ConflictError, InputError, LocketError, StoreError } from '../values/errors.js'

export const OPENING = 'opening'

/**
 * Converts an error of IndexedDB into one of Locket's, which pass through unchanged.
 * @param doing completes "while …"
 */
export function storeFailure(error: unknown, doing: string): LocketError {
  if (error instanceof LocketError) return error
  const cause = error
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return new StoreError(
        'QUOTA_EXCEEDED',
        `The browser's storage is full (while ${doing}); nothing of this was stored.`,
        {
          hint: 'Free disk space, or delete or purge old memories; navigator.storage.persist() may grant more.',
          cause,
        },
      )
    case 'ConstraintError':
      return new ConflictError('CONFLICT', `Another row has the same unique key (while ${doing}).`, {
        hint: 'Read the rows again and decide anew.',
        cause,
      })
    case 'DataCloneError':
      return new InputError('INVALID_INPUT', `The row holds something that cannot be stored (while ${doing}).`, {
        hint: 'Functions, DOM nodes and class instances cannot; pass plain data.',
        cause,
      })
    case 'DataError':
      return new InputError('INVALID_INPUT', `The row or the query has no valid key (while ${doing}).`, { cause })
    case 'VersionError':
      return new StoreError(
        'STORE_OUTDATED',
        'The database was written by a newer version of Locket than this page runs.',
        {
          hint: 'Reload the page to get the newer code, and close older tabs.',
          cause,
        },
      )
    case 'SecurityError':
      return unavailable(cause)
    case 'InvalidStateError':
      return lost(cause)
    case 'UnknownError':
      return doing === OPENING ? unavailable(cause) : lost(cause)
    case 'NotFoundError':
    case 'NotReadableError':
      return new StoreError('STORE_CORRUPT', `Part of the database is missing or cannot be read (while ${doing}).`, {
        hint: 'Import a backup into a new database, or delete this one.',
        cause,
      })
    case 'TransactionInactiveError':
      return inactive(cause)
    default:
      // No migration aborted it, so the browser did, for example while clearing the site's data.
      if (doing === OPENING && nameOf(error) === 'AbortError') return lost(cause)
      return new StoreError('TRANSACTION_FAILED', `The transaction failed and was rolled back (while ${doing}).`, {
        hint: 'It may be tried again.',
        cause,
      })
  }
}

/** Whether the connection is dead but a new one may work: WebKit drops connections of suspended pages. */
export function isLost(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'STORE_LOST'
}

/** Whether a call failed because the browser's storage is full. */
export const isFull = (cause: unknown): boolean => (cause as Partial<LocketError>).code === 'QUOTA_EXCEEDED'

export function closed(): InputError {
  return new InputError('CLOSED', 'The store is closed.', { hint: 'Open it before use.' })
}

export function inactive(cause?: unknown): StoreError {
  return new StoreError('TRANSACTION_FAILED', 'The transaction is already over.', {
    hint: 'Await nothing but the transaction inside its body, and do not use it afterwards.',
    cause,
  })
}

export function duplicate(table: string, index: string, value: unknown): ConflictError {
  return new ConflictError('CONFLICT', `Another row of ${table} has the same ${index}.`, {
    hint: 'Read the rows again and decide anew.',
    value,
  })
}

export function outsideTransaction(table: string): InputError {
  return new InputError('INVALID_INPUT', `The table ${table} is not part of this transaction.`, {
    hint: 'Name it in the list of tables.',
    value: table,
  })
}

export function unavailable(cause?: unknown): StoreError {
  return new StoreError('STORE_UNAVAILABLE', 'This page has no usable IndexedDB.', {
    hint:
      'It is missing in some private modes, in sandboxed frames and where site data is blocked. Pass ' +
      'inMemoryStore() to continue without persistence.',
    cause,
  })
}

export function keyRequired(): StoreError {
  return new StoreError('KEY_REQUIRED', 'The store is encrypted.', {
    hint: 'Open it with its key: Memory.open({ encryption: { passphrase } }), or { key }.',
  })
}

export function keyChanged(): StoreError {
  return new StoreError(
    'WRONG_KEY',
    'The key of the store was changed in another tab; the one that it was opened with here is no longer valid.',
    { hint: 'Open it again with the new key.' },
  )
}

export function blocked(what: string, ms: number): StoreError {
  return new StoreError(
    'STORE_BLOCKED',
    `The database could not be ${what} within ${ms} ms: another tab has it open.`,
    {
      hint: 'Close or reload the other tabs of this application, then try again.',
    },
  )
}

export function lost(cause?: unknown): StoreError {
  return new StoreError('STORE_LOST', 'The browser dropped the connection to the database.', {
    hint: 'Try again; if it stays, reload the page.',
    cause,
  })
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}
