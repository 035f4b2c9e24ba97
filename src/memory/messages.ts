import { checkUpdateOptions, requireId } from '../manage/checks.js'
import type { DeleteOptions, OperationResult } from '../manage/types.js'
import { lazily } from '../platform/lazily.js'
import type { ListOptions, MessageItem, Page } from '../read/types.js'
import { flag } from '../values/options.js'
import type { ScopeInput } from '../values/scope.js'
import type { Calls } from './calls.js'

/** `memory.messages`. */
export type MessageCalls = ReturnType<typeof messageCalls>

export function messageCalls(calls: Calls) {
  const { engine } = calls
  return {
    /**
     * The messages of a scope, page by page, newest first by default.
     * @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION`, `CLOSED`.
     * @example
     * const page = await memory.messages.list({ userId: 'ana', limit: 50 })
     */
    list: async (options: ListOptions = {}): Promise<Page<MessageItem>> => {
      engine.assertOpen()
      return (await lazily(() => import('../read/list/pages.js'))).messagePage(engine, options)
    },
    /** The message with this id in the default scope or the given one; null when there is none. */
    get: async (id: string, scope?: ScopeInput): Promise<MessageItem | null> => {
      const wanted = calls.scopeOf('messages.get()', scope, [])
      requireId('messages.get()', id)
      return (await lazily(() => import('../manage/get.js'))).getMessage(engine.store, id, wanted)
    },
    /**
     * Hides a message, removes its quotes, and closes the memories that have no other evidence. `undo` reverts it,
     * unless `purge` (default `false`) erases it for good.
     * @throws InputError `NOT_FOUND`, `INVALID_INPUT`, `UNKNOWN_OPTION`; ConflictError `CONFLICT` when `ifRevision` is
     *   not the revision of the message.
     */
    delete: async (
      id: string,
      options: Omit<DeleteOptions, 'withEvidence'> & ScopeInput = {},
    ): Promise<OperationResult> => {
      const scope = calls.scopeOf('messages.delete()', options, ['ifRevision', 'reason', 'purge'])
      checkUpdateOptions(options)
      if (flag('purge', options.purge, false))
        return calls.erase(async (operation, { purgeOne, requireMessage }) => {
          const message = await requireMessage(
            operation.tx,
            requireId('messages.delete()', id),
            scope,
            options.ifRevision,
          )
          return purgeOne(operation, { table: 'messages', row: message }, false)
        })
      const { deleteMessage } = await lazily(() => import('../manage/delete.js'))
      return calls.change((operation) => deleteMessage(operation, requireId('messages.delete()', id), scope, options))
    },
  }
}
