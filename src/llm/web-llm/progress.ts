import type { LoadProgress } from '../../embed/embedder.js'

/** What WebLLM reports while it loads. */
export interface Report {
  /** 0 to 1, of the step that the text names. */
  progress: number
  text: string
}

const MB = 1 << 20

/**
 * WebLLM tells a share and a sentence. Where the sentence has megabytes (downloads, and copies to the device), bytes
 * are made of them, and of the share the total; for any other step (compiling shaders) `loaded` is the share, of a
 * total of 1.
 */
export function progressOf(model: string, { progress, text }: Report): LoadProgress {
  const share = progress >= 0 && progress <= 1 ? progress : 0
  const item = `${model}: ${/^[^[:.]+/.exec(text)?.[0].trim() || 'loading'}`
  const megabytes = /(\d+)MB (?:fetched|loaded)/.exec(text)?.[1]
  if (megabytes === undefined) return { item, loaded: share, total: 1 }
  const loaded = Number(megabytes) * MB
  return { item, loaded, total: share > 0 ? Math.round(loaded / share) : undefined }
}
