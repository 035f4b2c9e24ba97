import { InputError } from './errors.js'
import { MAX_ID_LENGTH } from './limits.js'

/** Whose memory it is. Reads match the ids given and ignore the others; writes carry exactly the ids given. */
export interface Scope {
  userId?: string
  agentId?: string
  /** Project or application. */
  appId?: string
  /** One conversation, session or task. */
  runId?: string
}

/** A scope as callers may write it: camelCase or snake_case. */
export interface ScopeInput extends Scope {
  user_id?: string
  agent_id?: string
  app_id?: string
  run_id?: string
}

export const SCOPE_FIELDS = ['userId', 'agentId', 'appId', 'runId'] as const
export type ScopeField = (typeof SCOPE_FIELDS)[number]

const SNAKE: Record<ScopeField, 'user_id' | 'agent_id' | 'app_id' | 'run_id'> = {
  userId: 'user_id',
  agentId: 'agent_id',
  appId: 'app_id',
  runId: 'run_id',
}

/** Either spelling of every identity field: what an options check must let through. */
export const SCOPE_INPUT_FIELDS = [...SCOPE_FIELDS, 'user_id', 'agent_id', 'app_id', 'run_id'] as const

/** The camelCase field that a name stands for, or undefined when it is no identity field. */
export function scopeField(name: string): ScopeField | undefined {
  return SCOPE_FIELDS.find((field) => field === name || SNAKE[field] === name)
}

/**
 * Reads the identity fields of `input`, in either spelling, over the defaults, field by field.
 * `null` clears a default: `{ runId: null }` means "any run" in a read and "no run" in a write.
 */
export function resolveScope(input: object | undefined, defaults: Scope = {}): Scope {
  const scope: Scope = {}
  for (const field of SCOPE_FIELDS) {
    const given = ownValue(input, field) ?? ownValue(input, SNAKE[field])
    const cleared = given === undefined && (hasNull(input, field) || hasNull(input, SNAKE[field]))
    const value = cleared ? undefined : (given ?? defaults[field])
    if (value === undefined) continue
    if (typeof value !== 'string' || value.trim() === '')
      throw new InputError('INVALID_INPUT', `${field} must be a non-empty string.`, { value })
    if (value.length > MAX_ID_LENGTH)
      throw new InputError('INVALID_INPUT', `${field} is longer than ${MAX_ID_LENGTH} characters.`)
    scope[field] = value
  }
  return scope
}

function ownValue(input: object | undefined, key: string): unknown {
  return input && Object.hasOwn(input, key) ? ((input as Record<string, unknown>)[key] ?? undefined) : undefined
}

function hasNull(input: object | undefined, key: string): boolean {
  return !!input && Object.hasOwn(input, key) && (input as Record<string, unknown>)[key] === null
}

/** The scope with at least one id, or `SCOPE_REQUIRED`. */
export function requireScope(
  scope: Scope,
  call: string,
  hint = 'Pass userId, agentId, appId or runId, or a default scope to Memory.open().',
): Scope {
  if (SCOPE_FIELDS.some((field) => scope[field] !== undefined)) return scope
  throw new InputError('SCOPE_REQUIRED', `${call} needs to know whose memory it is.`, { hint })
}

/** Canonical text of a scope, absent ids encoded: equal exactly for identical scopes. */
export function scopeKey(scope: Scope): string {
  return JSON.stringify(SCOPE_FIELDS.map((field) => scope[field] ?? null))
}

/** Whether a row of scope `row` is visible to a read of scope `wanted`. */
export function scopeMatches(row: Scope, wanted: Scope): boolean {
  return SCOPE_FIELDS.every((field) => wanted[field] === undefined || wanted[field] === row[field])
}
