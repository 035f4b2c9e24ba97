/** Every failure Locket reports has one of these codes; `docs/errors.md` says of each what was wrong and what to do. */
export type ErrorCode =
  // the caller's input
  | 'INVALID_INPUT'
  | 'UNKNOWN_OPTION'
  | 'UNKNOWN_OPERATOR'
  | 'INVALID_DATE'
  | 'INVALID_METADATA'
  | 'SCOPE_REQUIRED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'CLOSED'
  | 'IMPORT_REFUSED'
  | 'HISTORY_TRIMMED'
  // a memory in another realm
  | 'DISCONNECTED'
  | 'VERSION_MISMATCH'
  | 'NOT_ALLOWED'
  | 'ORIGIN_REFUSED'
  | 'CODE_UNAVAILABLE'
  // the store
  | 'STORE_UNAVAILABLE'
  | 'STORE_BLOCKED'
  | 'STORE_OUTDATED'
  | 'STORE_LOST'
  | 'STORE_CORRUPT'
  | 'QUOTA_EXCEEDED'
  | 'STORAGE_LOW'
  | 'TRANSACTION_FAILED'
  // encryption at rest
  | 'KEY_REQUIRED'
  | 'NOT_ENCRYPTED'
  | 'WRONG_KEY'
  | 'CRYPTO_UNAVAILABLE'
  // the embedder and the indexes
  | 'MODEL_MISSING'
  | 'MODEL_STALE'
  | 'MODEL_FAILED'
  | 'INVALID_VECTOR'
  | 'DIMENSION_MISMATCH'
  | 'INDEX_FAILED'
  | 'JOURNAL_ONLY'
  // language models and what they draw
  | 'MODEL_UNAVAILABLE'
  | 'CONTEXT_EXCEEDED'
  | 'EXTRACTION_FAILED'
  | 'ABORTED'

export interface ErrorDetails {
  /** What to do about it, in one sentence. */
  hint?: string
  /** The offending value. The error keeps what `ofValue` leaves of it. */
  value?: unknown
  cause?: unknown
}

/** Whether a text can be an identifier, a number or an address, and no sentence. */
export const isIdentifier = (text: string): boolean => /^[!-~]{0,200}$/.test(text)

/** What an error says of a value, without the text that may be in it. */
function ofValue(value: unknown): unknown {
  const type = typeof value
  if (typeof value === 'string' && !isIdentifier(value)) return { type, length: value.length }
  return Object(value) === value || type === 'symbol' ? { type } : value
}

/** The root of all of Locket's errors: `code` for programs, `message` and `hint` for people. */
export class LocketError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  /**
   * The offending value: a number, an identifier or the name of an option as given. Of any other text only `{ type,
   * length }`, and of an object `{ type }`: it may hold what a person wrote, and errors end in logs.
   */
  readonly value: unknown

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(
      details.hint ? `${message} ${details.hint}` : message,
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.code = code
    this.hint = details.hint
    this.value = ofValue(details.value)
  }

  // Literal names, so that they survive minification.
  override get name(): string {
    return 'LocketError'
  }
}

/** The caller's input cannot mean anything; nothing was stored or changed. */
export class InputError extends LocketError {
  override get name(): string {
    return 'InputError'
  }
}

/** The row was changed by someone else since the caller read it, or an undo would overwrite later work. */
export class ConflictError extends LocketError {
  override get name(): string {
    return 'ConflictError'
  }
}

/** IndexedDB refused, was full, was lost or belongs to another version of the code. */
export class StoreError extends LocketError {
  override get name(): string {
    return 'StoreError'
  }
}

/** A model is missing, stale or failed, or returned what is not a vector. */
export class EmbedderError extends LocketError {
  override get name(): string {
    return 'EmbedderError'
  }
}

/** A language model is missing, out of reach or failed; what was to be done with it waits. */
export class LanguageModelError extends LocketError {
  override get name(): string {
    return 'LanguageModelError'
  }
}

/** A vector or keyword index was given what it cannot hold, or failed; the store is untouched. */
export class IndexError extends LocketError {
  override get name(): string {
    return 'IndexError'
  }
}

/** `cause` itself when it is one of Locket's errors, else wrapped in one. */
export function asLocketError(cause: unknown, code: ErrorCode, message: string): LocketError {
  return cause instanceof LocketError ? cause : new LocketError(code, message, { cause })
}

/** What a value that was thrown says. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
