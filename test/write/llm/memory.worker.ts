import { openai } from '../../../src/llm/openai.js'
import { Memory } from '../../../src/memory.js'
import { hashEmbedder } from '../../../src/testing/index.js'
import { serve } from '../../../src/worker/index.js'

/** A memory whose model is at the address that is part of the worker's name. */
const { name, baseUrl } = JSON.parse((globalThis as unknown as { name: string }).name) as {
  name: string
  baseUrl: string
}

serve(
  Memory.open({
    name,
    scope: { userId: 'ana' },
    embedder: hashEmbedder(),
    llm: openai({ baseUrl, model: 'scripted', backOffMs: 1 }),
    onWarning: () => undefined,
  }),
  globalThis as unknown as Worker,
)
