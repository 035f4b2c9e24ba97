import type { ModelFile } from './models.js'

/** One build of the ONNX runtime: the loader that is imported, and the binary that is handed to it. */
export interface OrtBuild {
  loader: RuntimeFile
  binary: RuntimeFile
}

type RuntimeFile = ModelFile & { bytes: number; sha256: string }

export const ORT_VERSION = '1.31.0-dev.20260914-8d85527a0'

// Of the onnxruntime-web that the installed Transformers.js pins: a test compares. Served by the application, so they
// can be another version's.
export const ORT_BUILDS: Record<'wasm' | 'webgpu', OrtBuild> = {
  wasm: {
    loader: {
      path: 'ort-wasm-simd-threaded.mjs',
      bytes: 24_381,
      sha256: 'c57ca56328877353a575e51bbca6f18450027d6c9bf2307a2cb2c41363b4de9f',
    },
    binary: {
      path: 'ort-wasm-simd-threaded.wasm',
      bytes: 14_264_838,
      sha256: '06ba057753da3847e4c24f02d91ab133455b0817c69a44993a9a53a2146df9e3',
    },
  },
  // Twice as large: it also holds the WebGPU kernels.
  webgpu: {
    loader: {
      path: 'ort-wasm-simd-threaded.asyncify.mjs',
      bytes: 53_057,
      sha256: '0966b6105cd936744498aa60df7a22cbd47af3374dbc64a9ab561c08a71e3611',
    },
    binary: {
      path: 'ort-wasm-simd-threaded.asyncify.wasm',
      bytes: 26_861_777,
      sha256: '49871f5a4409519797e127440868a6d1923339d9185907f301a5b2a1d90af082',
    },
  },
}
