import { InputError } from '../errors.js'
import { compileFilter } from '../filter.js'
import type { Selection } from '../index/catalog.js'
import { oneOf, wholeNumber } from '../options.js'
import { requireScope, resolveScope, type Scope } from '../scope.js'
import type { MemoryKind } from '../store/records.js'
import type { GetAllOptions, ListOptions, SearchOptions } from '../types.js'
import type { PageRequest } from './list.js'

/** Whose rows a read may see: the call's ids over the filter's over the defaults, and what the filter asks. */
export function readSelection(call: string, options: SearchOptions | GetAllOptions | ListOptions, defaults: Scope, now: number): Selection {
  const filter = compileFilter(options.filters)
  const scope = resolveScope(options, resolveScope(filter.scope, defaults))
  if (!filter.namesIdentity) requireScope(scope, call)
  return { scope, kinds: readKinds('kinds' in options ? options.kinds : undefined), matches: options.filters ? filter.matches : undefined, now }
}

function readKinds(kinds: unknown): MemoryKind[] | undefined {
  if (kinds === undefined) return undefined
  if (!Array.isArray(kinds) || kinds.length === 0) throw new InputError('INVALID_INPUT', 'kinds must be a non-empty list.', { value: kinds })
  return kinds.map((kind) => oneOf('kinds', kind, ['semantic', 'episodic', 'procedural'] as const, 'semantic'))
}

export function readThreshold(threshold: unknown, fallback: number): number {
  if (threshold === undefined) return fallback
  if (typeof threshold !== 'number' || !(threshold >= 0 && threshold <= 1)) throw new InputError('INVALID_INPUT', 'threshold must be a number from 0 to 1.', { value: threshold })
  return threshold
}

export function readQuery(call: string, query: unknown): string {
  if (typeof query !== 'string' || query.trim() === '') throw new InputError('INVALID_INPUT', `${call} needs a query.`, { value: query, hint: 'To list everything use getAll() or messages.list().' })
  return query
}

export function readPageRequest(options: ListOptions): PageRequest {
  return {
    limit: wholeNumber('limit', options.limit, 100, 1, 1000),
    cursor: options.cursor,
    sort: oneOf('sort', options.sort, ['createdAt', 'updatedAt', 'at'] as const, 'createdAt'),
    order: oneOf('order', options.order, ['asc', 'desc'] as const, 'desc'),
  }
}
