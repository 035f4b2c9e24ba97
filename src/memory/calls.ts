import type { Engine } from '../engine/engine.js'
import type * as Purge from '../manage/purge.js'
import type { OperationResult } from '../manage/types.js'
import { lazily } from '../platform/lazily.js'
import type { Operation } from '../store/operation.js'
import { checkNames, type AllOptions } from '../values/options.js'
import { resolveScope, SCOPE_INPUT_FIELDS, type Scope, type ScopeInput } from '../values/scope.js'

/** What the calls of the public class have in common: the check of their options, and operations that change or erase. */
export class Calls {
  constructor(readonly engine: Engine) {}

  /** Checks the options of a call; its scope: the ids that it gives over the default ones. `more`: its other options. */
  scopeOf<T extends ScopeInput, const More extends readonly string[]>(
    call: string,
    options: T | undefined,
    more: More & AllOptions<Omit<T, keyof ScopeInput>, More>,
  ): Scope {
    this.engine.assertOpen()
    checkNames(call, options, [...SCOPE_INPUT_FIELDS, ...more])
    return resolveScope(options, this.engine.scope)
  }

  /** Runs an operation that changes or hides rows, and the jobs that it creates. */
  async change(body: (operation: Operation) => Promise<unknown>): Promise<OperationResult> {
    this.engine.assertOpen()
    let count = 0
    const { operationId, jobs } = await this.engine.operate(
      async (operation) => {
        await body(operation)
        count = operation.count
      },
      'strict',
      'hide',
    )
    await this.engine.work(jobs)
    return { operationId, count }
  }

  /** Runs an operation that erases rows for good; resolves once the indexes hold nothing of them. */
  async erase(body: (operation: Operation, how: typeof Purge) => Promise<number>): Promise<OperationResult> {
    this.engine.assertOpen()
    const how = await lazily(() => import('../manage/purge.js'))
    const { operationId, value, jobs } = await this.engine.operate(
      (operation) => body(operation, how),
      'strict',
      'erase',
    )
    await this.engine.work(jobs)
    await this.engine.indexes.settled()
    return { operationId, count: value }
  }
}
