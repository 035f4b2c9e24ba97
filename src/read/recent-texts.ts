/** Texts handed out lately: when one of them comes back inside a later message, it is an echo and not news. */
export class RecentTexts {
  /** Each with the document number that was next when it was first handed out. */
  private readonly texts = new Map<string, number>()

  constructor(private readonly limit = 200) {}

  add(texts: Iterable<string>, next: number): void {
    for (const text of texts) {
      const first = this.texts.get(text) ?? next
      // Again at the end: the oldest go first.
      this.texts.delete(text)
      this.texts.set(text, first)
    }
    for (const oldest of this.texts.keys()) {
      if (this.texts.size <= this.limit) break
      this.texts.delete(oldest)
    }
  }

  /** What had been handed out before document `no` was written: a message is no echo of its own recall. */
  before(no: number): string[] {
    return [...this.texts].filter(([, next]) => next <= no).map(([text]) => text)
  }
}
