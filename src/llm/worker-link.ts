import { proxy, wrap } from 'comlink'
import type { LoadProgress } from '../embed/embedder.js'
import { LanguageModelError, LocketError } from '../values/errors.js'
import { installErrorTransfer } from '../platform/worker-errors.js'
import { abortedError, notify, throwIfAborted } from './request.js'
import { abortable } from './turns.js'

/** What runs in a worker of its own: loaded once, then asked. `job` names a call so that `cancel` can stop it. */
export interface WorkerCore<Options, Known> {
  /** Resolves with what is known of it only now. */
  load(options: Options, job: number, onProgress: (progress: LoadProgress) => void): Promise<Known>
  cancel(job: number): void
  /** Whether it can still answer after an error. */
  usable(): boolean
}

export interface WorkerLinkSettings<Options, Known> {
  /** What runs there, for messages: "language model". */
  what: string
  /** Called anew after a crash. */
  worker(): Worker
  options(): Options
  loaded?(known: Known): void
}

/** The core as it is seen from here: every answer is waited for. */
export type Remote<Core> = {
  [K in keyof Core]: Core[K] extends (...values: infer Values) => infer Answer
    ? (...values: Values) => Promise<Awaited<Answer>>
    : never
}

/** A core and the thread it lives in. */
interface Link<Core> {
  core: Remote<Core>
  /** Never resolves; rejects when the thread crashed or was ended. */
  broken: Promise<never>
  end(error: LocketError): void
}

interface Loading<Core> {
  link: Promise<Link<Core>>
  listeners: Set<(progress: LoadProgress) => void>
  waiting: number
  done: boolean
  /** Ends the thread. */
  end(error: LocketError): void
}

export interface LoadOptions {
  onProgress?: (progress: LoadProgress) => void
  signal?: AbortSignal
}

/**
 * A worker, loaded when first needed. After a crash the next call starts anew; after `dispose()` calls reject with
 * `CLOSED`.
 */
export class WorkerLink<Options, Known, Core extends WorkerCore<Options, Known>> {
  private closed = false
  private loading: Loading<Core> | undefined
  private lastJob = 0

  constructor(private readonly settings: WorkerLinkSettings<Options, Known>) {}

  async load(options?: LoadOptions): Promise<void> {
    await this.link(options)
  }

  /** Runs one call on the loaded core; a core that did not survive it is dropped. */
  async call<T>(work: (core: Remote<Core>, job: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { core, broken } = await this.link(signal ? { signal } : {})
    const state = this.loading
    const job = ++this.lastJob
    const cancel = () => void core.cancel(job)
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) cancel()
    try {
      return await Promise.race([work(core, job), broken])
    } catch (error) {
      if (state && this.loading === state && !(await Promise.race([core.usable(), broken]).catch(() => false)))
        this.drop(state, error)
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Throws `CLOSED` after `dispose()`. */
  assertOpen(): void {
    if (this.closed) throw this.closedError()
  }

  async dispose(): Promise<void> {
    this.closed = true
    if (this.loading) this.drop(this.loading, this.closedError())
  }

  private async link({ onProgress, signal }: LoadOptions = {}): Promise<Link<Core>> {
    this.assertOpen()
    throwIfAborted(signal)
    const state = (this.loading ??= this.begin())
    if (onProgress) state.listeners.add(onProgress)
    state.waiting++
    try {
      return await (signal ? abortable(state.link, signal) : state.link)
    } finally {
      if (onProgress) state.listeners.delete(onProgress)
      state.waiting--
      // Nobody waits for it any more: what is left of the download is not wanted.
      if (state.waiting === 0 && signal?.aborted && !state.done) this.drop(state, abortedError(signal))
    }
  }

  private begin(): Loading<Core> {
    let end: (error: LocketError) => void = () => {}
    const start = async (): Promise<Link<Core>> => {
      const link = connect<Core>(this.settings, (error) => this.drop(state, error))
      end = link.end
      const tell = (progress: LoadProgress) => state.listeners.forEach((listener) => notify(listener, progress))
      const known = await Promise.race([
        link.core.load(this.settings.options(), ++this.lastJob, proxy(tell)),
        link.broken,
      ])
      this.settings.loaded?.(known as Known)
      state.done = true
      return link
    }
    const state: Loading<Core> = {
      link: start(),
      listeners: new Set(),
      waiting: 0,
      done: false,
      end: (error) => end(error),
    }
    state.link.catch((error: unknown) => this.drop(state, error))
    return state
  }

  /** What was loaded, or was being loaded, is gone. */
  private drop(state: Loading<Core>, error: unknown): void {
    if (this.loading === state) this.loading = undefined
    state.end(
      error instanceof LocketError
        ? error
        : new LanguageModelError('MODEL_FAILED', `The ${this.settings.what} did not load.`, { cause: error }),
    )
  }

  private closedError(): LanguageModelError {
    return new LanguageModelError('CLOSED', `The ${this.settings.what} was disposed.`, { hint: 'Make a new one.' })
  }
}

function connect<Core>(
  { what, worker }: { what: string; worker(): Worker },
  onCrash: (error: LanguageModelError) => void,
): Link<Core> {
  installErrorTransfer()
  let fail!: (error: LocketError) => void
  const broken = new Promise<never>((_, reject) => (fail = reject))
  // It rejects whether or not a call is waiting.
  broken.catch(() => {})
  if (typeof Worker === 'undefined')
    throw new LanguageModelError('MODEL_UNAVAILABLE', `The ${what} runs in a worker, and none can be made here.`, {
      hint: 'Load it in the page or in a dedicated worker.',
    })
  const thread = started(what, worker)
  thread.addEventListener('error', (event) => {
    event.preventDefault()
    const how = event.message ? `crashed: ${event.message}` : 'could not be started'
    onCrash(
      new LanguageModelError('MODEL_FAILED', `The worker of the ${what} ${how}.`, {
        hint: 'Check that the worker file is served.',
      }),
    )
  })
  return {
    core: wrap<Core>(thread) as unknown as Remote<Core>,
    broken,
    end(error) {
      fail(error)
      thread.terminate()
    },
  }
}

function started(what: string, make: () => Worker): Worker {
  try {
    return make()
  } catch (cause) {
    throw new LanguageModelError('MODEL_FAILED', `The worker of the ${what} was refused by the browser.`, {
      cause,
      hint: 'A page that requires Trusted Types allows it with the content security policy "trusted-types locket-memory".',
    })
  }
}
