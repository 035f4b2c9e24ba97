// What an application writes: the test runs it from an import map and through a bundler.
import { Memory } from 'locket-memory'
import { transformersEmbedder } from 'locket-memory/transformers'

window.embed = async (text) => {
  const embedder = transformersEmbedder({ device: 'wasm' })
  const [{ vectors }] = await embedder.embed([text], 'query')
  await embedder.dispose()
  return vectors[0].length
}

window.remember = async (texts, question) => {
  const memory = await Memory.open({ name: 'packaged', scope: { userId: 'ana' } })
  for (const text of texts) await memory.add(text, { infer: false })
  await memory.idle()
  const { results } = await memory.search(question)
  await memory.close()
  return results[0].memory
}

window.problem = async (name) => {
  const memory = await Memory.open({ name, scope: { userId: 'ana' } })
  const { report } = await memory.add('The spare key is under the fern.', { infer: false })
  const { results } = await memory.search('fern')
  const { embedder } = await memory.health()
  await memory.close()
  return { reported: report.problems.map(({ code }) => code), health: embedder.problem, found: results.length }
}

window.ready = true
