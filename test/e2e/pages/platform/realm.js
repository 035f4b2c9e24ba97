// A dedicated worker or a shared one.
import { tryMemory } from './try.js'

const answer = async ({ data: [options], ports: [port] }) => port.postMessage(await tryMemory(options))
if ('SharedWorkerGlobalScope' in globalThis) {
  addEventListener('connect', ({ ports: [port] }) => (port.onmessage = answer))
} else onmessage = answer
