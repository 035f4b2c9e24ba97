import type { Bitmask } from '../../../values/bitmask.js'

/** Documents per page of the table from documents to slots. */
const PAGE = 256
const NONE = -1

/**
 * Which document each slot belongs to, and back: slots 0 to `size - 1` are taken, without holes.
 * The slots of one document are a chain: the newest in a table by number, the next older one beside each label.
 * The table has pages, since numbers run on without large gaps but need not begin at zero; looked up in order, it is
 * read in order.
 */
export class Labels {
  #size = 0
  #nos = new Uint32Array(0)
  #older = new Int32Array(0)
  readonly #pages = new Map<number, Int32Array>()

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#nos.byteLength + this.#older.byteLength + this.#pages.size * PAGE * Int32Array.BYTES_PER_ELEMENT
  }

  /** The document of every slot; entries from `size` on mean nothing. */
  get nos(): Uint32Array {
    return this.#nos
  }

  reserve(slots: number): void {
    if (slots <= this.#nos.length) return
    const capacity = Math.max(slots, Math.ceil(this.#nos.length * 1.5))
    const nos = new Uint32Array(capacity)
    const older = new Int32Array(capacity)
    nos.set(this.#nos)
    older.set(this.#older)
    this.#nos = nos
    this.#older = older
  }

  /** Takes the next `nos.length` slots, for which there must be room. */
  append(nos: Uint32Array): void {
    for (const no of nos) {
      const slot = this.#size++
      this.#nos[slot] = no
      this.#older[slot] = this.#newest(no)
      this.#setNewest(no, slot)
    }
  }

  /** Calls `visit` for every slot of a document. */
  of(no: number, visit: (slot: number) => void): void {
    for (let slot = this.#newest(no); slot !== NONE; slot = this.#older[slot] as number) visit(slot)
  }

  /** Calls `visit` for every slot of the documents of `allowed`. */
  within({ words }: Bitmask, visit: (slot: number) => void): void {
    for (let i = 0; i < words.length; i++) {
      // The lowest bit at a time.
      for (let word = words[i] as number; word !== 0; word &= word - 1)
        this.of(32 * i + 31 - Math.clz32(word & -word), visit)
    }
  }

  /**
   * Gives up one slot of a document by moving the last one, `from`, into its place, `to`; undefined when the document
   * has none.
   */
  drop(no: number): { from: number; to: number } | undefined {
    const to = this.#newest(no)
    if (to === NONE) return undefined
    this.#setNewest(no, this.#older[to] as number)
    const from = --this.#size
    if (from !== to) {
      const moved = this.#nos[from] as number
      this.#nos[to] = moved
      this.#older[to] = this.#older[from] as number
      this.#relink(moved, from, to)
    }
    return { from, to }
  }

  /** Makes whatever points at `slot` point at `target`. */
  #relink(no: number, slot: number, target: number): void {
    let at = this.#newest(no)
    if (at === slot) return this.#setNewest(no, target)
    while (this.#older[at] !== slot) at = this.#older[at] as number
    this.#older[at] = target
  }

  #newest(no: number): number {
    return this.#pages.get(Math.floor(no / PAGE))?.[no % PAGE] ?? NONE
  }

  #setNewest(no: number, slot: number): void {
    const index = Math.floor(no / PAGE)
    let page = this.#pages.get(index)
    if (!page) this.#pages.set(index, (page = new Int32Array(PAGE).fill(NONE)))
    page[no % PAGE] = slot
  }
}
