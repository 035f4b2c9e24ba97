import { InputError, LocketError } from './errors.js'
import { toMilliseconds } from './moment.js'
import { suggestion } from './options.js'
import { scopeField, type ScopeInput } from './scope.js'

export type FilterValue = string | number | boolean | null | Date

export interface FieldCondition {
  eq?: FilterValue
  ne?: FilterValue
  gt?: FilterValue
  gte?: FilterValue
  lt?: FilterValue
  lte?: FilterValue
  in?: readonly FilterValue[]
  nin?: readonly FilterValue[]
  /** A part of a text, or an element of a list. */
  contains?: FilterValue
  /** The same, ignoring case. */
  icontains?: FilterValue
  exists?: boolean
}

/**
 * Conditions on a row's fields and metadata, all of which must hold.
 * A plain value means `eq`, a list means `in`, `'*'` means "present".
 * Operators of one field are joined by AND; `AND`, `OR` and `NOT` nest to any depth (`NOT` of a list: none of them).
 */
export interface Filters {
  AND?: Filters | readonly Filters[]
  OR?: readonly Filters[]
  NOT?: Filters | readonly Filters[]
  [field: string]: FieldCondition | FilterValue | readonly FilterValue[] | Filters | readonly Filters[] | undefined
}

/** A row's value by field name; undefined where it has none. Times are numbers (ms since the epoch). */
export type FieldReader = (field: string) => unknown

export interface CompiledFilter {
  matches: (read: FieldReader) => boolean
  /**
   * Identities that the whole filter demands: they count as the call's own ids; `null` where it names several or any.
   */
  scope: ScopeInput
  /** Whether the whole filter is bound to identities, be it to several or to any. */
  namesIdentity: boolean
}

type Test = (read: FieldReader) => boolean

const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'contains', 'icontains', 'exists'] as const
type Operator = (typeof OPERATORS)[number]
const LOGIC = ['AND', 'OR', 'NOT']
/**
 * Far beyond any real filter, and well within the stack. Conditions, groups and listed values together are looked at
 * for every row.
 */
const MAX_DEPTH = 500
const MAX_TERMS = 10_000
const LONGEST_FIELD = 1_000

/** Checks a filter once and turns it into a predicate. Throws `UNKNOWN_OPERATOR` or `INVALID_INPUT`. */
export function compileFilter(filters: unknown): CompiledFilter {
  if (filters === undefined || filters === null) return { matches: () => true, scope: {}, namesIdentity: false }
  try {
    const matches = group(filters, 0, { terms: MAX_TERMS })
    const scope = demandedScope(filters as Filters)
    return { matches, scope, namesIdentity: Object.keys(scope).length > 0 }
  } catch (cause) {
    if (cause instanceof LocketError) throw cause
    throw new InputError('INVALID_INPUT', 'filters cannot be read.', { cause })
  }
}

interface Left {
  terms: number
}

function spend(left: Left, terms: number): void {
  left.terms -= terms
  if (left.terms < 0)
    throw new InputError('INVALID_INPUT', `filters have more than ${MAX_TERMS} conditions, groups and values.`)
}

function group(filters: unknown, depth: number, left: Left): Test {
  if (depth > MAX_DEPTH)
    throw new InputError('INVALID_INPUT', `filters are cyclic or nested deeper than ${MAX_DEPTH} levels.`)
  spend(left, 1)
  if (typeof filters !== 'object' || filters === null || Symbol.iterator in filters || filters instanceof Date)
    throw new InputError('INVALID_INPUT', 'A filter must be an object.', { value: filters })
  const tests = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]: [string, unknown]): Test => {
      if (key === 'AND') return every(branches(key, value, depth, left))
      if (key === 'OR') return some(branches(key, value, depth, left))
      if (key === 'NOT') {
        const any = some(branches(key, value, depth, left))
        return (read) => !any(read)
      }
      if (LOGIC.includes(key.toUpperCase()) || key.startsWith('$'))
        throw new InputError('UNKNOWN_OPERATOR', `"${key}" is no logical operator.`, {
          value: key,
          hint: suggestion(key.replace('$', ''), LOGIC),
        })
      return field(key, value, left)
    })
  return every(tests)
}

function branches(key: string, value: unknown, depth: number, left: Left): Test[] {
  if (Array.isArray(value)) {
    // Before the list is walked: one with holes can be longer than anything could walk.
    spend(left, value.length)
    return value.map((branch) => group(branch, depth + 1, left))
  }
  if (key !== 'OR') return [group(value, depth + 1, left)]
  throw new InputError('INVALID_INPUT', 'OR takes a list of filters.', { value })
}

const every =
  (tests: Test[]): Test =>
  (read) =>
    tests.every((test) => test(read))
const some =
  (tests: Test[]): Test =>
  (read) =>
    tests.some((test) => test(read))

function field(name: string, condition: unknown, left: Left): Test {
  if (name.length > LONGEST_FIELD)
    throw new InputError('INVALID_INPUT', `The name of a field is longer than ${LONGEST_FIELD} characters.`)
  spend(left, Array.isArray(condition) ? condition.length : 1)
  if (condition === '*') return (read) => present(read(name))
  if (Array.isArray(condition)) return operator(name, 'in', condition)
  if (typeof condition !== 'object' || condition === null || condition instanceof Date)
    return operator(name, 'eq', condition)
  const entries = Object.entries(condition).filter(([, value]) => value !== undefined)
  if (entries.length === 0)
    throw new InputError('INVALID_INPUT', `The condition on "${name}" is empty.`, {
      hint: `Use one of ${OPERATORS.join(', ')}.`,
    })
  return every(
    entries.map(([key, operand]) => {
      const known = OPERATORS.find((candidate) => candidate === key)
      if (!known)
        throw new InputError('UNKNOWN_OPERATOR', `The condition on "${name}" has an unknown operator "${key}".`, {
          value: key,
          hint: suggestion(key, OPERATORS),
        })
      spend(left, Array.isArray(operand) ? operand.length : 1)
      return operator(name, known, operand)
    }),
  )
}

function operator(name: string, op: Operator, operand: unknown): Test {
  switch (op) {
    case 'eq':
      if (operand === '*') return (read) => present(read(name))
      return matching(name, scalar(name, op, operand), equal)
    case 'ne':
      return not(operator(name, 'eq', operand))
    case 'in': {
      const wanted = list(name, op, operand)
      return (read) => wanted.some((value) => anyElement(read(name), (own) => equal(own, value)))
    }
    case 'nin':
      return not(operator(name, 'in', operand))
    case 'gt':
      return ordering(name, op, operand, (order) => order > 0)
    case 'gte':
      return ordering(name, op, operand, (order) => order >= 0)
    case 'lt':
      return ordering(name, op, operand, (order) => order < 0)
    case 'lte':
      return ordering(name, op, operand, (order) => order <= 0)
    case 'contains':
      return matching(name, scalar(name, op, operand), includes)
    case 'icontains': {
      const wanted = scalar(name, op, operand)
      return matching(name, lower(wanted), (own, value) => includes(lower(own), value))
    }
    case 'exists': {
      if (typeof operand !== 'boolean')
        throw new InputError('INVALID_INPUT', `"${name}": exists takes true or false.`, { value: operand })
      return (read) => present(read(name)) === operand
    }
  }
}

const not =
  (test: Test): Test =>
  (read) =>
    !test(read)
const present = (value: unknown): boolean => value !== undefined && value !== null
const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** A list-valued field passes when one of its elements does. */
function anyElement(value: unknown, test: (element: unknown) => boolean): boolean {
  return Array.isArray(value) ? value.some(test) : test(value)
}

function matching(name: string, wanted: unknown, test: (own: unknown, wanted: unknown) => boolean): Test {
  return (read) => anyElement(read(name), (own) => test(own, wanted))
}

function ordering(name: string, op: Operator, operand: unknown, test: (order: number) => boolean): Test {
  const wanted = scalar(name, op, operand)
  return (read) =>
    anyElement(read(name), (own) => {
      const order = compare(own, wanted)
      return order !== undefined && test(order)
    })
}

function equal(own: unknown, wanted: unknown): boolean {
  if (wanted === null) return !present(own)
  return compare(own, wanted) === 0 || own === wanted
}

function includes(own: unknown, wanted: unknown): boolean {
  return typeof own === 'string' && typeof wanted === 'string' ? own.includes(wanted) : equal(own, wanted)
}

/** Below, at or above 0; undefined where the two cannot be ordered. Times compare with dates and ISO texts as times. */
function compare(own: unknown, wanted: unknown): number | undefined {
  if (typeof own === 'number' && typeof wanted === 'number') return own - wanted
  if (wanted instanceof Date) return compareTimes(own, wanted.getTime())
  if (typeof own === 'number' && typeof wanted === 'string') return compareTimes(own, timeOf(wanted))
  if (typeof own === 'string' && typeof wanted === 'string') return own < wanted ? -1 : own > wanted ? 1 : 0
  if (typeof own === 'boolean' && typeof wanted === 'boolean') return Number(own) - Number(wanted)
  return undefined
}

function compareTimes(own: unknown, wanted: number): number | undefined {
  const time = typeof own === 'number' ? own : typeof own === 'string' ? timeOf(own) : Number.NaN
  return Number.isNaN(time) || Number.isNaN(wanted) ? undefined : time - wanted
}

/**
 * As everywhere: a date without a time is the start of that day in local time. Other formats as the browser reads them,
 * if they have a year: "3" is the year 3 to one, March 2001 to another.
 */
function timeOf(text: string): number {
  const time = toMilliseconds(text)
  return Number.isNaN(time) && /\b\d{4}\b/.test(text) ? Date.parse(text) : time
}

function scalar(name: string, op: string, operand: unknown): FilterValue {
  if (operand === null || typeof operand === 'string' || typeof operand === 'boolean' || Number.isFinite(operand))
    return operand as FilterValue
  if (operand instanceof Date && !Number.isNaN(operand.getTime())) return operand
  throw new InputError('INVALID_INPUT', `"${name}": ${op} takes a text, a finite number, a boolean, null or a date.`, {
    value: operand,
  })
}

function list(name: string, op: string, operand: unknown): FilterValue[] {
  if (!Array.isArray(operand))
    throw new InputError('INVALID_INPUT', `"${name}": ${op} takes a list.`, { value: operand })
  return operand.map((value) => scalar(name, op, value))
}

/**
 * The identities given at the top or in a top-level AND, as text or `{ eq }`; `'*'` asks for any and clears a default.
 */
function demandedScope(filters: Filters): ScopeInput {
  const scope: Record<string, string | null> = {}
  const parts = [
    filters,
    ...(Array.isArray(filters.AND) ? (filters.AND as Filters[]) : filters.AND ? [filters.AND as Filters] : []),
  ]
  for (const part of parts)
    for (const [key, condition] of Object.entries(part)) {
      const name = scopeField(key)
      if (!name) continue
      const value: unknown =
        typeof condition === 'object' && condition !== null && Object.hasOwn(condition, 'eq')
          ? (condition as FieldCondition).eq
          : condition
      if (value === '*' || (typeof value === 'object' && value !== null)) scope[name] ??= null
      else if (typeof value === 'string') scope[name] = value
    }
  return scope
}
