import { SCOPE_FIELDS, scopeKey, type Scope } from '../values/scope.js'

export interface Place {
  scope: Scope
  scopeKey: string
}

/** Puts rows of the file's scope into another one: its ids are taken away and those given are set. Other ids stay. */
export class Mapping {
  private readonly known = new Map<string, Place>()

  constructor(
    private readonly from: Scope,
    readonly onto: Scope | undefined,
  ) {}

  of(scope: Scope): Place {
    const given = scopeKey(scope)
    let place = this.known.get(given)
    if (!place) {
      const mapped = this.mapped(scope)
      this.known.set(given, (place = { scope: mapped, scopeKey: scopeKey(mapped) }))
    }
    return place
  }

  private mapped(scope: Scope): Scope {
    if (!this.onto) return scope
    const mapped: Scope = {}
    for (const field of SCOPE_FIELDS) {
      const value = this.onto[field] ?? (this.from[field] === undefined ? scope[field] : undefined)
      if (value !== undefined) mapped[field] = value
    }
    return mapped
  }
}
