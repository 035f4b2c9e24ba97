import { trustedWorker } from '../../platform/trusted-types.js'

export const crossEncoderWorker = (): Worker =>
  trustedWorker(() => new Worker(new URL('./cross-encoder.worker.js', import.meta.url), { type: 'module' }))
