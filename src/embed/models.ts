import { InputError } from '../values/errors.js'
import { suggestion } from '../values/options.js'
import type { Background } from './embedder.js'
import { GOLDEN_VECTORS } from './golden.js'

/** One file of a model's folder. Size and hash are checked where they are known. */
export interface ModelFile {
  /** Relative to the model's folder. */
  path: string
  bytes?: number
  /** Hexadecimal. */
  sha256?: string
}

/** Everything in which one embedding model differs from another. */
export interface ModelFacts {
  /** The folder's name under `models`. */
  name: string
  /** Raised whenever the vectors change. */
  version: string
  /** Which weights: the suffix of the ONNX file, in the words of Transformers.js. */
  dtype: 'fp32' | 'fp16' | 'q8' | 'q4' | 'q4f16'
  dimensions: number
  pooling: 'mean'
  /** What the model was trained to see before a question and before what is stored. */
  prefixes: { query: string; passage: string }
  /** Longest input, special tokens and prefix included. */
  maxTokens: number
  /**
   * The cosine between questions and passages of other conversations, measured over LoCoMo's and MemoryBank's
   * development halves.
   */
  background: Background
  /**
   * Weights that quantise activations by the batch give each text other vectors in other company: they run one text at
   * a time.
   */
  batched: boolean
  /** Absent: the folder carries a stamp, `locket-model.json`, that lists its files with their hashes. */
  files?: readonly ModelFile[]
  /** The vector of `GOLDEN_TEXT`: a device, or files, that disagree by more than `minimum` (cosine) are not used. */
  golden?: { vector: string; minimum: number }
}

export const DEFAULT_MODEL = 'e5-small-memory-en-zh'

const MODELS: Record<string, ModelFacts> = {
  'e5-small-memory-en-zh': {
    name: 'e5-small-memory-en-zh',
    version: '1',
    dtype: 'q4',
    dimensions: 384,
    pooling: 'mean',
    prefixes: { query: 'query: ', passage: 'passage: ' },
    maxTokens: 512,
    background: {
      latin: { mean: 0.59, deviation: 0.047 },
      cjk: { mean: 0.6, deviation: 0.047 },
      mixed: { mean: 0.57, deviation: 0.041 },
    },
    batched: true,
    golden: { vector: GOLDEN_VECTORS['e5-small-memory-en-zh'], minimum: 0.999 },
  },
  // Not shipped. Its folder is what a hub holds, so it has no stamp, and exports of it differ a little.
  'all-MiniLM-L6-v2': {
    name: 'all-MiniLM-L6-v2',
    version: '1',
    dtype: 'q8',
    dimensions: 384,
    pooling: 'mean',
    prefixes: { query: '', passage: '' },
    maxTokens: 256,
    background: {
      latin: { mean: 0.117, deviation: 0.097 },
      cjk: { mean: 0.595, deviation: 0.099 },
      mixed: { mean: 0.03, deviation: 0.07 },
    },
    batched: false,
    files: [
      { path: 'config.json' },
      { path: 'tokenizer.json' },
      { path: 'tokenizer_config.json' },
      { path: 'onnx/model_quantized.onnx' },
    ],
    golden: { vector: GOLDEN_VECTORS['all-MiniLM-L6-v2'], minimum: 0.97 },
  },
}

/** The facts of a model that Locket knows by name, or `INVALID_INPUT` with the nearest name; facts pass through. */
export function modelFacts(model: string | ModelFacts = DEFAULT_MODEL): ModelFacts {
  if (typeof model !== 'string') return model
  const facts = Object.hasOwn(MODELS, model) ? MODELS[model] : undefined
  if (facts) return facts
  throw new InputError('INVALID_INPUT', `There is no model "${model}".`, {
    value: model,
    hint: `${suggestion(model, Object.keys(MODELS))} A model of your own is given as its facts (ModelFacts).`,
  })
}

/** Names everything that changes a vector. */
export function fingerprintOf(facts: ModelFacts): string {
  return `${facts.name}@${facts.dtype}:${facts.pooling}:${facts.version}`
}
