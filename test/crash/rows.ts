import { scopeKey } from '../../src/values/scope.js'
import type { ScopeIds } from './protocol.js'

/** Whether a row is of exactly this scope. */
export function inScope(scope: ScopeIds): (row: { scopeKey: string }) => boolean {
  const key = scopeKey(scope)
  return (row) => row.scopeKey === key
}
