import { EmbedderError, textOf } from '../values/errors.js'
import type { ErrorCode } from '../values/errors.js'

// An error that crosses a worker's port loses its class, code and hint, so the core answers with values.

/** What a call came to, as plain data. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; code: ErrorCode; message: string; hint?: string; detail?: unknown; cause?: string }

/** Runs `work` and describes how it ended; an error that is not ours becomes `MODEL_FAILED`. */
export async function outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const ours =
      error instanceof EmbedderError
        ? error
        : new EmbedderError('MODEL_FAILED', `The model failed: ${textOf(error)}`, { cause: error })
    const { code, message, hint, value, cause } = ours
    return {
      ok: false,
      code,
      message: hint ? message.slice(0, -hint.length - 1) : message,
      ...(hint === undefined ? {} : { hint }),
      ...(typeof value === 'string' || typeof value === 'number' ? { detail: value } : {}),
      ...(cause === undefined ? {} : { cause: textOf(cause) }),
    }
  }
}

/** The value, or the error thrown anew on this side. */
export function unwrap<T>(result: Outcome<T>): T {
  if (result.ok) return result.value
  throw new EmbedderError(result.code, result.message, {
    ...(result.hint === undefined ? {} : { hint: result.hint }),
    ...(result.detail === undefined ? {} : { value: result.detail }),
    ...(result.cause === undefined ? {} : { cause: new Error(result.cause) }),
  })
}
