import { requireId } from '../manage/checks.js'
import type { EntityDetail, EntityListOptions, EntityPage } from '../manage/types.js'
import { lazily } from '../platform/lazily.js'
import type { ScopeInput } from '../values/scope.js'
import type { Calls } from './calls.js'

/** `memory.entities`. */
export type EntityCalls = ReturnType<typeof entityCalls>

export function entityCalls(calls: Calls) {
  const { engine } = calls
  return {
    /**
     * The people, organizations, places and things that the messages and memories of a scope mention, the most
     * mentioned first. Includes what was just added.
     * @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION`, `CLOSED`.
     * @example
     * const { items } = await memory.entities.list({ userId: 'ana' })
     */
    list: async (options: EntityListOptions = {}): Promise<EntityPage> => {
      engine.assertOpen()
      return (await lazily(() => import('../manage/entities.js'))).listEntities(engine, options)
    },
    /** One entity with its relations to others, as facts state them; null when there is none with this id. */
    get: async (id: string, scope?: ScopeInput): Promise<EntityDetail | null> => {
      const wanted = calls.scopeOf('entities.get()', scope, [])
      return (await lazily(() => import('../manage/entities.js'))).getEntity(
        engine,
        requireId('entities.get()', id),
        wanted,
      )
    },
  }
}
