import type { Engine } from '../engine/engine.js'
import type { LocketError } from '../values/errors.js'
import { keeperHere, storageHealth } from '../storage/risk.js'
import type { Health } from './types.js'
import type { Problem } from '../values/problem.js'

export async function healthOf(engine: Engine): Promise<Health> {
  const { store, indexes, embedder } = engine
  const [estimate, { jobs, ...counts }, documents] = await Promise.all([
    store.estimate(),
    store.read(['messages', 'memories', 'segments', 'history', 'jobs'], async (tx) => {
      const [messages, memories, segments, history, jobs] = await Promise.all([
        tx.count('messages'),
        tx.count('memories'),
        tx.count('segments'),
        tx.count('history'),
        tx.list('jobs'),
      ])
      return { messages, memories, segments, history, jobs }
    }),
    indexes.keywords.state === 'failed' ? 0 : (indexes.keywordLane?.index.size() ?? 0),
  ])
  const vectors = indexes.vectorLane?.index
  return {
    name: engine.name,
    store: { kind: store.kind, encrypted: 'changeKey' in store, ...estimate },
    storage: storageHealth(estimate, keeperHere(store.kind)),
    counts,
    embedder: {
      state: embedder?.state ?? 'off',
      fingerprint: embedder?.fingerprint,
      problem: embedder?.problem && problemOf(embedder.problem),
      runtime: embedder?.plug.runtime,
    },
    vectors: {
      index: vectors?.kind ?? 'none',
      rows: vectors?.size ?? 0,
      bytes: vectors?.bytes ?? 0,
      state: indexes.vectors.state,
      graph: vectors?.state,
      problem: vectors?.reason && problemOf(vectors.reason),
    },
    keywords: { index: indexes.keywordLane?.index.kind ?? 'none', documents, state: indexes.keywords.state },
    pending: { jobs: jobs.length, documents: jobs.reduce((sum, { nos }) => sum + nos.length, 0) },
    paused: engine.paused,
    warnings: engine.warnings.map(problemOf),
  }
}

function problemOf({ code, message }: LocketError): Problem {
  return { code, message }
}
