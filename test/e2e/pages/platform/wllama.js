import binary from '@wllama/wllama/esm/wasm/wllama.wasm?url'
import glue from '@wllama/wllama/src/wasm/wllama.js?url'
import { wllama } from 'locket-memory/wllama'

globalThis.complete = async () => {
  const model = wllama({ model: '/gguf/SmolLM2-135M-Instruct.Q4_1.gguf', wasm: { binary, glue } })
  const { usage } = await model.complete({ messages: [{ role: 'user', content: 'Hi' }], maxTokens: 1 })
  await model.dispose()
  return usage.completion
}
