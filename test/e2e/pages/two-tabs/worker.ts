import { expose } from 'comlink'
import { actor } from './actor.js'

// A dedicated worker, or a shared one: one file is both.
if ('SharedWorkerGlobalScope' in globalThis)
  addEventListener('connect', (event) => expose(actor, (event as MessageEvent).ports[0]))
else expose(actor)
