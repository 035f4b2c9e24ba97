import type { Engine } from '../engine.js'
import { InputError } from '../errors.js'
import type { Selection } from '../index/catalog.js'
import { checkOptions, flag, wholeNumber } from '../options.js'
import { SCOPE_INPUT_FIELDS } from '../scope.js'
import type { SearchOptions, SearchReport, SearchResult } from '../types.js'
import { hydrate, type Hydrated } from './hydrate.js'
import { askLanes } from './lanes.js'
import { explain, rank } from './rank.js'
import { checkAborted, readPast, readQuery, readSelection, readSignal, readThreshold } from './request.js'

export const SEARCH_OPTIONS = [...SCOPE_INPUT_FIELDS, 'topK', 'threshold', 'kinds', 'filters', 'latestOnly', 'asOf', 'knownAt', 'explain', 'vector', 'signal']

/** Documents that each lane may nominate: what answers is nearly always among the first hundreds of one of them. */
const NOMINATED = 200

export async function search(engine: Engine, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  const { found, report } = await find(engine, query, options)
  return { results: found.map(({ hit }) => hit), report }
}

/** The read path: who may be seen, what both lanes nominate, what each candidate has for it, the order, the texts. */
export async function find(engine: Engine, query: string, options: SearchOptions): Promise<{ found: Hydrated[]; report: SearchReport }> {
  checkOptions('search()', options, SEARCH_OPTIONS)
  const text = readQuery('search()', query)
  const topK = wholeNumber('topK', options.topK, 10, 1, 1000)
  const threshold = readThreshold(options.threshold, 0)
  const explained = flag('explain', options.explain, false)
  const signal = readSignal(options.signal)
  const past = await readPast(engine.store, options.knownAt)
  const selection: Selection = { ...readSelection('search()', options, engine.scope, engine.now()), past: past?.rows }
  if (options.vector !== undefined && !(options.vector instanceof Float32Array)) throw new InputError('INVALID_INPUT', 'vector must be a Float32Array.', { value: options.vector })

  checkAborted(signal)
  await engine.indexes.catchUp()
  const allowed = engine.catalog.select(selection)
  const report: SearchReport = { dense: 'off', keywords: 'off', searched: allowed.count(), unknownShare: 0, problems: [] }
  if (report.searched === 0) return { found: [], report }

  const nominated = Math.max(NOMINATED, topK)
  const lanes = await askLanes(engine, { query: text, allowed, vector: options.vector, nominated, signal }, report)
  const ranked = await rank(engine, text, lanes, nominated, allowed, selection)
  const shown = ranked.slice(0, topK).filter(({ score }) => score >= threshold)
  const found = await hydrate(
    engine.store,
    engine.catalog,
    shown.map((candidate) => ({ row: candidate.row, record: past?.records.get(candidate.row.no), score: candidate.score, ...(explained ? { explanation: explain(candidate, ranked) } : {}) })),
  )
  checkAborted(signal)
  engine.recalled.add(
    found.map(({ hit }) => hit.memory),
    engine.catalog.capacity,
  )
  return { found, report }
}
