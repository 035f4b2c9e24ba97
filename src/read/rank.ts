import type { Bitmask } from '../bitmask.js'
import { canImport } from '../can-import.js'
import type { Engine } from '../engine.js'
import type { Catalog, Selection } from '../index/catalog.js'
import type { VectorHit } from '../index/vector/vector-index.js'
import { lazily } from '../lazily.js'
import type { SignalExplanation } from '../types.js'
import { baselineOf } from './baseline.js'
import { contrastOf, SAMPLE, type Contrast } from './contrast.js'
import type { Entities } from './entities.js'
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
  /** Where the query names several: which of them it speaks of, or is said by. */
  about?: string[]
}

/** Names that more texts speak of say too little to nominate one for. */
const RARE = 0.25
/** The latest texts that are nominated for one name. */
const MOST_SPEAKING = 50

/**
 * Orders what the lanes nominated, the messages around it, and what speaks of the same as the best of them, best first; ties by lower number.
 * `also` is looked at in any case.
 */
export async function rank(engine: Engine, query: string, lanes: Lanes, nominated: number, allowed: Bitmask, selection: Selection, fusion: 'fitted' | 'rrf' = 'fitted', also?: number): Promise<RankedCandidate[]> {
  const { catalog } = engine
  const contrast = lanes.queryVector && contrastAmong(engine, lanes.queryVector, allowed)
  const standingOut = contrast ? ((await engine.indexes.vectorLane?.index.search(contrast.direction, nominated, allowed)) ?? []) : []
  const called = nominate(engine, lanes, standingOut, nominated, allowed)
  const uncalled = also === undefined || called.has(also) ? undefined : also
  const shown = catalog.shownBy(selection)
  const look = async (nos: readonly number[]): Promise<Measurable[]> => {
    const cosines = await scoresOf(engine, lanes.queryVector, nos)
    const products = await scoresOf(engine, contrast?.direction, nos)
    return nos.flatMap((no, i): Measurable[] => {
      const row = shown(no)
      const product = products[i]
      return row ? [{ no, row, cosine: cosines[i], contrast: contrast && product !== undefined ? (product - (contrast.means[groupOf(catalog, no)] as number)) / contrast.deviation : undefined }] : []
    })
  }
  let candidates = await look([...called, ...(uncalled === undefined ? [] : [uncalled])])
  const names = new Set(candidates.flatMap(({ no }) => catalog.get(no)?.name ?? []))
  const asked = {
    query,
    keywords: lanes.keywords,
    dated: lanes.time?.dated ?? new Map([...lanes.keywords.onTheDay, ...lanes.keywords.inThePeriod].map((no) => [no, 1])),
    speakers: names.size > 0 && canImport() ? (await lazily(() => import('./speakers.js'))).speakersNamed(query, names) : new Set<string>(),
    baseline: lanes.queryVector && engine.embedder && baselineOf(lanes.queryVector, engine.embedder.plug.background),
    trust: contrast?.trust ?? 0,
    current: selection.asOf === undefined && !selection.closedToo && !selection.past && !lanes.time?.past,
    own: ownValue,
  }
  let signals = measure(candidates, catalog, asked)
  const entities = await entitiesAmong(engine, query, lanes.named, selection, names)
  if (entities) {
    entities.measure(candidates, signals)
    const added = entities.second(inOrder(candidates, signals), (no) => called.has(no) || !allowed.has(no))
    if (added.length > 0) {
      for (const no of added) called.add(no)
      candidates = [...candidates.filter(({ no }) => !added.includes(no)), ...(await look(added))]
      signals = measure(candidates, catalog, asked)
      entities.measure(candidates, signals)
    }
    entities.follow(inOrder(candidates, signals), candidates, signals)
  }
  passOn(candidates, signals, catalog)
  const ranks = fusion === 'rrf' ? (await lazily(() => import('./rrf.js'))).reciprocalRanks({ meaning: lanes.dense, words: lanes.keywords.hits.slice(0, nominated) }) : undefined
  return candidates
    .flatMap((candidate, i): RankedCandidate[] => {
      const measured = signals[i] as Signals
      const value = fusedValue(measured)
      const about = lanes.named.length > 1 ? entities?.about(candidate.no) : undefined
      const ranked = { ...candidate, signals: measured, value, score: scoreOf(value), ...(called.has(candidate.no) ? {} : { uncalled: true }), ...(about?.length ? { about } : {}) }
      if (!ranks) return [ranked]
      const shares = ranks.get(candidate.no) ?? []
      return shares.length > 0 || ranked.uncalled ? [{ ...ranked, value: shares.reduce((sum, { share }) => sum + share, 0), lanes: shares }] : []
    })
    .sort((a, b) => b.value - a.value || a.no - b.no)
}

/** Undefined where nothing is noted of whom and what texts speak of. */
async function entitiesAmong({ indexes, catalog }: Engine, query: string, named: Lanes['named'], { scope }: Selection, speakers: Iterable<string>): Promise<Entities | undefined> {
  if (!indexes.entityLane || indexes.entities.state !== 'used' || indexes.entityLane.index.size === 0) return undefined
  const { Entities } = await lazily(() => import('./entities.js'))
  return new Entities(indexes.entityLane.index, catalog, query, named, scope, speakers)
}

function inOrder(candidates: readonly Measurable[], signals: readonly Signals[]): { no: number; value: number }[] {
  return candidates.map(({ no }, i) => ({ no, value: fusedValue(signals[i] as Signals) })).sort((a, b) => b.value - a.value || a.no - b.no)
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

/** The best of each lane, what is of the time that the query names, and what is next to them in the conversation or linked as evidence. */
function nominate({ catalog }: Engine, { dense, keywords, named, time }: Lanes, standingOut: VectorHit[], nominated: number, allowed: Bitmask): Set<number> {
  const speaking = named.filter(({ rarity }) => rarity >= RARE).flatMap(({ nos }) => nos.slice(-MOST_SPEAKING).filter((no) => allowed.has(no)))
  const own = new Set([...dense.map(({ no }) => no), ...standingOut.map(({ no }) => no), ...keywords.hits.slice(0, nominated).map(({ no }) => no), ...keywords.onTheDay, ...(time?.nominated ?? []), ...speaking])
  const all = new Set(own)
  for (const no of own)
    for (const other of [catalog.previous(no)?.no, catalog.next(no)?.no, ...catalog.linked(no), ...catalog.successors(no)]) if (other !== undefined && allowed.has(other)) all.add(other)
  return all
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
