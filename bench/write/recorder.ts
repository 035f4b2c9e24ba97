import type { KeywordIndex, Reader, Store, VectorIndex } from 'locket-memory'

interface Call {
  what: 'store' | 'vectors' | 'scores' | 'keywords'
  start: number
  end: number
}

/** Parts for `Memory.open` that note when a search calls them. */
export function recorder(store: Store, vectorIndex: VectorIndex, keywordIndex: KeywordIndex) {
  const calls: Call[] = []
  const timed = async <R>(what: Call['what'], work: () => Promise<R>): Promise<R> => {
    const start = performance.now()
    try {
      return await work()
    } finally {
      calls.push({ what, start, end: performance.now() })
    }
  }
  return {
    calls,
    store: watched(store, {
      read: <R>(tables: Parameters<Store['read']>[0], body: (tx: Reader) => Promise<R>) =>
        timed('store', () => store.read(tables, body)),
    }),
    vectorIndex: watched(vectorIndex, {
      search: (...args) => timed('vectors', () => vectorIndex.search(...args)),
      scores: (...args) => timed('scores', () => vectorIndex.scores(...args)),
    }),
    keywordIndex: watched(keywordIndex, { search: (...args) => timed('keywords', () => keywordIndex.search(...args)) }),
  }
}

/** The part with some methods replaced; everything else, getters and private fields included, stays its own. */
function watched<T extends object>(part: T, replaced: Partial<T>): T {
  return new Proxy(part, {
    get(target, key) {
      const own = replaced[key as keyof T]
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Milliseconds of each step of one search. */
export interface Steps {
  /** Reading the change rows, to be up to date. */
  catchUp: number
  /** Which documents the search may see. */
  select: number
  vectors: number
  keywords: number
  /** Candidates, their cosines and signals, the order, further rounds: also what they ask the indexes meanwhile. */
  rank: number
  /** Texts and evidence of what is shown. */
  hydrate: number
}

export function steps(calls: readonly Call[], start: number, end: number): Steps {
  const reads = calls.filter(({ what }) => what === 'store')
  // Vectors are asked again while ranking: by what makes texts stand out, and once more for a second round.
  const lanes = (['vectors', 'keywords'] as const)
    .map((lane) => calls.find(({ what }) => what === lane))
    .filter((call) => call !== undefined)
  const [first, last] = [reads[0], reads.at(-1)]
  if (!first || !last || first === last || lanes.length !== 2)
    throw new Error('a search no longer does what this bench takes it to do')
  const of = (what: Call['what']): number =>
    calls.filter((call) => call.what === what).reduce((sum, call) => sum + call.end - call.start, 0)
  return {
    catchUp: first.end - start,
    select: Math.min(...lanes.map((lane) => lane.start)) - first.end,
    vectors: of('vectors'),
    keywords: of('keywords'),
    rank: last.start - Math.max(...lanes.map((lane) => lane.end)),
    hydrate: end - last.start,
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
