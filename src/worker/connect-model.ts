import type { LoadProgress } from '../embed/embedder.js'
import { LanguageModelError, LocketError } from '../values/errors.js'
import type { Completion, LanguageModel, LanguageModelCapabilities, Probe } from '../llm/language-model.js'
import { notify, throwIfAborted } from '../llm/request.js'
import { abortable } from '../llm/turns.js'
import { checkOptions, wholeNumber } from '../values/options.js'
import { Connection } from './connection.js'
import type { Connectable } from './endpoint.js'
import { MODEL_GREETING } from './protocol.js'
import type { ModelAnswer, ModelFacts, ModelMethod } from './serve-model.js'

export interface ConnectModelOptions {
  /** How long the other end may take to answer the first time, in ms; loading the model does not count. Default 30,000. */
  timeout?: number
}

/** Until the other end has said more. */
const UNKNOWN: LanguageModelCapabilities = { contextTokens: 4096, grammar: false, vision: false, languages: 'any' }

/**
 * A language model of another realm, which serves it with `serveModel`. It is used as any other: pieces, progress, signals and errors
 * cross. Nothing is sent before the first call; until then `name` and `capabilities` are a guess.
 *
 * @param endpoint where it is served, or a function that says where: it is asked at the first call, and again when the other end is gone.
 * As long as nobody serves one, calls reject with `MODEL_UNAVAILABLE`, so that a memory keeps its messages and tries again later;
 * `memory.retry()` saves the wait. Calls under way reject with it too when the other end goes.
 *
 * `dispose` lets go of the connection; the model is of who serves it. Every call after it rejects with `CLOSED`.
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
  /** Why an endpoint that was given outright is of no more use. */
  let gone: LanguageModelError | undefined
  const timeout = wholeNumber('timeout', options.timeout, 30_000, 1, 2 ** 31 - 1)

  async function open(): Promise<Connection> {
    if (gone) throw gone
    try {
      let met = false
      const lost = (reason: LocketError): void => {
        opening = undefined
        if (met && typeof endpoint !== 'function') gone = unavailable(reason)
      }
      const place = typeof endpoint === 'function' ? await endpoint() : endpoint
      const connection = await Connection.open(place, { greeting: MODEL_GREETING, timeout, noticed() {}, lost })
      met = true
      facts = connection.welcome as ModelFacts
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

  async function ask(method: ModelMethod, arg: object | string, listener: (value: unknown) => void): Promise<unknown> {
    const connection = await connected()
    try {
      const answer = (await connection.call([method], [arg], listener)) as ModelAnswer
      facts = answer.facts
      return answer.value
    } catch (cause) {
      // What the other realm has disposed of, or does not know, is as far away as a realm that is gone.
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
      const answer = ask(method, arg, listener)
      return await (signal ? abortable(answer, signal) : answer)
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
      await call('load', { signal }, signal, (progress) => notify(onProgress, progress as LoadProgress))
    },
    async complete({ onToken, ...request }) {
      const { signal } = request
      return (await call('complete', request, signal, (piece) => {
        // What was on its way when the caller aborted is not wanted.
        if (!signal?.aborted) notify(onToken, piece as string)
      })) as Completion
    },
    // Whether it counts is known once it has answered.
    get countTokens() {
      return facts?.countsTokens
        ? async (text: string) => (await call('countTokens', text)) as number
        : (undefined as never)
    },
    async probe() {
      try {
        return (
          ((await call('probe', {})) as Probe | undefined) ?? { usable: true, reason: 'nothing is known against it' }
        )
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
  const said =
    cause instanceof LocketError
      ? cause.message.slice(0, cause.hint ? -cause.hint.length - 1 : undefined)
      : String(cause)
  return new LanguageModelError('MODEL_UNAVAILABLE', `The language model of the other realm is out of reach: ${said}`, {
    cause,
    hint: 'It is tried again; a realm must serve one with serveModel().',
  })
}
