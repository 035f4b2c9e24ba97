import { SCOPE_FIELDS, scopeKey, type Scope } from '../values/scope.js'

interface Recalled {
  text: string
  /** Of whoever asked for it. */
  scope: Scope
  /** The document number that was next when it was first handed out. */
  next: number
}

/** Texts handed out lately: when one of them comes back inside a later message, it is an echo and not news. */
export class RecentTexts {
  private readonly texts = new Map<string, Recalled>()

  constructor(private readonly limit = 200) {}

  add(texts: Iterable<string>, next: number, scope: Scope): void {
    for (const text of texts) {
      const key = `${scopeKey(scope)} ${text}`
      const first = this.texts.get(key) ?? { text, scope, next }
      // Again at the end: the oldest go first.
      this.texts.delete(key)
      this.texts.set(key, first)
    }
    for (const oldest of this.texts.keys()) {
      if (this.texts.size <= this.limit) break
      this.texts.delete(oldest)
    }
  }

  /** Something was erased, which may be among them. */
  clear(): void {
    this.texts.clear()
  }

  /**
   * What had been handed out before document `no` of the scope was written: a message is no echo of its own recall, nor
   * of what somebody else was shown.
   */
  before(no: number, scope: Scope): string[] {
    return [...this.texts.values()]
      .filter((one) => one.next <= no && mayBeOne(one.scope, scope))
      .map(({ text }) => text)
  }
}

/** Whether one conversation may have both scopes: an id in common, and none that differs. */
function mayBeOne(a: Scope, b: Scope): boolean {
  const both = SCOPE_FIELDS.filter((field) => a[field] !== undefined && b[field] !== undefined)
  return both.length > 0 && both.every((field) => a[field] === b[field])
}
