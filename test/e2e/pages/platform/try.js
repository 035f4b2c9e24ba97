import { Memory } from '/locket/index.js'
import { inMemoryStore } from '/locket/in-memory.js'

/** What an application sees that opens a memory here: found with the real model, or what it was told. */
export async function tryMemory({
  name,
  inMemory = false,
  embedder,
  more = [],
  query = 'What does Ana do at the weekend?',
}) {
  const warnings = []
  try {
    const memory = await Memory.open({
      name,
      scope: { userId: 'ana' },
      onWarning: ({ code }) => warnings.push(code),
      ...(inMemory ? { store: inMemoryStore() } : {}),
      ...(embedder === undefined ? {} : { embedder }),
    })
    await memory.add(['The spare key is under the fern.', 'Ana bakes bread on Sundays.', ...[more].flat()])
    await memory.idle()
    const { results, report } = await memory.search(query)
    const { embedder: model, keywords, counts } = await memory.health()
    await memory.close()
    return {
      found: results[0]?.memory,
      messages: counts.messages,
      dense: report.dense,
      keywords: keywords.index,
      runtime: model.runtime,
      warnings,
    }
  } catch (error) {
    return { error: `${error.name} ${error.code}`, hint: error.hint, warnings }
  }
}
