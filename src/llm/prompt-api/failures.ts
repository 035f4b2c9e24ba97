import { LanguageModelError } from '../../values/errors.js'
import type { LocketError } from '../../values/errors.js'

const OTHER = 'Use another model: autoLlm() chooses the best of several.'

export function noModel(): LanguageModelError {
  return new LanguageModelError(
    'MODEL_UNAVAILABLE',
    'This browser has no built-in language model (the Prompt API), or not here: only pages have it, workers do not.',
    {
      hint: `Chrome has one since version 138, on desktops. ${OTHER}`,
    },
  )
}

export function notOnThisDevice(languages: readonly string[]): LanguageModelError {
  return new LanguageModelError(
    'MODEL_UNAVAILABLE',
    `The browser's built-in model is not available on this device for the languages ${languages.join(', ')}.`,
    {
      hint: `It needs 22 GB of free disk, and 4 GB of video memory or 16 GB of memory: chrome://on-device-internals tells what is missing. ${OTHER}`,
    },
  )
}

/** What the API's own errors mean; they are DOMExceptions, told apart by name. */
export function failureOf(cause: unknown, contextTokens: number): LocketError {
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) }
  const error = (code: 'MODEL_UNAVAILABLE' | 'MODEL_FAILED' | 'CONTEXT_EXCEEDED', what: string, hint: string) =>
    new LanguageModelError(code, what, { hint, cause })
  switch (name) {
    case 'QuotaExceededError': {
      const { requested, quota } = cause as { requested?: number | null; quota?: number | null }
      return error(
        'CONTEXT_EXCEEDED',
        `The prompt has ${requested ?? 'too many'} tokens, the context of the browser's model ${quota ?? contextTokens}.`,
        'Send less at once.',
      )
    }
    case 'NotAllowedError':
      return error(
        'MODEL_UNAVAILABLE',
        `The browser did not give its model: ${message}`,
        'Before it is downloaded, load() must be called from a click or a key press; a page in a frame needs allow="language-model".',
      )
    case 'NotSupportedError':
      return error(
        'MODEL_FAILED',
        `The browser's model does not do what was asked for: ${message}`,
        'Check the languages and the schema.',
      )
    case 'NotReadableError':
      return error(
        'MODEL_FAILED',
        `The browser's model or its filter held the reply back: ${message}`,
        'Asking again will not help.',
      )
    case 'AbortError':
    case 'InvalidStateError':
    case 'NetworkError':
    case 'TimeoutError':
      return error('MODEL_UNAVAILABLE', `The browser's model went away: ${message}`, 'Try later.')
    default:
      return error('MODEL_FAILED', `The browser's model failed: ${message}`, 'Try later, or use another model.')
  }
}
