import type * as Transformers from '@huggingface/transformers'
import type { LoadProgress } from '../../embed/embedder.js'
import { checkRuntime, readRuntime } from '../../embed/model-files.js'
import { ORT_BUILDS } from '../../embed/ort-files.js'
import { lengthOf } from '../../platform/fetch-file.js'
import { EmbedderError, LanguageModelError, LocketError, textOf } from '../../values/errors.js'
import { requestFile } from '../model-download.js'
import type { LoadingOptions } from './loading-options.js'

/** Reads a prompt and goes on, or tells of a text what it was trained to. */
export type ModelTask = 'AutoModelForCausalLM' | 'AutoModelForSequenceClassification'

export interface LoadedModel {
  library: typeof Transformers
  tokenizer: Transformers.PreTrainedTokenizer
  model: Transformers.PreTrainedModel
}

export async function loadModel(
  options: LoadingOptions,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
  task: ModelTask = 'AutoModelForCausalLM',
): Promise<LoadedModel> {
  const { model: name, device, dtype, ortBase } = options
  const build = ORT_BUILDS[device]
  const [binary, library] = await Promise.all([
    readRuntime(ortBase, build.binary, { signal, onProgress }).catch(ofRuntime),
    import('@huggingface/transformers'),
  ])
  const missing = configure(library, options, binary, signal, onProgress)
  try {
    const tokenizer = await library.AutoTokenizer.from_pretrained(name)
    const model = await library[task].from_pretrained(name, { dtype, device })
    return { library, tokenizer, model }
  } catch (cause) {
    if (signal.aborted) throw new LocketError('ABORTED', 'Loading the model was aborted.', { cause: signal.reason })
    const text = textOf(cause)
    for (const [path, error] of missing) if (text.includes(path) || NEEDED.test(path)) throw error
    // The loader is imported by the runtime itself, whose message does not say that the file is missing or another
    // version's.
    await checkRuntime(ortBase, build.loader, signal).catch(ofRuntime)
    throw new LanguageModelError('MODEL_FAILED', `The model ${name} did not start on ${device}: ${text}.`, { cause })
  } finally {
    delete library.env.backends.onnx.wasm?.wasmBinary
  }
}

/** Files without which the library breaks, with a message that does not name them. */
const NEEDED = /\/(config|tokenizer|tokenizer_config)\.json$/
/** What the library takes for a folder of its own, and asks `env.fetch` for. */
const ROOT = '/locket-models/'
const HINT =
  'Serve the folder of the model, as the hub has it, at that address; another one is named in the option "models".'

/**
 * Points the library at what is served. Returns what of it could not be had, by path: some files need not be there,
 * which the library decides.
 */
function configure(
  library: typeof Transformers,
  { from, ortBase, device, threads }: LoadingOptions,
  binary: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
): ReadonlyMap<string, LocketError> {
  const { env } = library
  const { wasm } = env.backends.onnx
  if (!wasm) throw new LanguageModelError('MODEL_FAILED', 'This build of Transformers.js has no WASM backend.')
  const hub = 'hub' in from
  env.allowLocalModels = !hub
  env.allowRemoteModels = hub
  env.localModelPath = ROOT
  if (hub) env.remoteHost = from.hub
  // What the application serves is in the browser's cache anyway.
  env.useBrowserCache = hub && 'caches' in globalThis
  // It would import the runtime from a blob address, which a strict CSP forbids.
  env.useWasmCache = false
  const missing = new Map<string, LocketError>()
  env.fetch = async (input) => {
    const path = String(input)
    const url = !hub && path.startsWith(ROOT) ? from.folder + path.slice(ROOT.length) : path
    try {
      return counted(await requestFile(url, { signal, hint: HINT }), path.slice(path.lastIndexOf('/') + 1), onProgress)
    } catch (error) {
      if (error instanceof LocketError) missing.set(path, error)
      return new Response(null, { status: 404 })
    }
  }
  wasm.proxy = false
  wasm.numThreads = threads
  wasm.wasmPaths = { mjs: ortBase + ORT_BUILDS[device].loader.path }
  wasm.wasmBinary = binary
  return missing
}

function counted(response: Response, item: string, onProgress: (progress: LoadProgress) => void): Response {
  const total = lengthOf(response)
  let loaded = 0
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.length
      onProgress({ item, loaded, total })
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(count) ?? null, { headers: response.headers })
}

/** The runtime's files are read as the embedder reads them, and fail as its do. */
function ofRuntime(error: unknown): never {
  if (!(error instanceof EmbedderError) || error.code === 'ABORTED') throw error
  const { message, hint, value } = error
  const code = error.code === 'MODEL_MISSING' ? 'MODEL_MISSING' : 'MODEL_FAILED'
  throw new LanguageModelError(code, hint ? message.slice(0, -hint.length - 1) : message, {
    value,
    cause: error,
    ...(hint && { hint }),
  })
}
