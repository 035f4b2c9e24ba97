import type { Memory } from '../memory.js'

/** All that an application uses of an open memory. Code that takes this takes a `Memory` and what `connect` returns alike. */
export type MemoryApi = Pick<Memory, keyof Memory>

/** `asked`: the answer is waited for. `told`: there is none. */
export type Manner = 'asked' | 'told'

// A method that returns something else than a promise or nothing has no manner, and does not compile below.
type MannerOf<T> = T extends (...args: never[]) => infer R
  ? R extends Promise<unknown>
    ? 'asked'
    : [R] extends [void]
      ? 'told'
      : never
  : SurfaceOf<T>
type SurfaceOf<T> = { readonly [K in keyof T]: MannerOf<T[K]> }

/**
 * What crosses to the memory. A new method of `Memory` does not compile until it is named here, which is all that it needs.
 * `subscribe` and `close` are of the client itself, and so is `persist`: only a page can ask for it.
 */
export const SURFACE: SurfaceOf<Omit<MemoryApi, 'subscribe' | 'close' | 'persist'>> = {
  add: 'asked',
  search: 'asked',
  why: 'asked',
  context: 'asked',
  get: 'asked',
  getAll: 'asked',
  messages: { list: 'asked', get: 'asked', delete: 'asked' },
  entities: { list: 'asked', get: 'asked' },
  update: 'asked',
  delete: 'asked',
  deleteAll: 'asked',
  purge: 'asked',
  history: 'asked',
  undo: 'asked',
  approve: 'asked',
  reject: 'asked',
  promote: 'asked',
  jobs: 'asked',
  retry: 'asked',
  cancel: 'asked',
  reset: 'asked',
  export: 'asked',
  import: 'asked',
  verify: 'asked',
  repair: 'asked',
  changeKey: 'asked',
  idle: 'asked',
  pause: 'told',
  resume: 'told',
  health: 'asked',
}

/** A surface whatever its methods. */
export interface AnySurface {
  readonly [name: string]: Manner | AnySurface
}

type Method = (...args: unknown[]) => unknown

/** An object with the methods of the surface, each made from its path: `['search']`, `['messages', 'list']`. */
export function facade(
  make: (path: readonly string[], manner: Manner) => Method,
  surface: AnySurface = SURFACE,
  above: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(surface).map(([name, part]) => {
      const path = [...above, name]
      return [name, typeof part === 'string' ? make(path, part) : facade(make, part, path)]
    }),
  )
}

/** The memory's method of that path; undefined unless the surface has it. */
export function methodAt(memory: MemoryApi, path: readonly string[]): Method | undefined {
  let part: Manner | AnySurface | undefined = SURFACE
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
