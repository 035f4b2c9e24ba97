import { SCOPE_FIELDS, scopeKey, type Scope } from '../values/scope.js'

/** A scope of the store and its key. */
export interface MappedScope {
  scope: Scope
  scopeKey: string
}

/**
 * Maps the scopes of a file to those of the store. With a target scope, the ids of the file's scope are removed and the
 * target's set; ids that neither names stay. Without one, scopes stay as they are.
 */
export class ScopeMapping {
  /** By scope key in the file. */
  private readonly cache = new Map<string, MappedScope>()

  constructor(
    private readonly fileScope: Scope,
    readonly target: Scope | undefined,
  ) {}

  of(scope: Scope): MappedScope {
    const fileKey = scopeKey(scope)
    let result = this.cache.get(fileKey)
    if (!result) {
      const mapped = this.mapped(scope)
      this.cache.set(fileKey, (result = { scope: mapped, scopeKey: scopeKey(mapped) }))
    }
    return result
  }

  private mapped(scope: Scope): Scope {
    if (!this.target) return scope
    const mapped: Scope = {}
    for (const field of SCOPE_FIELDS) {
      const value = this.target[field] ?? (this.fileScope[field] === undefined ? scope[field] : undefined)
      if (value !== undefined) mapped[field] = value
    }
    return mapped
  }
}
