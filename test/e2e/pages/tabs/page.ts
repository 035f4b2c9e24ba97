import { wrap, type Remote } from 'comlink'
import { instance, type Instance } from './instance.js'

let ticks = 0
setInterval(() => ticks++, 50)

let worker: Remote<Instance> | undefined
const inWorker = (): Remote<Instance> =>
  (worker ??= wrap<Instance>(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })))

export const page = { ...instance, inWorker, ticks: () => ticks }
Object.assign(globalThis, { locket: page })
