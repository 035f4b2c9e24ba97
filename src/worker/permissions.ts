import { InputError, LocketError } from '../values/errors.js'
import { checkOptions, oneOf } from '../values/options.js'
import { requireScope, resolveScope, SCOPE_INPUT_FIELDS, type Scope, type ScopeInput } from '../values/scope.js'
import { SCOPE_ARGUMENT, type MethodName, type ScopedMethodName } from './methods.js'
import { own } from './plain-data.js'
import { readOrigins } from './server.js'

/** What a client may be allowed: the methods of `Memory` by name, and `subscribe`. */
export type Allowed = MethodName | 'subscribe'
/** What a client may be allowed that is confined to a scope. */
export type AllowedInScope = ScopedMethodName | 'subscribe'

export interface ServeInScope {
  /**
   * The ids that every call of the client has. It may add further ids and so see less; it cannot give these others or
   * clear them.
   */
  scope: ScopeInput
  /** What the client may call. Default: `search`, `context` and `add`. */
  allow?: readonly AllowedInScope[]
  /** Origins whose clients are let in besides those of this one: `['https://chat.example']`. Default: none. */
  origins?: readonly string[]
}

export interface ServeWhole {
  scope?: undefined
  /** What the client may call. Default: everything. */
  allow?: readonly Allowed[]
  /** Clients of other origins need a `scope`. */
  origins?: undefined
}

/** Who may connect to a memory, and what they may do. Without any of it: clients of this origin, everything. */
export type ServeOptions = ServeInScope | ServeWhole

export interface Permissions {
  /** Undefined where clients are not confined. */
  scope: Scope | undefined
  /** Undefined where everything is allowed. */
  allow: ReadonlySet<string> | undefined
  origins: readonly string[]
}

const DEFAULT_IN_SCOPE: readonly AllowedInScope[] = ['search', 'context', 'add']
/** What shows stored texts word for word, and so the secrets in them. */
const VERBATIM: readonly Allowed[] = ['get', 'messages.list', 'messages.get', 'export']

const HINT = 'Pass origins together with scope and allow, such as scope: { userId }, allow: ["search", "add"].'

/** @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION`, `SCOPE_REQUIRED` */
export function readPermissions(options: ServeOptions): Permissions {
  checkOptions('serve()', options, ['scope', 'allow', 'origins'])
  const origins = readOrigins(options.origins)
  checkOptions('scope', options.scope, SCOPE_INPUT_FIELDS)
  const scope =
    options.scope === undefined ? undefined : requireScope(resolveScope(options.scope), 'serve() with the option scope')
  if (origins.length > 0 && !scope)
    throw new InputError('SCOPE_REQUIRED', 'Clients of other origins are let in to one scope only.', { hint: HINT })
  return { scope, allow: readAllow(options.allow ?? (scope && DEFAULT_IN_SCOPE), scope), origins }
}

function readAllow(allow: unknown, scope: Scope | undefined): ReadonlySet<string> | undefined {
  if (allow === undefined) return undefined
  if (!Array.isArray(allow)) throw new InputError('INVALID_INPUT', 'allow must be a list of methods.', { value: allow })
  const known = [...(Object.keys(SCOPE_ARGUMENT) as MethodName[]), 'subscribe'] as const
  const names = allow.map((name) => oneOf('allow', name, known, 'search'))
  for (const name of names) {
    if (scope && name !== 'subscribe' && SCOPE_ARGUMENT[name] === 'store')
      throw new InputError('INVALID_INPUT', `${name}() cannot be allowed to clients that are confined to a scope.`, {
        value: name,
        hint: 'It concerns the whole store.',
      })
    if (scope?.runId !== undefined && name === 'promote')
      throw new InputError('INVALID_INPUT', 'promote() cannot be allowed to clients that are confined to a run.', {
        value: name,
        hint: 'It writes to the scope without the run.',
      })
  }
  return new Set(names)
}

/** @throws LocketError `NOT_ALLOWED` */
export function checkAllowed({ allow }: Permissions, name: string, args: readonly unknown[]): void {
  if (!allow) return
  if (!allow.has(name)) throw notAllowed(`${name}() is not allowed to this client.`)
  if (own(args[1], 'secrets') === 'show' && !VERBATIM.some((verbatim) => allow.has(verbatim)))
    throw notAllowed('secrets: "show" is not allowed to this client.')
}

export function notAllowed(message: string): LocketError {
  return new LocketError('NOT_ALLOWED', message, {
    hint: 'The realm that serves the memory says what is: serve(memory, port, { scope, allow }).',
  })
}
