interface Row {
  no: number
  id: string
  table: 'messages' | 'memories'
  scopeKey: string
  evidence: string[] | undefined
}

/** Of one scope, within which message ids are unique. */
interface ScopeLinks {
  messages: Map<string, number>
  /** By the id of the message that they rest on. */
  facts: Map<string, number[]>
}

const NONE: readonly number[] = []

/** Which facts rest on which messages, both ways, by document number. */
export class EvidenceLinks {
  private readonly scopes = new Map<string, ScopeLinks>()
  /** What was asked for before, by document number: a search asks for the same thousands several times. */
  private readonly known: (readonly number[] | undefined)[] = []

  put(row: Row): void {
    let links = this.scopes.get(row.scopeKey)
    if (!links) this.scopes.set(row.scopeKey, (links = { messages: new Map(), facts: new Map() }))
    if (row.table === 'messages') links.messages.set(row.id, row.no)
    for (const id of row.evidence ?? []) {
      const resting = links.facts.get(id)
      if (!resting) links.facts.set(id, [row.no])
      else if (!resting.includes(row.no)) resting.push(row.no)
    }
    this.forget(row, links)
  }

  delete(row: Row): void {
    const links = this.scopes.get(row.scopeKey)
    if (!links) return
    this.forget(row, links)
    if (row.table === 'messages') links.messages.delete(row.id)
    for (const id of row.evidence ?? []) {
      const left = links.facts.get(id)?.filter((no) => no !== row.no)
      if (left?.length) links.facts.set(id, left)
      else links.facts.delete(id)
    }
    if (links.messages.size + links.facts.size === 0) this.scopes.delete(row.scopeKey)
  }

  clear(): void {
    this.scopes.clear()
    this.known.length = 0
  }

  /** The facts that rest on a message, or the messages that a fact rests on. */
  of(row: Row): readonly number[] {
    return (this.known[row.no] ??= this.look(row))
  }

  messageNo(scopeKey: string, id: string): number | undefined {
    return this.scopes.get(scopeKey)?.messages.get(id)
  }

  private look({ scopeKey, table, id, evidence }: Row): readonly number[] {
    const links = this.scopes.get(scopeKey)
    if (table === 'messages') return [...(links?.facts.get(id) ?? NONE)]
    return evidence ? evidence.map((one) => links?.messages.get(one)).filter((no) => no !== undefined) : NONE
  }

  /** What was known of the row, and of those at the other end. */
  private forget(row: Row, { messages, facts }: ScopeLinks): void {
    this.known[row.no] = undefined
    for (const no of (row.table === 'messages' && facts.get(row.id)) || NONE) this.known[no] = undefined
    for (const id of row.evidence ?? []) {
      const no = messages.get(id)
      if (no !== undefined) this.known[no] = undefined
    }
  }
}
