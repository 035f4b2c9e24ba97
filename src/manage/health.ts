import type { Engine } from '../engine.js'
import type { Health } from '../types.js'

export async function healthOf(engine: Engine): Promise<Health> {
  const { store, indexes, embedder } = engine
  const [estimate, counts, documents] = await Promise.all([
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
  const { jobs, ...rows } = counts
  const { usage, quota, persisted } = estimate
  const problem = embedder?.problem
  return {
    name: engine.name,
    store: { kind: store.kind, ...(usage === undefined ? {} : { usage }), ...(quota === undefined ? {} : { quota }), ...(persisted === undefined ? {} : { persisted }) },
    counts: rows,
    embedder: {
      state: embedder?.state ?? 'off',
      ...(embedder ? { fingerprint: embedder.fingerprint } : {}),
      ...(problem ? { problem: { code: problem.code, message: problem.message } } : {}),
    },
    vectors: {
      index: indexes.vectorLane?.index.kind ?? 'none',
      rows: indexes.vectorLane?.index.size ?? 0,
      bytes: indexes.vectorLane?.index.bytes ?? 0,
      state: indexes.vectors.state,
    },
    keywords: { index: indexes.keywordLane?.index.kind ?? 'none', documents, state: indexes.keywords.state },
    pending: { jobs: jobs.length, documents: jobs.reduce((sum, { nos }) => sum + nos.length, 0) },
    paused: engine.paused,
  }
}
