import { InputError, LocketError } from '../../values/errors.js'
import type { Selection } from '../../index/selection.js'
import { lazily } from '../../platform/lazily.js'
import { parseMoment, type Moment } from '../../values/moment.js'
import { flag, oneOf } from '../../values/options.js'
import { requireScope, resolveScope, type Scope } from '../../values/scope.js'
import type { MemoryKind } from '../../store/records.js'
import type { Store } from '../../store/store.js'
import type { GetAllOptions, ListOptions, SearchOptions } from '../types.js'
import type { PastView } from './known-at.js'

/**
 * The rows that a read may see. Scope ids come from the call, else from the filter, else from the defaults.
 * @throws InputError `SCOPE_REQUIRED` where there is no id at all, `INVALID_INPUT` for malformed options
 */
export async function readSelection(
  call: string,
  options: SearchOptions | GetAllOptions | ListOptions,
  defaults: Scope,
  now: number,
): Promise<Selection> {
  // Loaded only for calls with a filter.
  const filter =
    options.filters === undefined
      ? undefined
      : (await lazily(() => import('../../values/filter.js'))).compileFilter(options.filters)
  const scope = resolveScope(options, resolveScope(filter?.scope, defaults))
  if (!filter?.namesIdentity) requireScope(scope, call)
  const time = options as { asOf?: Moment; latestOnly?: boolean }
  return {
    scope,
    kinds: readKinds('kinds' in options ? options.kinds : undefined),
    matches: filter?.matches,
    now,
    asOf: time.asOf === undefined ? undefined : parseMoment('asOf', time.asOf),
    closedToo: !flag('latestOnly', time.latestOnly, true),
  }
}

/** The store's state at `knownAt`, where the call gives one. */
export async function readPast(store: Store, knownAt: Moment | undefined): Promise<PastView | undefined> {
  if (knownAt === undefined) return undefined
  const { viewOfThePast } = await lazily(() => import('./known-at.js'))
  return viewOfThePast(store, parseMoment('knownAt', knownAt))
}

function readKinds(kinds: unknown): MemoryKind[] | undefined {
  if (kinds === undefined) return undefined
  if (!Array.isArray(kinds) || kinds.length === 0)
    throw new InputError('INVALID_INPUT', 'kinds must be a non-empty list.', { value: kinds })
  return kinds.map((kind) => oneOf('kinds', kind, ['semantic', 'episodic', 'procedural'] as const, 'semantic'))
}

export function readSignal(signal: unknown): AbortSignal | undefined {
  // Not `instanceof`, which rejects signals of another realm (an iframe).
  if (signal === undefined || typeof (signal as AbortSignal | null)?.aborted === 'boolean')
    return signal as AbortSignal | undefined
  throw new InputError('INVALID_INPUT', 'signal must be an AbortSignal.', { value: signal })
}

/** @throws LocketError `ABORTED`, with the signal's reason as its cause. */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LocketError('ABORTED', 'The search was aborted.', { cause: signal.reason })
}

export function readQuery(call: string, query: unknown): string {
  if (typeof query !== 'string' || query.trim() === '')
    throw new InputError('INVALID_INPUT', `${call} needs a query.`, {
      value: query,
      hint: 'To list everything use getAll() or messages.list().',
    })
  return query
}
