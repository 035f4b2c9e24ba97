import { InputError } from '../values/errors.js'
import { duplicate } from './failures.js'
import { compareKeys, keyAt, type Bound, type Bounds, type OrderedKey } from './keys.js'
import type { IndexSpec, TableSpec } from './schema.js'

interface Entry {
  key: OrderedKey
  primary: OrderedKey
  row: object
}

/** Sorted by key, then by the row's primary key, as in IndexedDB. */
type Entries = Entry[]

/** The rows of one table, sorted, with their indexes. Rows are copied on the way in and out. */
export class MemoryTable {
  readonly spec: TableSpec
  readonly #name: string
  readonly #rows: Entries
  readonly #indexes: Map<string, Entries>

  constructor(name: string, spec: TableSpec, rows: Entries = [], indexes?: Map<string, Entries>) {
    this.#name = name
    this.spec = spec
    this.#rows = rows
    this.#indexes = indexes ?? new Map(Object.keys(spec.indexes).map((index) => [index, []]))
  }

  /** Copies the lists; rows are shared, because they never change. */
  copy(): MemoryTable {
    return new MemoryTable(
      this.#name,
      this.spec,
      this.#rows.slice(),
      new Map([...this.#indexes].map(([index, entries]) => [index, entries.slice()])),
    )
  }

  list(bounds: Bounds | undefined, index?: string, reverse = false, limit = Infinity): object[] {
    const found = this.#within(bounds, index)
    const entries = reverse ? found.reverse() : found
    return entries.slice(0, limit).map((entry) => structuredClone(entry.row))
  }

  count(bounds: Bounds | undefined, index?: string, limit = Infinity): number {
    return Math.min(this.#within(bounds, index).length, limit)
  }

  put(given: object): void {
    const row: object = structuredClone(given)
    const primary = keyAt(row, this.spec.keyPath)
    if (primary === undefined)
      throw new InputError('INVALID_INPUT', `A row of ${this.#name} needs a key in "${this.spec.keyPath}".`, {
        value: given,
      })
    for (const [index, spec, entries] of this.#specs()) {
      const key = spec.unique ? keyAt(row, spec.keyPath) : undefined
      if (key === undefined) continue
      const other = entries[firstFrom(entries, key)]
      if (other && compareKeys(other.key, key) === 0 && compareKeys(other.primary, primary) !== 0)
        throw duplicate(this.#name, index, key)
    }
    const existing = this.#rows[firstFrom(this.#rows, primary)]
    if (existing && compareKeys(existing.primary, primary) === 0) this.#remove(existing)
    insert(this.#rows, { key: primary, primary, row })
    for (const [, spec, entries] of this.#specs()) {
      const key = keyAt(row, spec.keyPath)
      if (key !== undefined) insert(entries, { key, primary, row })
    }
  }

  delete(bounds: Bounds | undefined): void {
    for (const entry of this.#within(bounds)) this.#remove(entry)
  }

  #remove({ primary, row }: Entry): void {
    this.#rows.splice(firstFrom(this.#rows, primary), 1)
    for (const [, spec, entries] of this.#specs()) {
      const key = keyAt(row, spec.keyPath)
      if (key !== undefined) entries.splice(firstFrom(entries, key, primary), 1)
    }
  }

  #specs(): [string, IndexSpec, Entries][] {
    return [...this.#indexes].map(([index, entries]) => [index, this.spec.indexes[index] as IndexSpec, entries])
  }

  #within(bounds: Bounds | undefined, index?: string): Entries {
    if (!bounds) return []
    const entries = index === undefined ? this.#rows : (this.#indexes.get(index) as Entries)
    const { lower, upper } = bounds
    const order = (entry: Entry, bound: Bound) => compareKeys(entry.key, bound.key)
    const start = lower
      ? position(entries, (entry) => (lower.open ? order(entry, lower) <= 0 : order(entry, lower) < 0))
      : 0
    const end = upper
      ? position(entries, (entry) => (upper.open ? order(entry, upper) < 0 : order(entry, upper) <= 0))
      : entries.length
    return entries.slice(start, end)
  }
}

function insert(entries: Entries, entry: Entry): void {
  entries.splice(firstFrom(entries, entry.key, entry.primary), 0, entry)
}

/** Index of the first entry at or after (key, primary), or at or after the key alone. */
function firstFrom(entries: Entries, key: OrderedKey, primary?: OrderedKey): number {
  return position(entries, (entry) => {
    const order = compareKeys(entry.key, key)
    return order < 0 || (order === 0 && primary !== undefined && compareKeys(entry.primary, primary) < 0)
  })
}

/** Binary search: the number of leading entries for which `before` holds. */
function position(entries: Entries, before: (entry: Entry) => boolean): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(entries[middle] as Entry)) low = middle + 1
    else high = middle
  }
  return low
}
