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

/** From this many missing keys on, the whole table is read at once instead of key by key. */
const MANY_KEYS = 16

/** What a transaction shares with the others of its store. */
export interface Shared {
  /** The secrets with this id, if this instance has them. */
  secrets(id: string): Secrets | undefined
  readonly tagger: Secrets['tagger']
  /** The keys of the last version seen. */
  readonly ring: KeyRing
  /** The head as it was last seen, for when the browser has cleared the storage. */
  readonly head: HeadRecord
  /** The tag of each document's scope, by document number. */
  readonly scopes: readonly (string | undefined)[]
}

/**
 * The scope keys as one transaction sees them. Keys are made and destroyed within the transaction that writes the first
 * row of a scope or deletes its last, so two tabs never make two keys for one scope, and an aborted transaction leaves
 * none.
 *
 * Making a key raises the version in the head, which tells other instances to read the keys again. Destroying one only
 * deletes its row: with the browser's quota used up nothing can be put, and erasing must still work. So a key known
 * from an earlier transaction may be gone, and is looked up once (`confirm`) before anything is sealed with it.
 */
export class TransactionKeys {
  /** The keys as this transaction found or changed them; undefined until it needed one. */
  ring: KeyRing | undefined
  /** `ring` is a copy of this transaction's own. */
  isCopy = false
  private reading: Promise<KeyRing> | undefined
  private secrets: Secrets | undefined
  private head: HeadRecord | undefined
  /** The head has to be written: keys were made, or it was gone. */
  private isHeadStale = false
  /** Keys that this transaction read, or looked up again. */
  private readonly confirmed = new Set<string>()
  /** Keys that could not be opened, and why. */
  private readonly damaged = new Map<string, unknown>()
  /** Scopes that lost rows since it was last checked whether they have any left. */
  private readonly touched = new Set<string>()
  /** Any scope may have lost rows. */
  private areAllTouched = false

  constructor(
    private readonly tx: Writer,
    private readonly shared: Shared,
    private readonly mode: 'read' | 'write',
  ) {}

  /**
   * The keys of the version that the store is at. @throws StoreError `WRONG_KEY` when another tab changed the store's
   * key
   */
  current(): Promise<KeyRing> {
    if (this.ring) return Promise.resolve(this.ring)
    return (this.reading ??= this.read())
  }

  /** Reads those of the keys that are not known yet. */
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

  /** Loads the keys, and leaves out those known from an earlier transaction that were destroyed since. */
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

  /** The key of a scope if it is at hand, so that nothing has to be awaited before sealing. */
  atHand(tag: string): ScopeKey | undefined {
    return this.isSettled(tag) && this.confirmed.has(tag) ? this.ring?.keys.get(tag) : undefined
  }

  /** The key of a scope, made when there is none. */
  async keyFor(tag: string, scopeKey: string | undefined): Promise<ScopeKey> {
    await this.current()
    if (!this.isSettled(tag)) await this.settle(tag)
    const known = (await this.confirm([tag])).keys.get(tag)
    if (known) return known
    // A new key in the place of a damaged one would leave its rows unreadable for good.
    if (this.damaged.has(tag)) throw this.damaged.get(tag)
    const ring = this.copy()
    const key = makeKey(++ring.version, scopeKey)
    this.isHeadStale = true
    ring.keys.set(tag, key)
    this.confirmed.add(tag)
    await this.tx.put('keys', sealKey(this.secrets as Secrets, tag, key))
    return key
  }

  /** A scope lost a row: its key goes once no row is left. */
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

  /** Notes how far rewriting all rows has come. Undefined: it is done, and the keys of before are forgotten. */
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
   * Destroys the keys of scopes left empty, and writes the head where it changed. The last thing done in a write
   * transaction.
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
    // The browser has cleared the storage: all begins anew, with the same lock.
    if (!row && this.mode === 'write') this.isHeadStale = true
    return this.ring
  }

  /** A key that is damaged leaves its own rows unreadable, and no others. */
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

  /** Destroys the key when no row of its scope is left, so that what is written from now on gets another. */
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

/** What else a transaction needs beneath: the keys; whose a vector is; whether a scope has rows left. */
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
