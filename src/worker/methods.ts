import type { Memory } from '../memory.js'

/**
 * All that an application uses of an open memory. Code that takes this takes a `Memory` and what `connect` returns
 * alike.
 */
export type MemoryApi = Pick<Memory, keyof Memory>

/** What a method returns: a promise, or nothing. */
export type ReturnKind = 'promise' | 'nothing'

// A method that returns anything else than a promise or nothing has no kind, and does not compile below.
type ReturnKindOf<T> = T extends (...args: never[]) => infer R
  ? R extends Promise<unknown>
    ? 'promise'
    : [R] extends [void]
      ? 'nothing'
      : never
  : MethodsOf<T>
type MethodsOf<T> = { readonly [K in keyof T]: ReturnKindOf<T[K]> }

/**
 * The methods that a client calls in the other realm. A new method of `Memory` does not compile until it is listed here
 * and in `SCOPE_ARGUMENT`. `subscribe`, `close` and `persist` are the client's own: only a page can ask for
 * persistence.
 */
export const METHODS = {
  add: 'promise',
  search: 'promise',
  why: 'promise',
  context: 'promise',
  get: 'promise',
  getAll: 'promise',
  messages: { list: 'promise', get: 'promise', delete: 'promise' },
  entities: { list: 'promise', get: 'promise' },
  update: 'promise',
  delete: 'promise',
  deleteAll: 'promise',
  purge: 'promise',
  history: 'promise',
  undo: 'promise',
  approve: 'promise',
  reject: 'promise',
  promote: 'promise',
  jobs: 'promise',
  retry: 'promise',
  cancel: 'promise',
  reset: 'promise',
  export: 'promise',
  import: 'promise',
  verify: 'promise',
  repair: 'promise',
  changeKey: 'promise',
  preload: 'promise',
  idle: 'promise',
  pause: 'nothing',
  resume: 'nothing',
  health: 'promise',
} as const satisfies MethodsOf<Omit<MemoryApi, 'subscribe' | 'close' | 'persist'>>

type NamesOf<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends ReturnKind ? `${Prefix}${K}` : NamesOf<T[K], `${Prefix}${K}.`>
}[keyof T & string]

/** `search`, `messages.list` and so on. */
export type MethodName = NamesOf<typeof METHODS>

/**
 * Index of the argument whose ids say whose rows a call reads or writes. `store`: the call concerns the whole store, or
 * the work of several scopes at once, so that no ids confine it.
 */
export const SCOPE_ARGUMENT = {
  add: 1,
  search: 1,
  why: 2,
  context: 1,
  get: 1,
  getAll: 0,
  'messages.list': 0,
  'messages.get': 1,
  'messages.delete': 1,
  'entities.list': 0,
  'entities.get': 1,
  update: 2,
  delete: 1,
  deleteAll: 0,
  purge: 1,
  history: 1,
  undo: 1,
  approve: 1,
  reject: 1,
  promote: 1,
  jobs: 0,
  retry: 1,
  cancel: 'store',
  reset: 'store',
  export: 0,
  // Its option `scope` says where the rows go.
  import: 1,
  verify: 'store',
  repair: 'store',
  changeKey: 'store',
  preload: 'store',
  idle: 'store',
  pause: 'store',
  resume: 'store',
  health: 'store',
} as const satisfies Record<MethodName, number | 'store'>

/** The methods that the ids of a scope confine. */
export type ScopedMethodName = {
  [K in MethodName]: (typeof SCOPE_ARGUMENT)[K] extends number ? K : never
}[MethodName]

interface MethodTree {
  readonly [name: string]: ReturnKind | MethodTree
}

type Method = (...args: unknown[]) => unknown

/** An object with all methods, each made from its path: `['search']`, `['messages', 'list']`. */
export function methodsFrom(
  make: (path: readonly string[], returns: ReturnKind) => Method,
  methods: MethodTree = METHODS,
  above: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(methods).map(([name, part]) => {
      const path = [...above, name]
      return [name, typeof part === 'string' ? make(path, part) : methodsFrom(make, part, path)]
    }),
  )
}

/** The memory's method with that path; undefined for a path that is not listed above. */
export function methodAt(memory: MemoryApi, path: readonly string[]): Method | undefined {
  let part: ReturnKind | MethodTree | undefined = METHODS
  let holder: unknown
  let value: unknown = memory
  for (const name of path) {
    part = typeof part === 'object' && Object.hasOwn(part, name) ? part[name] : undefined
    if (part === undefined) return undefined
    holder = value
    value = (value as Record<string, unknown>)[name]
  }
  return typeof part === 'string' ? (value as Method).bind(holder) : undefined
}
