import { InputError, LanguageModelError, LocketError, type ErrorDetails } from '../../values/errors.js'

/** What the library threw. A worker of it sends errors as texts: `Name: message`. */
export interface Fault {
  name: string
  message: string
  cause: unknown
}

export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Error) return { name: thrown.name, message: thrown.message, cause: thrown }
  const [, name = 'Error', message = ''] = /^(?:(\w+): )?([\s\S]*)$/.exec(String(thrown)) ?? []
  return { name, message, cause: thrown }
}

/**
 * The device went away and took the model with it. The same name as that of an abort by the user, which the caller
 * tells apart by its signal.
 */
export function isDeviceLoss({ name, message }: Fault): boolean {
  return (
    ['AbortError', 'ModelNotLoadedError', 'DeviceLostError'].includes(name) ||
    /device (?:is|was) lost|lost device/i.test(message)
  )
}

/** Some builds of the kernels sample a token that the grammar forbids. */
export const isRejectedToken = ({ message }: Fault): boolean => message.includes('Grammar matcher rejected')

/** A file that was cut short and is kept like that. */
export const isShortShard = ({ message }: Fault): boolean => message.includes('exceeds shard size')

/** A model library that was compiled for another version of WebLLM. */
export const isForeignLibrary = ({ name }: Fault): boolean => name === 'LinkError'

export const lacksFloat16 = ({ name }: Fault): boolean => name === 'ShaderF16SupportError'

const isNoDevice = ({ message }: Fault): boolean => /compatible GPU|Cannot initialize runtime/.test(message)
const isNoMemory = ({ message }: Fault): boolean => /out of memory|OutOfMemory|\bOOM\b/i.test(message)

/** Whether one of the model's files may be the reason why it did not load. */
export function mayBeFile(fault: Fault): boolean {
  return (
    !(fault.cause instanceof LocketError) &&
    !Object.hasOwn(LOADING, fault.name) &&
    !isDeviceLoss(fault) &&
    !isNoDevice(fault) &&
    !isNoMemory(fault)
  )
}

/** By the name of what the library threw while loading. */
const LOADING: Record<string, (fault: Fault, model: string) => LanguageModelError> = {
  LibraryMissingError: ({ cause }) => libraryMissing(cause),
  IntegrityError: ({ message, cause }, model) =>
    error('MODEL_FAILED', `A file of ${model} is not the one that the configuration names: ${message}`, {
      cause,
      hint: 'Serve the right file, or correct its hash in the configuration.',
    }),
  ModelNotFoundError: ({ message, cause }) => error('MODEL_MISSING', message, { cause }),
  ShaderF16SupportError: ({ cause }, model) => noFloat16(model, cause),
  FeatureSupportError: ({ message, cause }) =>
    error('MODEL_UNAVAILABLE', message, { cause, hint: 'Choose another model.' }),
  WebGPUNotAvailableError: ({ cause }) => noDevice('there is no WebGPU', cause),
  WebGPUNotFoundError: ({ cause }) => noDevice('there is no WebGPU', cause),
  QuotaExceededError: ({ cause }, model) =>
    error('MODEL_UNAVAILABLE', `There is no room to keep the files of ${model}.`, {
      cause,
      hint: 'Remove a model with webLlmCache(), or free storage.',
    }),
}

/** What to report when a model did not load, for faults that are none of a single file. */
export function loadError(fault: Fault, model: string, version: string): LocketError {
  if (fault.cause instanceof LocketError) return fault.cause
  const { name, message, cause } = fault
  const known = Object.hasOwn(LOADING, name) ? LOADING[name] : undefined
  if (known) return known(fault, model)
  if (isForeignLibrary(fault))
    return error(
      'MODEL_FAILED',
      `The library (model_lib) of ${model} was made for another version of WebLLM; this one needs ${version}.`,
      {
        cause,
        hint: `Serve the file of ${version}.`,
      },
    )
  if (isDeviceLoss(fault) || isNoMemory(fault))
    return error('MODEL_UNAVAILABLE', `The graphics device was lost while ${model} was loading.`, {
      cause,
      hint: 'Its memory may be too small: choose a smaller model, or fewer contextTokens.',
    })
  if (isNoDevice(fault)) return noDevice(message, cause)
  return error('MODEL_FAILED', `${model} did not load: ${name}: ${message}`, { cause })
}

/** What to report when a reply came to nothing. */
export function replyError(fault: Fault, model: string): LocketError {
  if (fault.cause instanceof LocketError) return fault.cause
  const { name, message, cause } = fault
  switch (name) {
    case 'ContextWindowSizeExceededError': {
      const [tokens, limit] = message.match(/\d+/g) ?? []
      return error('CONTEXT_EXCEEDED', `The prompt has ${tokens} tokens, and the context of ${model} is ${limit}.`, {
        value: Number(tokens),
        cause,
        hint: 'Ask in parts.',
      })
    }
    case 'MessageOrderError':
    case 'SystemMessageOrderError':
      return new InputError('INVALID_INPUT', message, { cause })
    case 'GrammarMatcherInitError':
      return error('MODEL_FAILED', `WebLLM does not take this schema: ${message}`, { cause })
    default:
      return isDeviceLoss(fault)
        ? error('MODEL_UNAVAILABLE', `The graphics device was lost again while ${model} replied.`, {
            cause,
            hint: 'Try later, or choose a smaller model.',
          })
        : error('MODEL_FAILED', `${model} failed: ${name}: ${message}`, { cause })
  }
}

export const noDevice = (reason: string, cause?: unknown): LanguageModelError =>
  error('MODEL_UNAVAILABLE', `WebLLM cannot run here: ${reason}.`, {
    ...(cause === undefined ? {} : { cause }),
    hint: 'Use a model that runs on the CPU, or an endpoint.',
  })

export const noFloat16 = (model: string, cause?: unknown): LanguageModelError =>
  error(
    'MODEL_UNAVAILABLE',
    `${model} needs 16-bit shaders (shader-f16), which this device lacks, and its configuration has no 32-bit build of it.`,
    {
      value: model,
      ...(cause === undefined ? {} : { cause }),
      hint: 'Choose a q4f32 build.',
    },
  )

export const libraryMissing = (cause: unknown): LanguageModelError =>
  error('MODEL_MISSING', 'The library @mlc-ai/web-llm is not there.', {
    cause,
    hint: 'Run npm i @mlc-ai/web-llm; a page without a bundler names it in its import map.',
  })

function error(
  code: 'MODEL_MISSING' | 'MODEL_UNAVAILABLE' | 'MODEL_FAILED' | 'CONTEXT_EXCEEDED',
  message: string,
  details: ErrorDetails,
): LanguageModelError {
  return new LanguageModelError(code, message, details)
}
