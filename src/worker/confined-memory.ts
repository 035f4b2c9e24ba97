import { InputError } from '../values/errors.js'
import { scopeField, scopeMatches, type Scope } from '../values/scope.js'
import type { ChangeEvent, MemoryListener } from '../engine/events.js'
import { methodAt, methodsFrom, SCOPE_ARGUMENT, type MemoryApi, type MethodName } from './methods.js'
import { notAllowed } from './permissions.js'
import { isRecord } from './plain-data.js'
import type { MemoryEvent } from './protocol.js'

/**
 * Of an event that tells of several scopes, so many ids are looked up; where there are more the client is told to read
 * again.
 */
const MOST_LOOKUPS = 200

/**
 * A memory as clients of one scope see it: every call has the ids of that scope, whatever the client passes, and events
 * tell of nothing else. Calls that no ids confine are not offered: see `readPermissions`.
 */
export function confinedMemory(memory: MemoryApi, scope: Scope): MemoryApi {
  const methods = methodsFrom((path) => {
    const name = path.join('.') as MethodName
    const at = SCOPE_ARGUMENT[name]
    const method = methodAt(memory, path)
    return (...args) => {
      if (at === 'store' || !method) throw notAllowed(`${name}() is not allowed to this client.`)
      args[at] = name === 'import' ? importWithin(args[at], scope) : within(name, args[at], scope)
      return method(...args)
    }
  })
  const subscribe = (listener: MemoryListener): (() => void) => subscribeWithin(memory, scope, listener)
  return { ...methods, subscribe } as unknown as MemoryApi
}

/**
 * The options of a call with the ids of the scope, or `NOT_ALLOWED` where the client gave one of them another value.
 */
function within(name: string, given: unknown, scope: Scope): Record<string, unknown> {
  if (given !== undefined && !isRecord(given))
    throw new InputError('INVALID_INPUT', `The options of ${name}() must be an object.`, { value: given })
  const options: Record<string, unknown> = { ...given }
  for (const [key, value] of Object.entries(options)) {
    const field = scopeField(key)
    if (!field || scope[field] === undefined) continue
    if (value !== undefined && value !== scope[field])
      throw notAllowed(`${name}(): this client is confined to its own ${field}.`)
    delete options[key]
  }
  return { ...options, ...scope }
}

function importWithin(given: unknown, scope: Scope): Record<string, unknown> {
  if (given !== undefined && !isRecord(given))
    throw new InputError('INVALID_INPUT', 'The options of import() must be an object.', { value: given })
  return { ...given, scope: within('import', given?.['scope'], scope) }
}

function subscribeWithin(memory: MemoryApi, scope: Scope, listener: MemoryListener): () => void {
  let ended = false
  // Events arrive in their order, though some are looked up first.
  let before: Promise<unknown> = Promise.resolve()
  const unsubscribe = memory.subscribe((event) => {
    before = before
      .then(() => eventWithin(memory, scope, event))
      // The memory was closed meanwhile, or cannot be read: the next call will say so.
      .catch(() => undefined)
      .then((confined) => {
        if (confined && !ended) listener(confined)
      })
  })
  return () => {
    ended = true
    unsubscribe()
  }
}

/** The event as the scope may see it; undefined for one that it may not. */
async function eventWithin(memory: MemoryApi, scope: Scope, event: MemoryEvent): Promise<MemoryEvent | undefined> {
  switch (event.type) {
    case 'change':
      return changeWithin(memory, scope, event)
    case 'extracted':
      return scopeMatches(event.report, scope) ? event : undefined
    case 'reset':
    case 'progress':
    case 'recording':
    case 'closed':
      return event
    // Of the whole store.
    case 'work':
    case 'warning':
      return undefined
  }
}

async function changeWithin(memory: MemoryApi, scope: Scope, event: ChangeEvent): Promise<MemoryEvent | undefined> {
  const scopes = event.scopes.filter((other) => scopeMatches(other, scope))
  if (scopes.length === 0) return undefined
  if (scopes.length === event.scopes.length) return event
  if (event.messages.length + event.memories.length > MOST_LOOKUPS) return { type: 'reset' }
  const seen = async (ids: string[], get: (id: string) => Promise<object | null>): Promise<string[]> => {
    const rows = await Promise.all(ids.map(get))
    return ids.filter((_, i) => rows[i] !== null)
  }
  return {
    type: 'change',
    messages: await seen(event.messages, (id) => memory.messages.get(id, scope)),
    memories: await seen(event.memories, (id) => memory.get(id, scope)),
    scopes,
  }
}
