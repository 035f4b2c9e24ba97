import type { Bitmask } from '../bitmask.js'
import type { Engine } from '../engine.js'
import type { Catalog, Selection } from '../index/catalog.js'
import type { KeywordAnswer } from '../index/keyword/keyword-index.js'
import type { VectorHit } from '../index/vector/vector-index.js'
import type { SignalExplanation } from '../types.js'
import { baselineOf } from './baseline.js'
import { contrastOf, SAMPLE, type Contrast } from './contrast.js'
import { fusedValue, ownValue, scoreOf } from './fuse.js'
import type { Lanes } from './lanes.js'
import { measure, type Measurable, type Signals } from './signals.js'

export interface RankedCandidate extends Measurable {
  signals: Signals
  value: number
  /** Of the fitted value, whatever the order: it means the same in every store. */
  score: number
  /** With `fusion: 'rrf'`: what each lane adds. */
  lanes?: SignalExplanation[]
  reranked?: { score: number; share: number }
  /** No lane nominated it, nor anything near it. */
  uncalled?: boolean
}

/** Orders what the lanes nominated, and the messages around it, best first; ties by lower number. `also` is looked at in any case. */
export async function rank(engine: Engine, query: string, lanes: Lanes, nominated: number, allowed: Bitmask, selection: Selection, fusion: 'fitted' | 'rrf' = 'fitted', also?: number): Promise<RankedCandidate[]> {
  const { catalog } = engine
  const contrast = lanes.queryVector && contrastAmong(engine, lanes.queryVector, allowed)
  const standingOut = contrast ? ((await engine.indexes.vectorLane?.index.search(contrast.direction, nominated, allowed)) ?? []) : []
  const called = nominate(engine, lanes, standingOut, nominated, allowed)
  const uncalled = also === undefined || called.includes(also) ? undefined : also
  const nos = uncalled === undefined ? called : [...called, uncalled]
  const cosines = await scoresOf(engine, lanes.queryVector, nos)
  const products = await scoresOf(engine, contrast?.direction, nos)
  const shown = catalog.shownBy(selection)
  const candidates = nos.flatMap((no, i): Measurable[] => {
    const row = shown(no)
    const product = products[i]
    return row ? [{ no, row, cosine: cosines[i], contrast: contrast && product !== undefined ? (product - (contrast.means[groupOf(catalog, no)] as number)) / contrast.deviation : undefined }] : []
  })
  const signals = measure(candidates, catalog, {
    query,
    keywords: lanes.keywords,
    baseline: lanes.queryVector && engine.embedder && baselineOf(lanes.queryVector, engine.embedder.plug.background),
    trust: contrast?.trust ?? 0,
    current: selection.asOf === undefined && !selection.closedToo && !selection.past,
    own: ownValue,
  })
  passOn(candidates, signals, catalog)
  const ranks = fusion === 'rrf' ? (await import('./rrf.js')).reciprocalRanks({ meaning: lanes.dense, words: lanes.keywords.hits.slice(0, nominated) }) : undefined
  return candidates
    .flatMap((candidate, i): RankedCandidate[] => {
      const measured = signals[i] as Signals
      const value = fusedValue(measured)
      const ranked = { ...candidate, signals: measured, value, score: scoreOf(value), ...(candidate.no === uncalled ? { uncalled: true } : {}) }
      if (!ranks) return [ranked]
      const shares = ranks.get(candidate.no) ?? []
      return shares.length > 0 || ranked.uncalled ? [{ ...ranked, value: shares.reduce((sum, { share }) => sum + share, 0), lanes: shares }] : []
    })
    .sort((a, b) => b.value - a.value || a.no - b.no)
}

/** What sets texts apart among those that may be seen. */
function contrastAmong({ indexes, catalog }: Engine, queryVector: Float32Array, allowed: Bitmask): Contrast | undefined {
  const groups: [said: Float32Array[], drawn: Float32Array[]] = [[], []]
  for (const { no, row } of indexes.vectorLane?.sample.of(allowed, SAMPLE) ?? []) groups[groupOf(catalog, no)].push(row)
  return contrastOf(queryVector, groups)
}

function groupOf(catalog: Catalog, no: number): 0 | 1 {
  return catalog.get(no)?.table === 'memories' ? 1 : 0
}

/** The best of each lane, what was said on a day that the query names, and what is next to them in the conversation or linked as evidence. */
function nominate({ catalog }: Engine, { dense, keywords }: { dense: VectorHit[]; keywords: KeywordAnswer }, standingOut: VectorHit[], nominated: number, allowed: Bitmask): number[] {
  const own = new Set([...dense.map(({ no }) => no), ...standingOut.map(({ no }) => no), ...keywords.hits.slice(0, nominated).map(({ no }) => no), ...keywords.onTheDay])
  const all = new Set(own)
  for (const no of own)
    for (const other of [catalog.previous(no)?.no, catalog.next(no)?.no, ...catalog.linked(no), ...catalog.successors(no)]) if (other !== undefined && allowed.has(other)) all.add(other)
  return [...all]
}

/** Lets what holds now take the rank of the message that tells how things were. */
function passOn(candidates: readonly Measurable[], signals: readonly Signals[], catalog: Catalog): void {
  const position = new Map(candidates.map(({ no }, i) => [no, i]))
  candidates.forEach(({ no }, i) => {
    const old = signals[i] as Signals
    if (old.outdated === 0) return
    const worth = fusedValue({ ...old, outdated: 0 })
    for (const successor of catalog.successors(no)) {
      const heir = signals[position.get(successor) ?? -1]
      if (heir) heir.heir = Math.max(heir.heir, worth - fusedValue({ ...heir, heir: 0 }))
    }
  })
}

async function scoresOf({ indexes }: Engine, queryVector: Float32Array | undefined, nos: readonly number[]): Promise<(number | undefined)[]> {
  if (!queryVector || !indexes.vectorLane) return nos.map(() => undefined)
  const scores = await indexes.vectorLane.index.scores(queryVector, Uint32Array.from(nos))
  return Array.from(scores, (score) => (Number.isNaN(score) ? undefined : score))
}
