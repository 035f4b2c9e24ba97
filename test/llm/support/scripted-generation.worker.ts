// A stand-in for a text generation model: the tokenizer, its chat template, the streamer and the stopping criteria are real, the model is a script.
import { AutoTokenizer, env } from '@huggingface/transformers'
import * as library from '@huggingface/transformers'
import { expose } from 'comlink'
import { createCore } from '../../../src/llm/transformers/core.js'
import type { LoadedModel } from '../../../src/llm/transformers/load.js'
import { installErrorTransfer } from '../../../src/platform/worker-errors.js'

const REPLY = 'one two three four five six seven eight nine ten eleven twelve'
const TEMPLATE = "{% for message in messages %}{{ message.role + ': ' + message.content + '\n' }}{% endfor %}assistant:"

interface GenerateOptions {
  input_ids: library.Tensor
  max_new_tokens: number
  streamer: library.TextStreamer
  stopping_criteria: library.StoppingCriteria
}

async function load(): Promise<LoadedModel> {
  Object.assign(env, {
    allowRemoteModels: false,
    allowLocalModels: true,
    localModelPath: '/models/',
    useBrowserCache: false,
  })
  const tokenizer = await AutoTokenizer.from_pretrained('e5-small-memory-en-zh')
  tokenizer.chat_template = TEMPLATE
  const model = {
    config: { max_position_embeddings: 300 },
    generation_config: { eos_token_id: 2 },
    forward: () => Promise.resolve(),
    async generate({ input_ids, max_new_tokens, streamer, stopping_criteria }: GenerateOptions) {
      const [prompt] = input_ids.tolist() as [bigint[]]
      const asked = tokenizer.decode(prompt, { skip_special_tokens: false })
      if (asked.includes('break')) throw new Error('the device is lost')
      const text = asked.includes('think') ? `<think>well</think> ${REPLY}` : REPLY
      const ids = [...tokenizer.encode(text, { add_special_tokens: false }), 2].slice(0, max_new_tokens)
      streamer.put([prompt])
      for (const id of ids) {
        await model.forward()
        streamer.put([[BigInt(id)]])
        if (stopping_criteria._call([[id]], [[]])[0]) break
      }
      streamer.end()
    },
  }
  return { library, tokenizer, model: model as unknown as LoadedModel['model'] }
}

installErrorTransfer()
expose(createCore(load))
