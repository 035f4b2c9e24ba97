import { wrap, type Remote } from 'comlink'
import { IndexError } from '../../values/errors.js'
import { randomId } from '../../platform/identity.js'
import { whenReleased } from '../../platform/lifetime-lock.js'
import { trustedWorker } from '../../platform/trusted-types.js'
import { installErrorTransfer } from '../../platform/worker-errors.js'
import type { KeywordIndex } from './keyword-index.js'
import type { KeywordRemote } from './keyword.worker.js'
import { unpacked } from './packed-answer.js'

/** A worker that has not answered by then never will, or too late to be of use. */
const START_TIMEOUT_MS = 10_000

const keywordWorker = (): Worker =>
  trustedWorker(
    () => new Worker(new URL('./keyword.worker.js', import.meta.url), { type: 'module', name: 'locket-keywords' }),
  )

interface InWorker {
  worker: Worker
  remote: Remote<KeywordRemote>
  /** Undefined: it holds none. */
  lifeline: string | undefined
}

/** Where the documents are: the worker's side of comlink, or an index in this thread. */
type Engine = InWorker | { inline: KeywordIndex }

/**
 * The MiniSearch index in a worker of its own, started by the first call, so that its work never blocks the page.
 * Where no worker starts (service workers, servers, a Content Security Policy without `worker-src`), the same index
 * runs in this thread in slices, and `kind` says so: `minisearch-worker` becomes `minisearch`. When the worker crashes
 * or is terminated, the calls under way and all later ones reject with `INDEX_FAILED`, until `clear` or `load` starts
 * an empty one.
 *
 * @param makeWorker an application's own `Worker` running `keyword.worker.js`, for bundlers that cannot find it
 */
export function workerKeywordIndex(makeWorker: () => Worker = keywordWorker): KeywordIndex {
  let engine: Promise<Engine> | undefined
  let inline = false
  let failure: IndexError | undefined
  let ending = new AbortController()
  const pending = new Set<(reason: IndexError) => void>()

  /** Ends this worker's life; whoever waits for it learns why. */
  const fail = (reason: IndexError, worker?: Worker): void => {
    worker?.terminate()
    ending.abort()
    failure = reason
    engine = undefined
    for (const reject of pending) reject(reason)
    pending.clear()
  }

  const start = async (): Promise<Engine> => {
    const started = await startWorker(makeWorker)
    if (!started) {
      inline = true
      // Only here: a page whose worker starts need not download MiniSearch twice.
      const { miniSearchIndex } = await import('./minisearch-index.js')
      return { inline: miniSearchIndex() }
    }
    const { worker, lifeline } = started
    const crashed = (why: string, cause?: unknown): void =>
      fail(
        new IndexError('INDEX_FAILED', `The keyword worker crashed: ${why}.`, {
          hint: 'Call clear() or load(), then add the documents again.',
          cause,
        }),
        worker,
      )
    worker.addEventListener('error', (event) => crashed(event.message || 'no reason given', event.error))
    ending = new AbortController()
    if (lifeline !== undefined) whenReleased(lifeline, ending.signal, () => crashed('it was terminated'))
    return started
  }

  const call = async <R>(
    inThread: (index: KeywordIndex) => Promise<R>,
    inWorker: (remote: Remote<KeywordRemote>) => Promise<R>,
  ): Promise<R> => {
    if (failure) throw failure
    const running = await (engine ??= start())
    if (failure) throw failure
    if ('inline' in running) return inThread(running.inline)
    return new Promise<R>((resolve, reject) => {
      pending.add(reject)
      inWorker(running.remote)
        .then(resolve, reject)
        .finally(() => pending.delete(reject))
    })
  }

  /** After a crash the next worker is empty, which only a caller about to fill it can want. */
  const afresh = (): void => {
    if (failure?.code === 'INDEX_FAILED') failure = undefined
  }

  return {
    get kind() {
      return inline ? 'minisearch' : 'minisearch-worker'
    },
    get problem() {
      return failure?.code === 'INDEX_FAILED' ? failure : undefined
    },
    size: () =>
      call(
        (index) => index.size(),
        (remote) => remote.size(),
      ),
    add: (documents) =>
      call(
        (index) => index.add(documents),
        (remote) => remote.add(documents),
      ),
    remove: (nos) =>
      call(
        (index) => index.remove(nos),
        (remote) => remote.remove(nos),
      ),
    vacuum: () =>
      call(
        (index) => index.vacuum(),
        (remote) => remote.vacuum(),
      ),
    search: (query, limit, allowed) =>
      call(
        (index) => index.search(query, limit, allowed),
        async (remote) => unpacked(await remote.search(query, limit, allowed?.words)),
      ),
    save: () =>
      call<unknown>(
        (index) => index.save(),
        (remote) => remote.save(),
      ),
    load(data) {
      afresh()
      return call(
        (index) => index.load(data),
        (remote) => remote.load(data),
      )
    },
    clear() {
      afresh()
      return call(
        (index) => index.clear(),
        (remote) => remote.clear(),
      )
    },
    async dispose() {
      const running = engine
      fail(new IndexError('CLOSED', 'This keyword index was disposed of.', { hint: 'Create a new one.' }))
      const ended = await running
      if (!ended) return
      if ('inline' in ended) await ended.inline.dispose()
      else ended.worker.terminate()
    },
  }
}

/** A worker that answers, or undefined where there can be none. */
async function startWorker(makeWorker: () => Worker): Promise<InWorker | undefined> {
  if (typeof Worker === 'undefined') return undefined
  let worker: Worker
  try {
    worker = makeWorker()
  } catch {
    return undefined
  }
  installErrorTransfer()
  // One proxy for the worker's whole life: comlink disconnects when the last one is collected.
  const remote = wrap<KeywordRemote>(worker)
  const name = `locket:worker:${randomId()}`
  const held = await answers(worker, remote, name)
  if (held !== undefined) return { worker, remote, lifeline: held ? name : undefined }
  worker.terminate()
  return undefined
}

/** Whether it holds the lifeline; undefined when it does not answer. */
function answers(worker: Worker, remote: Remote<KeywordRemote>, lifeline: string): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const settle = (held: boolean | undefined): void => {
      clearTimeout(timer)
      worker.removeEventListener('error', failed)
      resolve(held)
    }
    const failed = (): void => settle(undefined)
    const timer = setTimeout(failed, START_TIMEOUT_MS)
    worker.addEventListener('error', failed)
    remote.ready(lifeline).then(settle, failed)
  })
}
