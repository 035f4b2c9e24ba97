import { transferHandlers } from 'comlink'
import {
  ConflictError,
  EmbedderError,
  IndexError,
  InputError,
  LanguageModelError,
  LocketError,
  StoreError,
  type ErrorCode,
} from '../values/errors.js'

const CLASSES = { LocketError, InputError, ConflictError, StoreError, EmbedderError, LanguageModelError, IndexError }

/** A `LocketError` as structured-clonable data. */
export interface WireError {
  locket: keyof typeof CLASSES
  code: ErrorCode
  /** Without the hint, which the constructor appends. */
  message: string
  hint: string | undefined
  value: unknown
  cause: unknown
  stack: string | undefined
}

/** Values that cannot be cloned (functions, proxies) are replaced by their string. */
export function errorToWire(error: LocketError): WireError {
  const { code, hint, stack } = error
  return {
    locket: Object.hasOwn(CLASSES, error.name) ? (error.name as keyof typeof CLASSES) : 'LocketError',
    code,
    message: hint ? error.message.slice(0, -hint.length - 1) : error.message,
    hint,
    value: clonable(error.value),
    cause: error.cause instanceof LocketError ? errorToWire(error.cause) : clonable(error.cause),
    stack,
  }
}

/** Restores the error: class, code, hint, value, cause, and the stack of the realm that threw it. */
export function errorFromWire({ locket, code, message, hint, value, cause, stack }: WireError): LocketError {
  const error = new CLASSES[locket](code, message, {
    ...(hint !== undefined && { hint }),
    cause: isWireError(cause) ? errorFromWire(cause) : cause,
  })
  // The value is as the sender described it: the constructor would describe the description.
  return Object.assign(error, { value }, stack !== undefined && { stack })
}

/** The deepest chain of causes that is read: the sender decides how deep it goes. */
const MOST_CAUSES = 8

/** Reads an error from an untrusted realm: a copy of the known fields; undefined if it is no error. */
export function readWireError(sent: unknown, causes = MOST_CAUSES): WireError | undefined {
  if (!isWireError(sent)) return undefined
  const { locket, code, message, hint, value, cause, stack } = sent as { [K in keyof WireError]: unknown }
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return {
    locket: locket as WireError['locket'],
    code: code as ErrorCode,
    message,
    hint: typeof hint === 'string' ? hint : undefined,
    value,
    cause: isWireError(cause) ? (causes > 0 ? readWireError(cause, causes - 1) : undefined) : cause,
    stack: typeof stack === 'string' ? stack : undefined,
  }
}

function isWireError(value: unknown): value is WireError {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<WireError>).locket === 'string' &&
    // Not `in`, which also finds inherited names such as `constructor`.
    Object.hasOwn(CLASSES, (value as WireError).locket)
  )
}

function clonable(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return String(value)
  }
}

let installed = false

/**
 * Makes Comlink transfer a `LocketError` with all its fields; by default it keeps only name, message and stack. Call it
 * on both sides before the first call. Calling it again has no effect.
 */
export function installErrorTransfer(): void {
  const original = transferHandlers.get('throw')
  if (installed || !original) return
  installed = true
  transferHandlers.set('throw', {
    canHandle: original.canHandle,
    serialize(thrown: unknown) {
      const { value } = thrown as { value: unknown }
      return value instanceof LocketError ? [errorToWire(value), []] : original.serialize(thrown)
    },
    deserialize(wire: unknown) {
      if (isWireError(wire)) throw errorFromWire(wire)
      return original.deserialize(wire)
    },
  })
}
