import type { Bitmask } from '../bitmask.js'
import type { Engine } from '../engine.js'
import type { Catalog, Selection } from '../index/catalog.js'
import type { KeywordAnswer } from '../index/keyword/keyword-index.js'
import type { VectorHit } from '../index/vector/vector-index.js'
import type { SignalExplanation } from '../types.js'
import { baselineOf } from './baseline.js'
import { fusedValue, ownValue, scoreOf, signalNames, WEIGHTS } from './fuse.js'
import type { Lanes } from './lanes.js'
import { measure, type Measurable, type Signals } from './signals.js'

export interface RankedCandidate extends Measurable {
  signals: Signals
  value: number
  score: number
}

/** Orders what the lanes nominated, and the messages around it, best first; ties by lower number. */
export async function rank(engine: Engine, query: string, lanes: Lanes, nominated: number, allowed: Bitmask, selection: Selection): Promise<RankedCandidate[]> {
  const { catalog } = engine
  const nos = nominate(engine, lanes, nominated, allowed)
  const cosines = await cosinesOf(engine, lanes.queryVector, nos)
  const shown = catalog.shownBy(selection)
  const candidates = nos.flatMap((no, i): Measurable[] => {
    const row = shown(no)
    return row ? [{ no, row, cosine: cosines[i] }] : []
  })
  const baseline = lanes.queryVector && engine.embedder && baselineOf(lanes.queryVector, engine.embedder.plug.background)
  const signals = measure(query, candidates, lanes.keywords, catalog, baseline, ownValue, selection.asOf === undefined && !selection.closedToo && !selection.past)
  passOn(candidates, signals, catalog)
  return candidates
    .map((candidate, i) => {
      const measured = signals[i] as Signals
      const value = fusedValue(measured)
      return { ...candidate, signals: measured, value, score: scoreOf(value) }
    })
    .sort((a, b) => b.value - a.value || a.no - b.no)
}

/** The best of each lane, what was said on a day that the query names, and what is next to them in the conversation or linked as evidence. */
function nominate({ catalog }: Engine, { dense, keywords }: { dense: VectorHit[]; keywords: KeywordAnswer }, nominated: number, allowed: Bitmask): number[] {
  const own = new Set([...dense.map(({ no }) => no), ...keywords.hits.slice(0, nominated).map(({ no }) => no), ...keywords.onTheDay])
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

async function cosinesOf({ indexes }: Engine, queryVector: Float32Array | undefined, nos: readonly number[]): Promise<(number | undefined)[]> {
  if (!queryVector || !indexes.vectorLane) return nos.map(() => undefined)
  const scores = await indexes.vectorLane.index.scores(queryVector, Uint32Array.from(nos))
  return Array.from(scores, (score) => (Number.isNaN(score) ? undefined : score))
}

/** Why a candidate stands where it stands: each signal as measured, its rank among all candidates, and what it adds. */
export function explain(candidate: RankedCandidate, all: readonly RankedCandidate[]): SignalExplanation[] {
  return signalNames.map((signal) => {
    const raw = candidate.signals[signal]
    const direction = Math.sign(WEIGHTS[signal])
    const better = all.filter((other) => direction * other.signals[signal] > direction * raw).length
    return { signal, raw: signal === 'meaning' ? (candidate.cosine ?? 0) : raw, rank: better + 1, share: WEIGHTS[signal] * raw + 0 }
  })
}
