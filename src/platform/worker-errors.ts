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

/** What cannot be copied (a function, a proxy) arrives as its description. */
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

/** The error again: same class, code, hint, value and cause, with the stack of where it was thrown. */
export function errorFromWire({ locket, code, message, hint, value, cause, stack }: WireError): LocketError {
  const error = new CLASSES[locket](code, message, {
    ...(hint !== undefined && { hint }),
    cause: isWireError(cause) ? errorFromWire(cause) : cause,
  })
  // As the other side describes it: described again, the description would be an object.
  return Object.assign(error, { value }, stack !== undefined && { stack })
}

/** How many causes of causes are read: who sends an error chooses how deep it goes. */
const MOST_CAUSES = 8

/**
 * An error sent by a realm that is not trusted, copied from the fields that an error has; undefined for anything else.
 */
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
    // Not `in`: an object also has what all objects have, such as `constructor`.
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
 * Makes comlink carry `LocketError`s whole; by default it keeps only name, message and stack. Other errors travel as
 * before. Call it on both sides before the first call; again is harmless.
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
