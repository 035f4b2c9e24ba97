interface Row {
  no: number
  id: string
  table: 'messages' | 'memories'
  scopeKey: string
  evidence?: string[]
}

/** Which facts rest on which messages, both ways, by document number. Message ids are unique within a scope only. */
export class Links {
  private readonly messages = new Map<string, number>()
  private readonly facts = new Map<string, Set<number>>()

  put(row: Row): void {
    if (row.table === 'messages') this.messages.set(key(row.scopeKey, row.id), row.no)
    for (const id of row.evidence ?? []) {
      const resting = this.facts.get(key(row.scopeKey, id)) ?? new Set()
      this.facts.set(key(row.scopeKey, id), resting.add(row.no))
    }
  }

  delete(row: Row): void {
    if (row.table === 'messages') this.messages.delete(key(row.scopeKey, row.id))
    for (const id of row.evidence ?? []) {
      const resting = this.facts.get(key(row.scopeKey, id))
      resting?.delete(row.no)
      if (resting?.size === 0) this.facts.delete(key(row.scopeKey, id))
    }
  }

  clear(): void {
    this.messages.clear()
    this.facts.clear()
  }

  /** The facts that rest on a message, or the messages that a fact rests on. */
  of(row: Row): number[] {
    if (row.table === 'messages') return [...(this.facts.get(key(row.scopeKey, row.id)) ?? [])]
    return (row.evidence ?? []).map((id) => this.messages.get(key(row.scopeKey, id))).filter((no) => no !== undefined)
  }
}

const key = (scopeKey: string, id: string): string => `${scopeKey}\n${id}`
