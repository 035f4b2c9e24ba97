import { InputError, LocketError } from '../values/errors.js'
import type { CompletionRequest } from './language-model.js'

const ROLES: readonly unknown[] = ['system', 'user', 'assistant']

/**
 * @throws InputError `INVALID_INPUT` for a request that no model can answer; LocketError `ABORTED` when its signal is.
 */
export function checkRequest({ messages, maxTokens, temperature, signal }: CompletionRequest): void {
  const wrong = Array.isArray(messages)
    ? messages.findIndex((message) => !ROLES.includes(message?.role) || typeof message.content !== 'string')
    : 0
  if (wrong !== -1 || messages.length === 0)
    throw new InputError(
      'INVALID_INPUT',
      'messages must be a list of at least one { role, content }, the role "system", "user" or "assistant", the content a text.',
      {
        value: Array.isArray(messages) ? messages[wrong] : messages,
      },
    )
  if (!Number.isInteger(maxTokens) || maxTokens < 1)
    throw new InputError('INVALID_INPUT', 'maxTokens must be a whole number from 1.', { value: maxTokens })
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2))
    throw new InputError('INVALID_INPUT', 'temperature must be a number from 0 to 2.', { value: temperature })
  throwIfAborted(signal)
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal)
}

export function abortedError(signal: AbortSignal | undefined): LocketError {
  return new LocketError('ABORTED', 'The request was aborted.', { cause: signal?.reason })
}

/** The listener is the caller's: its error is the page's to see, and the work goes on. */
export function notify<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value)
  } catch (error) {
    reportError(error)
  }
}
