import { trustedWorker } from '../../platform/trusted-types.js'

export const wllamaWorker = (): Worker =>
  trustedWorker(() => new Worker(new URL('./wllama.worker.js', import.meta.url), { type: 'module' }))
