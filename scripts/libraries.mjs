// How Vite and Rolldown find the libraries that run in the page.

/** The ONNX runtime without its loader inside: the loader is a file that the application serves, see scripts/models.mjs. */
export const conditions = ['onnxruntime-web-use-extern-wasm']

/** Named so that a dev server prepares them before the first page: one that it discovers later reloads the page under a running test. */
export const libraries = [
  '@huggingface/transformers',
  'chrono-node',
  'comlink',
  'compromise',
  'eventsource-parser',
  'fast-check',
  'leven',
  'idb',
  'minisearch',
  'stemmer',
]
