// Holds the memory, and so the model and the indexes: once, however many pages and popups use it.
import { Memory } from './locket/index.js'
import { serve } from './locket/worker.js'

// The promise: who connects while it is being opened waits for it, and learns why when it cannot be.
const memory = Memory.open({ name: 'reading', scope: { userId: 'me' }, models: chrome.runtime.getURL('models/') })

navigator.serviceWorker.onmessage = ({ data, ports: [port] }) => {
  if (data === 'memory') serve(memory, port)
}
