import { proxy, wrap } from 'comlink'
import { randomId } from '../platform/identity.js'
import { whenReleased } from '../platform/lifetime-lock.js'
import { trustedWorker } from '../platform/trusted-types.js'
import { EmbedderError } from '../values/errors.js'
import type { EmbedderCore } from './transformers-core.js'
import type { EmbedderRemote } from './transformers.worker.js'

/** A core and the thread it lives in. */
export interface Connection {
  core: EmbedderCore
  /** Never resolves; rejects when the thread crashed or was ended. */
  broken: Promise<never>
  end(error: EmbedderError): void
}

/**
 * Starts the core: in a worker, whose crash or end calls `onCrash`; or, with `false` or where there are no workers, on
 * the caller's own thread.
 */
export function connect(
  worker: (() => Worker) | false | undefined,
  onCrash: (error: EmbedderError) => void,
): Connection {
  let fail!: (error: EmbedderError) => void
  const broken = new Promise<never>((_, reject) => (fail = reject))
  // It rejects whether or not a call is waiting.
  broken.catch(() => {})
  if (worker === false || (!worker && typeof Worker === 'undefined')) {
    const core = inlineCore()
    return { core, broken, end: (error) => (fail(error), core.dispose()) }
  }
  const thread = worker ? worker() : ownWorker()
  const remote = wrap<EmbedderRemote>(thread)
  const ending = new AbortController()
  const lifetimeLock = `locket:worker:${randomId()}`
  remote.live(lifetimeLock).then(
    (held) =>
      held &&
      whenReleased(lifetimeLock, ending.signal, () =>
        onCrash(
          new EmbedderError('MODEL_FAILED', "The embedder's worker was terminated.", {
            hint: 'The next call starts it anew.',
          }),
        ),
      ),
    // An application's own worker may run an older script.
    () => undefined,
  )
  thread.addEventListener('error', (event) => {
    event.preventDefault()
    const what = event.message ? `crashed: ${event.message}` : 'could not be started'
    onCrash(
      new EmbedderError('MODEL_FAILED', `The embedder's worker ${what}.`, {
        ...(event.error === undefined ? {} : { cause: event.error }),
        hint: 'Check that the worker file is served, or pass one as the option "worker".',
      }),
    )
  })
  const core: EmbedderCore = {
    refusesGpu: (software) => remote.refusesGpu(software),
    load: (options, job, onProgress) => remote.load(options, job, proxy(onProgress)),
    embed: (texts, purpose, job) => remote.embed(texts, purpose, job),
    countTokens: (texts) => remote.countTokens(texts),
    cancel: (job) => void remote.cancel(job),
    dispose: () => thread.terminate(),
  }
  const end = (error: EmbedderError): void => {
    ending.abort()
    fail(error)
    core.dispose()
  }
  return { core, broken, end }
}

function ownWorker(): Worker {
  try {
    return trustedWorker(() => new Worker(new URL('./transformers.worker.js', import.meta.url), { type: 'module' }))
  } catch (cause) {
    throw new EmbedderError('MODEL_FAILED', "The embedder's worker was refused by the browser.", {
      cause,
      hint: 'A page that requires Trusted Types allows it with the content security policy "trusted-types locket-memory".',
    })
  }
}

/** The core on the caller's own thread, imported when first used: it brings the library along. */
function inlineCore(): EmbedderCore {
  const core = import('./transformers-core.js').then(({ createCore }) => createCore())
  return {
    refusesGpu: async (...args) => (await core).refusesGpu(...args),
    load: async (...args) => (await core).load(...args),
    embed: async (...args) => (await core).embed(...args),
    countTokens: async (...args) => (await core).countTokens(...args),
    cancel: (job) => void core.then((it) => it.cancel(job)),
    dispose: () => void core.then((it) => it.dispose()),
  }
}
