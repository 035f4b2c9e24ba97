import { hashEmbedder } from '../../src/testing/index.js'
import { Memory } from '../../src/memory.js'
import { serve } from '../../src/worker/index.js'

const { name } = globalThis as unknown as { name: string }
const memory = Memory.open({ name, scope: { userId: 'ana' }, embedder: hashEmbedder(), extractor: false })

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port) serve(memory, port)
})
