import type * as Transformers from '@huggingface/transformers'
import { EmbedderError, textOf } from '../values/errors.js'
import { CancellableCalls } from '../platform/cancellable-calls.js'
import type { Embedding, EmbeddingPurpose, LoadProgress } from './embedder.js'
import { GOLDEN_TEXT, cosine, decodeGolden } from './golden.js'
import { checkRuntime, readModel, readRuntime } from './model-files.js'
import { ORT_BUILDS } from './ort-files.js'
import type { CoreOptions } from './core-options.js'
import { countTokens, embedTexts, throwIfAborted, type Loaded } from './embed-texts.js'
import { outcome } from './outcome.js'
import type { Outcome } from './outcome.js'

/**
 * The embedder where it runs: in its worker, or inline. Plain data in and out, since a port may lie between.
 * `job` names a call so that `cancel` can stop it.
 */
export interface EmbedderCore {
  /**
   * Why WebGPU should not be used here, or undefined when there is an adapter; one in software only where that will do.
   */
  refusesGpu(software: boolean): Promise<string | undefined>
  /** Resolves with how many threads the runtime has. */
  load(options: CoreOptions, job: number, onProgress: (progress: LoadProgress) => void): Promise<Outcome<number>>
  embed(texts: readonly string[], purpose: EmbeddingPurpose, job: number): Promise<Outcome<Embedding[]>>
  countTokens(texts: readonly string[]): Promise<Outcome<number[]>>
  cancel(job: number): void
  /** Stops every call and frees the model. */
  dispose(): void
}

export function createCore(): EmbedderCore {
  let loaded: Loaded | undefined
  const jobs = new CancellableCalls()
  const run = <T>(job: number, work: (signal: AbortSignal) => Promise<T>): Promise<Outcome<T>> =>
    outcome(() => jobs.run(job, work))

  function ready(): Loaded {
    if (!loaded) throw new EmbedderError('MODEL_FAILED', 'The model is not loaded.')
    return loaded
  }

  return {
    refusesGpu,
    load: (options, job, onProgress) =>
      run(job, async (signal) => {
        loaded = await load(options, signal, onProgress)
        // The runtime takes back what the browser does not allow.
        return loaded.library.env.backends.onnx.wasm?.numThreads ?? 1
      }),
    embed: (texts, purpose, job) => run(job, (signal) => embedTexts(ready(), texts, purpose, signal)),
    countTokens: (texts) => outcome(() => countTokens(ready(), texts)),
    cancel: (job) => jobs.cancel(job),
    dispose() {
      jobs.cancelAll()
      void loaded?.model.dispose()
      loaded = undefined
    },
  }
}

interface Gpu {
  requestAdapter(): Promise<{ info?: { isFallbackAdapter?: boolean }; isFallbackAdapter?: boolean } | null>
}

async function refusesGpu(software: boolean): Promise<string | undefined> {
  const gpu = (navigator as Navigator & { gpu?: Gpu }).gpu
  if (!gpu) return 'this browser has no WebGPU'
  try {
    const adapter = await gpu.requestAdapter()
    if (!adapter) return 'there is no WebGPU adapter'
    // Some fifty times slower than WASM. The flag moved into `info`.
    const fallback = adapter.info?.isFallbackAdapter ?? adapter.isFallbackAdapter ?? false
    return fallback && !software ? 'the only WebGPU adapter is a software one' : undefined
  } catch (error) {
    return `asking for a WebGPU adapter failed: ${textOf(error)}`
  }
}

async function load(
  options: CoreOptions,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
): Promise<Loaded> {
  const { facts, modelBase, ortBase } = options
  const build = ORT_BUILDS[options.device]
  const [files, binary, library] = await Promise.all([
    readModel(modelBase, facts, { signal, onProgress }),
    readRuntime(ortBase, build.binary, { signal, onProgress }),
    import('@huggingface/transformers'),
  ])
  const { tokenizer, model } = await exclusive(async () => {
    throwIfAborted(signal)
    const release = configure(library, files, options, binary)
    try {
      return {
        tokenizer: await library.AutoTokenizer.from_pretrained(facts.name),
        model: await library.AutoModel.from_pretrained(facts.name, { dtype: facts.dtype, device: options.device }),
      }
    } catch (cause) {
      // The loader is imported by the runtime itself, whose message does not say that the file is missing or another
      // version's.
      await checkRuntime(ortBase, build.loader, signal)
      throw new EmbedderError(
        'MODEL_FAILED',
        `The model ${facts.name} did not start on ${options.device}: ${textOf(cause)}.`,
        { cause },
      )
    } finally {
      release()
    }
  })
  const frame = { query: frameOf(tokenizer, facts.prefixes.query), passage: frameOf(tokenizer, facts.prefixes.passage) }
  const loaded = { options, library, tokenizer, model, frame }
  try {
    await checkGolden(loaded, signal)
  } catch (error) {
    await model.dispose()
    throw error
  }
  return loaded
}

/** The library's settings are global to the thread: one load at a time. */
let turn: Promise<unknown> = Promise.resolve()
function exclusive<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work)
  turn = result.catch(() => {})
  return result
}

/** Points the library at what was read: it never fetches by itself. Returns what lets go of the bytes. */
function configure(
  library: typeof Transformers,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  options: CoreOptions,
  binary: Uint8Array<ArrayBuffer>,
): () => void {
  const { env } = library
  const { wasm } = env.backends.onnx
  if (!wasm) throw new EmbedderError('MODEL_FAILED', 'This build of Transformers.js has no WASM backend.')
  const { facts, device, ortBase, threads } = options
  env.allowRemoteModels = false
  env.allowLocalModels = true
  // Its caches know nothing of stamps, and the one for the runtime imports from a blob address, which a strict CSP
  // forbids.
  env.useBrowserCache = false
  env.useWasmCache = false
  env.fetch = (input) => {
    const path = String(input)
    const bytes = files.get(path.slice(path.indexOf(facts.name) + facts.name.length + 1))
    return Promise.resolve(bytes ? new Response(bytes) : new Response(null, { status: 404 }))
  }
  wasm.proxy = false
  wasm.numThreads = threads
  wasm.wasmPaths = { mjs: ortBase + ORT_BUILDS[device].loader.path }
  wasm.wasmBinary = binary
  return () => {
    env.fetch = () => Promise.resolve(new Response(null, { status: 404 }))
    delete wasm.wasmBinary
  }
}

/** Some drivers return wrong vectors without an error, and files without hashes can be another model's. */
async function checkGolden(loaded: Loaded, signal: AbortSignal): Promise<void> {
  const { facts, device } = loaded.options
  if (!facts.golden) return
  const [golden] = await embedTexts(loaded, [GOLDEN_TEXT], 'passage', signal)
  const similarity = cosine((golden as Embedding).vectors[0] as Float32Array, decodeGolden(facts.golden.vector))
  if (similarity >= facts.golden.minimum) return
  throw new EmbedderError(
    'MODEL_FAILED',
    `${facts.name} on ${device} gives other vectors than it should (cosine ${similarity.toFixed(4)}).`,
    {
      value: similarity,
      hint:
        device === 'webgpu'
          ? 'Use the device "wasm".'
          : 'The files at that address are of another model; copy the right ones.',
    },
  )
}

function frameOf(tokenizer: Transformers.PreTrainedTokenizer, prefix: string): { before: number[]; after: number[] } {
  // A prefix ends in white space, which no token spans: what follows cannot change its tokens.
  const empty = tokenizer.encode('')
  const alone = tokenizer.encode(prefix.trimEnd())
  const after = empty.slice(1)
  return { before: alone.slice(0, alone.length - after.length), after }
}
