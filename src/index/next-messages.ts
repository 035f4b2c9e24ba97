/**
 * Which messages come right after which, by document number. More than one where a message was deleted and the
 * conversation went on without it, or a part of it was told again: those written first come first, whatever the order
 * in which they are put.
 */
export class NextMessages {
  /** A list only where there are several: nearly all messages have one. */
  private readonly after: (number | number[] | undefined)[] = []

  of(no: number): readonly number[] {
    const found = this.after[no]
    return typeof found === 'number' ? [found] : (found ?? [])
  }

  /** Asked for thousands of messages in a search, so without a list. */
  first(no: number): number | undefined {
    const found = this.after[no]
    return typeof found === 'object' ? found[0] : found
  }

  put(previous: number, no: number): void {
    const others = this.of(previous)
    this.after[previous] = others.length === 0 ? no : [...others, no].sort((a, b) => a - b)
  }

  delete(previous: number, no: number): void {
    const others = this.of(previous).filter((other) => other !== no)
    this.after[previous] = others.length > 1 ? others : others[0]
  }

  clear(): void {
    this.after.length = 0
  }
}
