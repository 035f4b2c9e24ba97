import type { InitProgressReport, MLCEngineInterface } from '@mlc-ai/web-llm'
import { LanguageModelError, type LocketError } from '../../values/errors.js'
import { trustedWorker } from '../../platform/trusted-types.js'
import type { WebLlmAppConfig } from './config.js'
import { libraryAddress, type Library } from './library.js'

/** An engine and the thread it lives in. */
export interface EngineLink {
  readonly engine: MLCEngineInterface
  /** Never resolves; rejects when the thread crashed or the link was ended. */
  readonly broken: Promise<never>
  end(error: LocketError): void
}

export interface EngineSettings {
  config: WebLlmAppConfig
  onReport: (report: InitProgressReport) => void
  /** Makes a worker with the library's `WebWorkerMLCEngineHandler`, or `false` for the caller's own thread. */
  worker: (() => Worker) | false | undefined
  /** Told when the thread crashed. */
  onCrash: (error: LanguageModelError) => void
}

export type ConnectEngine = (library: Library, settings: EngineSettings) => EngineLink

/** An engine without a model. */
export function connectEngine(library: Library, { config, onReport, worker, onCrash }: EngineSettings): EngineLink {
  const settings = { appConfig: config, initProgressCallback: onReport }
  let fail!: (error: LocketError) => void
  const broken = new Promise<never>((_, reject) => (fail = reject))
  // It rejects whether or not a call is waiting.
  broken.catch(() => {})
  if (worker === false || (!worker && typeof Worker === 'undefined')) {
    const engine = new library.MLCEngine(settings)
    return {
      engine,
      broken,
      end(error) {
        fail(error)
        engine.unload().catch(reportError)
      },
    }
  }
  const thread = worker ? worker() : ownWorker()
  const end = (error: LocketError): void => {
    fail(error)
    thread.terminate()
  }
  thread.addEventListener('error', (event) => {
    event.preventDefault()
    const what = event.message ? `crashed: ${event.message}` : 'could not be started'
    onCrash(
      new LanguageModelError('MODEL_FAILED', `WebLLM's worker ${what}.`, {
        ...(event.error ? { cause: event.error as unknown } : {}),
        hint: 'Check that the worker file is served, or pass one as the option "worker".',
      }),
    )
  })
  return { engine: new library.WebWorkerMLCEngine(thread, settings), broken, end }
}

function ownWorker(): Worker {
  try {
    const worker = trustedWorker(
      () => new Worker(new URL('./webllm.worker.js', import.meta.url), { type: 'module', name: 'locket-web-llm' }),
    )
    worker.postMessage({ kind: 'locket:library', content: libraryAddress() })
    return worker
  } catch (cause) {
    throw new LanguageModelError('MODEL_FAILED', "WebLLM's worker was refused by the browser.", {
      cause,
      hint: 'A page that requires Trusted Types allows it with the content security policy "trusted-types locket-memory".',
    })
  }
}
