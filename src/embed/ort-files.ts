import type { ModelFile } from './models.js'

/** One build of the ONNX runtime: the loader that is imported, and the binary that is handed to it. */
export interface OrtBuild {
  loader: string
  binary: ModelFile & { bytes: number; sha256: string }
}

// Of the onnxruntime-web that the installed Transformers.js pins: a test compares. Served by the application, so they can be another version's.
export const ORT_BUILDS: Record<'wasm' | 'webgpu', OrtBuild> = {
  wasm: {
    loader: 'ort-wasm-simd-threaded.mjs',
    binary: {
      path: 'ort-wasm-simd-threaded.wasm',
      bytes: 14_264_838,
      sha256: '06ba057753da3847e4c24f02d91ab133455b0817c69a44993a9a53a2146df9e3',
    },
  },
  // Twice as large: it also holds the WebGPU kernels.
  webgpu: {
    loader: 'ort-wasm-simd-threaded.asyncify.mjs',
    binary: {
      path: 'ort-wasm-simd-threaded.asyncify.wasm',
      bytes: 26_861_777,
      sha256: '49871f5a4409519797e127440868a6d1923339d9185907f301a5b2a1d90af082',
    },
  },
}
