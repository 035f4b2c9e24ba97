import { keyChanged } from '../store/failures.js'
import type { HeadRecord, ScopeKeyRecord, TableName } from '../store/records.js'
import type { Writer } from '../store/store.js'
import {
  HEAD,
  isHead,
  KeyRing,
  makeKey,
  OWN_KEYS,
  sealKey,
  unsealKey,
  type ScopeKey,
  type Secrets,
} from './key-ring.js'

/** From this many missing keys on, the whole table is read in one request. */
const MANY_KEYS = 16

/** State shared by all transactions of one store. */
export interface Shared {
  /** The secrets with this id; undefined when another tab made them. */
  secrets(id: string): Secrets | undefined
  readonly tagger: Secrets['tagger']
  /** The keys of the last version seen. */
  readonly ring: KeyRing
  /** The head as last read, to restore it after the browser cleared the storage. */
  readonly head: HeadRecord
  /** The tag of each document's scope, by document number. */
  readonly scopes: readonly (string | undefined)[]
}

/**
 * The scope keys as one transaction sees them. The transaction that writes the first row of a scope creates its key,
 * and the one that deletes its last row destroys it. So two tabs never create two keys for one scope, and an aborted
 * transaction leaves no key behind.
 *
 * Creating a key raises the version in the head, which makes other tabs read the keys again. Destroying a key only
 * deletes its row, because erasing must work even when the quota is used up and nothing can be written. So another tab
 * may have destroyed a cached key: before sealing with it, `confirm` checks once that it still exists.
 */
export class TransactionKeys {
  /** The keys as this transaction read or changed them; undefined until it needs one. */
  ring: KeyRing | undefined
  /** Whether `ring` is a private copy, which may be changed. */
  isCopy = false
  private reading: Promise<KeyRing> | undefined
  private secrets: Secrets | undefined
  private head: HeadRecord | undefined
  /** Whether the head must be written: keys were created, or the head was missing. */
  private isHeadStale = false
  /** Tags of the keys that this transaction knows to exist. */
  private readonly confirmed = new Set<string>()
  /** The error of each key that could not be opened. */
  private readonly damaged = new Map<string, unknown>()
  /** Scopes that rows were deleted from and that were not checked for being empty since. */
  private readonly touched = new Set<string>()
  /** Whether that holds for all scopes. */
  private areAllTouched = false

  constructor(
    private readonly tx: Writer,
    private readonly shared: Shared,
    private readonly mode: 'read' | 'write',
  ) {}

  /**
   * The keys of the store's current version.
   * @throws StoreError `WRONG_KEY` when another tab re-encrypted the store
   */
  current(): Promise<KeyRing> {
    if (this.ring) return Promise.resolve(this.ring)
    return (this.reading ??= this.read())
  }

  /** Reads the keys that are not in the ring yet. */
  async load(ring: KeyRing, tags: readonly string[]): Promise<void> {
    const missing = [...new Set(tags)].filter((tag) => !ring.keys.has(tag))
    if (missing.length === 0) return
    const wanted = new Set(missing)
    const rows =
      missing.length > MANY_KEYS
        ? await this.tx.list('keys')
        : await Promise.all(missing.map((tag) => this.tx.get('keys', tag)))
    for (const row of rows) if (row && !isHead(row) && wanted.has(row.key)) this.take(ring, row)
  }

  /** Loads the keys, and drops cached ones that another tab has destroyed. */
  async confirm(tags: readonly string[]): Promise<KeyRing> {
    await this.load(await this.current(), tags)
    for (const tag of new Set(tags)) {
      if (this.confirmed.has(tag) || !this.ring?.keys.has(tag)) continue
      if ((await this.tx.count('keys', { only: tag })) === 0) this.copy().keys.delete(tag)
      else this.confirmed.add(tag)
    }
    return this.ring as KeyRing
  }

  isDamaged(tag: string): boolean {
    return this.damaged.has(tag)
  }

  /** The key of a scope if it is loaded and confirmed: sealing then needs no `await`. */
  atHand(tag: string): ScopeKey | undefined {
    return this.isSettled(tag) && this.confirmed.has(tag) ? this.ring?.keys.get(tag) : undefined
  }

  /** The key of a scope; created when there is none. */
  async keyFor(tag: string, scopeKey: string | undefined): Promise<ScopeKey> {
    await this.current()
    if (!this.isSettled(tag)) await this.settle(tag)
    const known = (await this.confirm([tag])).keys.get(tag)
    if (known) return known
    // Replacing a damaged key would make its rows unreadable for good.
    if (this.damaged.has(tag)) throw this.damaged.get(tag)
    const ring = this.copy()
    const key = makeKey(++ring.version, scopeKey)
    this.isHeadStale = true
    ring.keys.set(tag, key)
    this.confirmed.add(tag)
    await this.tx.put('keys', sealKey(this.secrets as Secrets, tag, key))
    return key
  }

  /** Notes that a row of the scope is deleted. When no row is left, `finish` destroys the scope's key. */
  touch(tag: string): void {
    this.touched.add(tag)
  }

  touchAll(): void {
    this.areAllTouched = true
  }

  async destroy(tag: string): Promise<void> {
    await this.current()
    this.copy().keys.delete(tag)
    await this.tx.delete('keys', tag)
  }

  /** Saves the position of the rewrite in the head. Undefined: it is done, and the old keys are dropped. */
  async noteWork(work: HeadRecord['work']): Promise<void> {
    await this.current()
    const ring = this.copy()
    this.isHeadStale = true
    const { work: _, ...head } = this.head as HeadRecord
    this.head = work ? { ...head, work } : head
    if (work) return
    ring.version++
    ring.keys.clear()
  }

  /**
   * Destroys the keys of empty scopes, and writes the head if it changed. Must be the last step of a write transaction.
   */
  async finish(): Promise<void> {
    if (this.areAllTouched) await this.settleAll()
    for (const tag of [...this.touched]) await this.settle(tag)
    if (this.isHeadStale)
      await this.tx.put('keys', { ...(this.head as HeadRecord), version: (this.ring as KeyRing).version })
  }

  private async read(): Promise<KeyRing> {
    const { shared } = this
    const row = (await this.tx.get('keys', HEAD)) as HeadRecord | undefined
    const head = row ?? shared.head
    this.secrets = shared.secrets(head.id)
    if (!this.secrets) throw keyChanged()
    this.head = head
    const isShared = row && shared.ring.store === head.id && shared.ring.version === head.version
    this.ring = isShared ? shared.ring : new KeyRing(head.id, head.version)
    // The browser cleared the storage: the store starts empty, with the same lock.
    if (!row && this.mode === 'write') this.isHeadStale = true
    return this.ring
  }

  /** Unseals a key. A damaged one makes only its own rows unreadable. */
  private take(ring: KeyRing, row: ScopeKeyRecord): void {
    try {
      ring.keys.set(row.key, unsealKey(this.secrets as Secrets, row))
      this.confirmed.add(row.key)
    } catch (cause) {
      if (!this.damaged.has(row.key)) this.damaged.set(row.key, cause)
    }
  }

  private copy(): KeyRing {
    if (!this.isCopy) this.ring = (this.ring as KeyRing).copy()
    this.isCopy = true
    return this.ring as KeyRing
  }

  private isSettled(tag: string): boolean {
    return !this.areAllTouched && !this.touched.has(tag)
  }

  /** Destroys the key when its scope has no rows left; rows written later get a new key. */
  private async settle(tag: string): Promise<void> {
    if (this.areAllTouched) return this.settleAll()
    this.touched.delete(tag)
    if (await this.isEmpty(tag)) await this.destroy(tag)
  }

  private async settleAll(): Promise<void> {
    this.areAllTouched = false
    for (const { key } of await this.tx.list('keys'))
      if (key !== HEAD && key !== OWN_KEYS.rest && key !== OWN_KEYS.caches && (await this.isEmpty(key)))
        await this.destroy(key)
  }

  private async isEmpty(tag: string): Promise<boolean> {
    for (const table of ['messages', 'memories', 'entities'] as const)
      if ((await this.tx.count(table, { index: 'scope', only: [tag], limit: 1 })) > 0) return false
    return (await this.tx.get('summaries', tag)) === undefined
  }
}

/**
 * The tables that a transaction needs in the underlying store: its own and the keys; to write, also those that say
 * which scope a vector belongs to and whether a scope has rows left.
 */
export function beneath(tables: readonly TableName[], mode: 'read' | 'write'): TableName[] {
  const more: TableName[] =
    mode === 'read'
      ? []
      : [
          ...(tables.includes('vectors') ? (['segments', 'messages', 'memories'] as const) : []),
          ...(tables.includes('messages') || tables.includes('memories')
            ? (['messages', 'memories', 'entities', 'summaries'] as const)
            : []),
        ]
  return [...new Set([...tables, 'keys' as const, ...more])]
}
