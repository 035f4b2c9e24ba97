import { LanguageModelError, LocketError } from '../values/errors.js'
import type { LanguageModel, LanguageModelCapabilities } from '../llm/language-model.js'
import { notify, throwIfAborted } from '../llm/request.js'
import { abortable } from '../llm/turns.js'
import { checkOptions, wholeNumber } from '../values/options.js'
import { Connection } from './connection.js'
import type { Connectable } from './endpoint.js'
import {
  readCompletion,
  readCount,
  readFacts,
  readProbe,
  readProgress,
  readResult,
  type ModelFacts,
  type ModelMethod,
} from './model-messages.js'
import { MODEL_GREETING } from './protocol.js'

export interface ConnectModelOptions {
  /**
   * How long the other end may take to answer the first time, in ms; loading the model does not count. Default 30,000.
   */
  timeout?: number
}

/** Assumed until the other end has told its own. */
const UNKNOWN: LanguageModelCapabilities = { contextTokens: 4096, grammar: false, vision: false, languages: 'any' }

/**
 * A language model of another realm, which serves it with `serveModel`. It is used like any other: pieces, progress,
 * signals and errors cross. Nothing is sent before the first call; until then `name` and `capabilities` are defaults.
 *
 * While nobody serves a model, calls reject with `MODEL_UNAVAILABLE`, so that a memory keeps its messages and tries
 * again later; `memory.retry()` saves the wait. Calls under way reject with it too when the other end goes. `dispose`
 * closes the connection; who serves the model keeps it. Every call after it rejects with `CLOSED`.
 *
 * ```js
 * const llm = connectModel(port)
 * const memory = Memory.open({ name: 'my-app', llm })
 * ```
 * @param endpoint where the model is served, or a function that returns it, called at the first call and again when the
 * other end is gone
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION`
 */
export function connectModel(
  endpoint: Connectable | (() => Connectable | Promise<Connectable>),
  options: ConnectModelOptions = {},
): LanguageModel {
  checkOptions('connectModel()', options, ['timeout'])
  let facts: ModelFacts | undefined
  let opening: Promise<Connection> | undefined
  let closed: LanguageModelError | undefined
  /** Why an endpoint that was given as such, not as a function, can no longer be used. */
  let gone: LanguageModelError | undefined
  const timeout = wholeNumber('timeout', options.timeout, 30_000, 1, 2 ** 31 - 1)

  async function open(): Promise<Connection> {
    if (gone) throw gone
    try {
      let isOpen = false
      const lost = (reason: LocketError): void => {
        opening = undefined
        if (isOpen && typeof endpoint !== 'function') gone = unavailable(reason)
      }
      const current = typeof endpoint === 'function' ? await endpoint() : endpoint
      const connection = await Connection.open(current, { greeting: MODEL_GREETING, timeout, onNotice() {}, lost })
      isOpen = true
      facts = readFacts(connection.welcome)
      return connection
    } catch (cause) {
      throw cause instanceof LanguageModelError ? cause : unavailable(cause)
    }
  }

  async function connected(): Promise<Connection> {
    const next = (opening ??= open())
    try {
      return await next
    } catch (cause) {
      if (opening === next) opening = undefined
      throw cause
    }
  }

  async function send(method: ModelMethod, arg: object | string, listener: (value: unknown) => void): Promise<unknown> {
    const connection = await connected()
    try {
      const result = readResult(await connection.call([method], [arg], listener))
      facts = result.facts
      return result.value
    } catch (cause) {
      // A model that the other realm has disposed of, or does not know, is as unavailable as one of a realm that is
      // gone.
      throw cause instanceof LocketError && ['DISCONNECTED', 'VERSION_MISMATCH', 'CLOSED'].includes(cause.code)
        ? unavailable(cause)
        : cause
    }
  }

  async function call(
    method: ModelMethod,
    arg: object | string,
    signal?: AbortSignal,
    listener: (value: unknown) => void = () => {},
  ): Promise<unknown> {
    if (closed) throw closed
    throwIfAborted(signal)
    try {
      const result = send(method, arg, listener)
      return await (signal ? abortable(result, signal) : result)
    } catch (cause) {
      throw closed ?? cause
    }
  }

  return {
    get name() {
      return facts?.name ?? 'a model of another realm'
    },
    get capabilities() {
      return facts?.capabilities ?? UNKNOWN
    },
    async load({ onProgress, signal } = {}) {
      await call('load', { signal }, signal, (sent) => {
        const progress = readProgress(sent)
        if (progress) notify(onProgress, progress)
      })
    },
    async complete({ onToken, ...request }) {
      const { signal } = request
      return readCompletion(
        await call('complete', request, signal, (piece) => {
          // Pieces may still arrive after the caller aborted.
          if (typeof piece === 'string' && !signal?.aborted) notify(onToken, piece)
        }),
      )
    },
    // Known once the other end has answered.
    get countTokens() {
      return facts?.countsTokens
        ? async (text: string) => readCount(await call('countTokens', text))
        : (undefined as never)
    },
    async probe() {
      try {
        return readProbe(await call('probe', {})) ?? { usable: true, reason: 'the model names no obstacle' }
      } catch (cause) {
        if (closed || !(cause instanceof LanguageModelError)) throw cause
        return { usable: false, reason: 'no other realm offers a model' }
      }
    },
    async dispose() {
      closed ??= new LanguageModelError('CLOSED', 'This connection to a language model is closed.', {
        hint: 'Connect again with connectModel().',
      })
      const reason = closed
      opening?.then(
        (connection) => connection.end(reason),
        () => undefined,
      )
    },
  }
}

function unavailable(cause: unknown): LanguageModelError {
  const reason =
    cause instanceof LocketError
      ? cause.message.slice(0, cause.hint ? -cause.hint.length - 1 : undefined)
      : String(cause)
  return new LanguageModelError(
    'MODEL_UNAVAILABLE',
    `The language model of the other realm cannot be reached: ${reason}`,
    {
      cause,
      hint: 'It is tried again; some realm must serve one with serveModel().',
    },
  )
}
