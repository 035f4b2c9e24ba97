import { coreFacts } from './core.js'
import { countTokens } from './tokens.js'
import { promptLine } from './prompt-block.js'
import type { ReadSource } from '../read-source.js'
import type { SearchRequest } from '../request/search-request.js'
import { hydrate } from '../show/hydrate.js'
import { RECORD_TABLES, recordReader } from '../show/record-reader.js'
import type { CoreFact, CorePart } from '../types.js'

export interface CoreLine {
  fact: CoreFact
  line: string
  /** Tokens, that of the line feed included. */
  cost: number
}

/** The facts of the core as lines of the block, in the order of their parts, as long as there is room. */
export async function readCoreLines(
  { store, catalog, embedder, recalled }: ReadSource,
  { selection, past }: SearchRequest,
  parts: readonly CorePart[],
  room: number,
): Promise<CoreLine[]> {
  const facts = coreFacts(catalog, selection, parts)
  if (facts.length === 0) return []
  const partOf = new Map(facts.map(({ row, part }) => [row.id, part]))
  const hydrated = await store.read(RECORD_TABLES, (tx) =>
    hydrate(
      tx,
      catalog,
      recordReader(catalog, past),
      facts.map(({ row }) => ({ row, score: 1, newer: 0 })),
    ),
  )
  const lines = hydrated.map(({ hit }) => promptLine(hit, hit.memory))
  const costs = await countTokens(embedder, lines)
  let used = 0
  const fitting = hydrated.flatMap(({ hit }, i): CoreLine[] => {
    const cost = (costs[i] as number) + 1
    if (used + cost > room) return []
    used += cost
    const fact = { id: hit.id, memory: hit.memory, part: partOf.get(hit.id) as CorePart }
    return [{ fact, line: lines[i] as string, cost }]
  })
  recalled.add(
    fitting.map(({ fact }) => fact.memory),
    catalog.capacity,
    selection.scope,
  )
  return fitting
}
