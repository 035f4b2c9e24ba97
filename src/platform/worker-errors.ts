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

/** What cannot cross (a function, a proxy) arrives as its description. */
export function errorToWire(error: LocketError): WireError {
  const { code, hint, stack } = error
  return {
    locket: error.name in CLASSES ? (error.name as keyof typeof CLASSES) : 'LocketError',
    code,
    message: hint ? error.message.slice(0, -hint.length - 1) : error.message,
    hint,
    value: clonable(error.value),
    cause: error.cause instanceof LocketError ? errorToWire(error.cause) : clonable(error.cause),
    stack,
  }
}

/** The error again: same class, code, hint, value and cause, with the stack of where it was thrown. */
export function errorFromWire({ locket, code, message, hint, value, cause, stack }: WireError): LocketError {
  const error = new CLASSES[locket](code, message, {
    ...(hint !== undefined && { hint }),
    value,
    cause: isWireError(cause) ? errorFromWire(cause) : cause,
  })
  if (stack !== undefined) error.stack = stack
  return error
}

function isWireError(value: unknown): value is WireError {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<WireError>).locket === 'string' &&
    (value as WireError).locket in CLASSES
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
 * Makes comlink carry `LocketError`s whole; by default it keeps only name, message and stack. Other errors travel as before.
 * Call it on both sides before the first call; again is harmless.
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
