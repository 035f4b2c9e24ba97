import { LocketError } from '../values/errors.js'
import { checkMetadata } from '../values/metadata.js'
import { parseMoment } from '../values/moment.js'
import { resolveScope, SCOPE_FIELDS, type Scope } from '../values/scope.js'
import type { ImportProblem } from './types.js'
import type { Line, MemoryRow } from '../store/rows/format.js'
import { textHash } from '../store/rows/hash.js'
import { memoryRow } from '../store/rows/row-checks.js'
import { refuse } from './refuse.js'
import { Malformed } from '../store/rows/shape.js'

/** Properties that may hold the list. */
const LIST_PROPERTIES = ['results', 'memories', 'data'] as const

export interface MemoryList {
  /** Each with its number in the list, from 1. */
  lines: [Line, number][]
  problems: ImportProblem[]
}

/**
 * Reads a JSON list of memories as other memory services return it: `[…]` or `{ results: […] }`, also one page or
 * within `data`. Fields of an entry: `{ id, memory, metadata, categories, created_at, updated_at, expiration_date,
 * user_id, agent_id, app_id, run_id, actor_id, role }`; others, such as `hash` and `score`, are ignored. The memories
 * have no evidence, because such lists do not include the messages.
 * @param scope of entries without a user, agent, app or run id
 * @param now time in ms since the epoch of entries without `created_at`
 */
export function readMemoryList(json: string, scope: Scope, now: number): MemoryList {
  const list: MemoryList = { lines: [], problems: [] }
  for (const [i, entry] of entriesOf(json).entries()) {
    try {
      list.lines.push([{ kind: 'memories', row: memoryOf(entry, i + 1, scope, now) }, i + 1])
    } catch (cause) {
      if (!(cause instanceof LocketError)) throw cause
      list.problems.push({ line: i + 1, code: cause.code, message: cause.message })
    }
  }
  return list
}

function entriesOf(json: string): unknown[] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // Without the cause: its message quotes the text.
    throw refuse(1, 'is neither the header of an export nor the beginning of a JSON list of memories')
  }
  const list = listIn(value) ?? listIn((value as { data?: unknown } | null)?.data)
  if (list) return list
  throw refuse(undefined, 'holds no list of memories', {
    hint: 'Pass [{ memory, … }] or { results: [{ memory, … }] }.',
  })
}

function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  return LIST_PROPERTIES.map((name) => (value as Record<string, unknown>)[name]).find(Array.isArray)
}

function memoryOf(entry: unknown, no: number, fallback: Scope, now: number): MemoryRow {
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  const text = [given['memory'], given['text'], given['data']].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  )
  if (text === undefined) throw invalid('has no text')
  const own = resolveScope(given)
  const scope = SCOPE_FIELDS.some((field) => own[field] !== undefined) ? own : fallback
  if (!SCOPE_FIELDS.some((field) => scope[field] !== undefined))
    throw new LocketError('SCOPE_REQUIRED', 'The memory has no user, agent, app or run id.', {
      hint: 'Pass scope to import().',
    })
  const createdAt = moment(given, 'created_at', 'createdAt') ?? now
  const metadata = checkMetadata(given['metadata'])
  const categories = textsOf(given['categories'])
  const expiresAt = moment(given, 'expiration_date', 'expiresAt')
  const [attributedTo] = textsOf([given['actor_id'], given['role']]) ?? []
  const id = given['id']
  const row: MemoryRow = {
    no,
    // Without an id, scope and text identify it, so that importing it again is recognized.
    id: typeof id === 'string' && id !== '' ? id : textHash(JSON.stringify([scope, text])),
    revision: 1,
    kind: 'semantic',
    text,
    scope,
    ...(attributedTo === undefined ? {} : { attributedTo }),
    ...(metadata ? { metadata } : {}),
    ...(categories ? { categories } : {}),
    evidence: [],
    createdAt,
    updatedAt: moment(given, 'updated_at', 'updatedAt') ?? createdAt,
    observedAt: createdAt,
    validFrom: createdAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    status: 'active',
  }
  try {
    return memoryRow(row, 'memory')
  } catch (cause) {
    if (cause instanceof Malformed) throw new LocketError('INVALID_INPUT', `The ${cause.message}.`)
    throw cause
  }
}

function moment(given: Record<string, unknown>, ...names: string[]): number | undefined {
  for (const name of names)
    if (given[name] !== undefined && given[name] !== null) return parseMoment(name, withTime(given[name]))
  return undefined
}

/** Times as Python writes them: with microseconds, sometimes a space instead of the T, and in UTC without a zone. */
function withTime(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const iso = value.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
  return /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(iso) ? `${iso}Z` : iso
}

function textsOf(value: unknown): string[] | undefined {
  const texts = Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    : []
  return texts.length > 0 ? [...new Set(texts)] : undefined
}

function invalid(reason: string): LocketError {
  return new LocketError('INVALID_INPUT', `The memory ${reason}.`)
}
