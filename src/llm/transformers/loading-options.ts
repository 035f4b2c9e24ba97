// Apart from what loads: these types are part of public ones, and the library's are not.

/** What to load from where, and what to run it on. */
export interface LoadingOptions {
  /** The folder's name, or the name at the hub. */
  model: string
  /**
   * An absolute address that ends in a slash: of the model folders, or of a hub that has models by name and revision.
   */
  from: { folder: string } | { hub: string }
  /** Where the ONNX runtime is; ends in a slash. */
  ortBase: string
  dtype: 'fp32' | 'fp16' | 'q8' | 'q4' | 'q4f16'
  device: 'webgpu' | 'wasm'
  threads: number
}

export interface GenerationOptions extends LoadingOptions {
  /** At most. */
  contextTokens: number
}
