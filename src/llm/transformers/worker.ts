import { trustedWorker } from '../../platform/trusted-types.js'

export const generationWorker = (): Worker =>
  trustedWorker(() => new Worker(new URL('./generation.worker.js', import.meta.url), { type: 'module' }))
