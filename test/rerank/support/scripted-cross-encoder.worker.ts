// A stand-in for a cross-encoder: the tokenizer, its pairs, padding and cutting are real, the model is a script that counts the tokens two texts share.
import { AutoTokenizer, env } from '@huggingface/transformers'
import * as library from '@huggingface/transformers'
import { expose } from 'comlink'
import type { LoadedModel } from '../../../src/llm/transformers/load.js'
import { createCore } from '../../../src/rerank/cross-encoder/core.js'
import { installErrorTransfer } from '../../../src/platform/worker-errors.js'

async function load(): Promise<LoadedModel> {
  Object.assign(env, {
    allowRemoteModels: false,
    allowLocalModels: true,
    localModelPath: '/models/',
    useBrowserCache: false,
  })
  const tokenizer = await AutoTokenizer.from_pretrained('e5-small-memory-en-zh')
  const separator = tokenizer.encode('').at(-1) as number
  const model = async ({ input_ids }: { input_ids: library.Tensor }) => {
    const rows = (input_ids.tolist() as bigint[][]).map((row) => row.map(Number))
    if (rows.some((row) => tokenizer.decode(row).includes('break'))) throw new Error('the device is lost')
    const labels = rows.some((row) => tokenizer.decode(row).includes('two labels'))
      ? 2
      : rows.some((row) => tokenizer.decode(row).includes('three labels'))
        ? 3
        : 1
    const data = rows.flatMap((row) => {
      const query = new Set(row.slice(1, row.indexOf(separator)))
      const logit = row.slice(row.indexOf(separator) + 1).filter((id) => id !== separator && query.has(id)).length - 1
      return labels === 1 ? [logit] : labels === 2 ? [-logit, 0] : [0, 0, 0]
    })
    return { logits: new library.Tensor('float32', Float32Array.from(data), [rows.length, labels]) }
  }
  return {
    library,
    tokenizer,
    model: Object.assign(model, { config: { max_position_embeddings: 64 } }) as unknown as LoadedModel['model'],
  }
}

installErrorTransfer()
expose(createCore(load))
