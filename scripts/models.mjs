// What an application serves under `<models>/`: the model folders of models/, and the ONNX runtime under `<models>/ort/`.
// `node scripts/models.mjs stamp` rewrites the file list of every locket-model.json after its files changed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const MODELS = join(ROOT, 'models')
export const STAMP = 'locket-model.json'

/** The plain build runs on WASM; the asyncify build is the one that has WebGPU. */
export const ORT_NAMES = [
  'ort-wasm-simd-threaded.mjs',
  'ort-wasm-simd-threaded.wasm',
  'ort-wasm-simd-threaded.asyncify.mjs',
  'ort-wasm-simd-threaded.asyncify.wasm',
]

/** The files to serve under `<models>/ort/`: `{ name, path, bytes, sha256 }`, of the onnxruntime-web that Transformers.js uses. */
export function ortFiles() {
  const fromTransformers = createRequire(createRequire(import.meta.url).resolve('@huggingface/transformers'))
  return ORT_NAMES.map((name) => {
    const path = fromTransformers.resolve(`onnxruntime-web/${name}`)
    return { name, path, ...digest(path) }
  })
}

/** The folders of models/ that hold a stamp: `{ name, path, stamp }`. */
export function modelFolders() {
  return readdirSync(MODELS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(MODELS, entry.name, STAMP)))
    .map((entry) => {
      const path = join(MODELS, entry.name)
      return { name: entry.name, path, stamp: JSON.parse(readFileSync(join(path, STAMP), 'utf8')) }
    })
}

/** Writes size and hash of every model file into the folder's stamp; the facts above them are written by hand. */
export function stamp({ path, stamp: facts }) {
  const isModelFile = (file) => /\.(json|onnx)$/.test(file) && file !== STAMP
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(path, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .filter(isModelFile)
    .sort()
    .map((file) => ({ path: file, ...digest(join(path, file)) }))
  writeFileSync(join(path, STAMP), JSON.stringify({ ...facts, files }, null, 2) + '\n')
}

function digest(path) {
  return { bytes: statSync(path).size, sha256: createHash('sha256').update(readFileSync(path)).digest('hex') }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] !== 'stamp') {
    console.error('usage: node scripts/models.mjs stamp')
    process.exit(2)
  }
  for (const folder of modelFolders()) stamp(folder)
}
