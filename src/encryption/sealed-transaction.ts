import { InputError } from '../values/errors.js'
import { unreadable } from '../store/integrity.js'
import type { HeadRecord, TableName, Tables } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Key, Range, Writer } from '../store/store.js'
import { HEAD, OWN_KEYS, type KeyRing, type ScopeKey } from './key-ring.js'
import { SEALED, storedKey, storedRange } from './layout.js'
import { OrderedCalls, type Started } from './ordered-calls.js'
import { corrupt, keyTag, openRow, remainsOf, scopeKeyOf, sealRow, type Row } from './rows.js'
import { TransactionKeys, type Shared } from './transaction-keys.js'
import { openVectors, sealVectors, type StoredVectors } from './vectors.js'

/** Milliseconds of decryption after which the event loop runs once. */
const SLICE_MS = 10

/**
 * One transaction of an encrypted store: seals the rows that are put into the underlying store and opens those read.
 */
export class SealedTransaction implements Writer {
  readonly keys: TransactionKeys
  /** The tag of each document's scope, by document number, for the documents that this transaction read or wrote. */
  readonly scopes = new Map<number, string>()
  private readonly calls: OrderedCalls

  constructor(
    private readonly tx: Writer,
    tables: ReadonlySet<TableName>,
    private readonly shared: Shared,
    private readonly mode: 'read' | 'write',
  ) {
    this.keys = new TransactionKeys(tx, shared, mode)
    this.calls = new OrderedCalls(tables)
  }

  async run<R>(body: () => Promise<R>): Promise<R> {
    const result = await body()
    await this.calls.settled()
    if (this.mode === 'write') await this.keys.finish()
    return result
  }

  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined> {
    return this.one(table, undefined, () => this.tx.get(table, this.stored(table, undefined, key)))
  }

  find<T extends TableName>(table: T, index: string, key: Key): Promise<Tables[T] | undefined> {
    return this.one(table, index, () => this.tx.find(table, index, this.stored(table, index, key)))
  }

  list<T extends TableName>(table: T, range: Range = {}): Promise<Tables[T][]> {
    return this.calls.run(table, () => ({
      answer: this.listed(table, range, this.tx.list(table, storedRange(this.shared.tagger, table, range))) as Promise<
        Tables[T][]
      >,
    }))
  }

  count(table: TableName, range: Range = {}): Promise<number> {
    return this.calls.run(table, () => ({
      answer: this.tx.count(table, storedRange(this.shared.tagger, table, range)),
    }))
  }

  put<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    return this.change(table, () => this.seal(table, row as object as Row))
  }

  delete(table: TableName, key: Key): Promise<void> {
    return this.change(table, () => {
      const stored = this.stored(table, undefined, key)
      if (table !== 'messages' && table !== 'memories') return { answer: this.tx.delete(table, stored) }
      const known = this.scopeOf(key as number)
      if (known !== undefined) this.keys.touch(known)
      return known === undefined ? this.deleteUnknown(table, stored) : { answer: this.tx.delete(table, stored) }
    })
  }

  deleteRange(table: TableName, range: Pick<Range, 'from' | 'to' | 'after' | 'before'>): Promise<void> {
    return this.change(table, async () => {
      if (table === 'messages' || table === 'memories') this.keys.touchAll()
      if (table === 'caches' && range.from === undefined && range.to === undefined)
        await this.keys.destroy(OWN_KEYS.caches)
      return { answer: this.tx.deleteRange(table, storedRange(this.shared.tagger, table, range)) }
    })
  }

  clear(table: TableName): Promise<void> {
    return this.change(table, async () => {
      if (table === 'messages' || table === 'memories') this.keys.touchAll()
      if (table === 'caches') await this.keys.destroy(OWN_KEYS.caches)
      return { answer: this.tx.clear(table) }
    })
  }

  /** Opens a row of the underlying store; undefined when it cannot be opened. */
  async openStored(table: TableName, stored: object): Promise<Row | undefined> {
    const ring = await this.keys.current()
    await this.keys.load(ring, tagsOf(table, stored as Row))
    try {
      return this.openOne(table, stored as Row, ring)
    } catch {
      return undefined
    }
  }

  /** See `TransactionKeys.noteWork`. */
  noteWork(work: HeadRecord['work']): Promise<void> {
    return this.keys.noteWork(work)
  }

  // ── calls, in order ──

  private change(table: TableName, issue: () => Started<void> | Promise<Started<void>>): Promise<void> {
    return this.calls.run(table, () => {
      if (table === 'keys')
        throw new InputError('INVALID_INPUT', 'The table keys of an encrypted store cannot be written.')
      return issue()
    })
  }

  private one<T extends TableName>(
    table: T,
    index: string | undefined,
    get: () => Promise<Tables[T] | undefined>,
  ): Promise<Tables[T] | undefined> {
    return this.calls.run(table, () => {
      const row = get().then((found) => (found === undefined ? [] : [found as object]))
      return {
        answer: this.opened(table, index, row).then(([opened]) =>
          opened && unreadable(opened) === undefined ? (opened as Tables[T]) : undefined,
        ),
      }
    })
  }

  private async listed(table: TableName, range: Range, asked: Promise<object[]>): Promise<object[]> {
    const { limit = Infinity } = range
    let rows = await this.opened(table, range.index, asked)
    if (range.unreadable) return rows
    for (let wanted = limit; ;) {
      const found = rows.filter((row) => unreadable(row) === undefined)
      if (found.length === rows.length || found.length >= limit || rows.length < wanted) return found.slice(0, limit)
      // Unreadable rows made the page short, which a caller would take for the last page: read more.
      wanted = limit + rows.length - found.length
      rows = await this.opened(
        table,
        range.index,
        this.tx.list(table, storedRange(this.shared.tagger, table, { ...range, limit: wanted })),
      )
    }
  }

  private stored(table: TableName, index: string | undefined, key: Key): Key {
    return storedKey(this.shared.tagger, table, index, key)
  }

  // ── opening ──

  /**
   * The opened rows. A row that cannot be opened is replaced by its visible part (`remainsOf`).
   * @throws StoreError `STORE_CORRUPT` when such a row was looked up by id, or belongs to `meta`
   */
  private async opened(table: TableName, index: string | undefined, asked: Promise<object[]>): Promise<object[]> {
    if (!SEALED[table] && table !== 'vectors') return asked
    const [rows, ring] = await Promise.all([asked as Promise<Row[]>, this.keys.current()])
    await this.keys.load(
      ring,
      rows.flatMap((row) => tagsOf(table, row)),
    )
    const isStrict = index === 'id' || table === 'meta'
    const opened: object[] = []
    let since = performance.now()
    for (const row of rows) {
      opened.push(this.openOrSay(table, row, ring, isStrict))
      if (performance.now() - since < SLICE_MS || opened.length === rows.length) continue
      // A request lets the event loop run; awaiting anything else would commit the transaction.
      await this.tx.get('keys', HEAD)
      since = performance.now()
    }
    return opened
  }

  private openOrSay(table: TableName, stored: Row, ring: KeyRing, isStrict: boolean): Row {
    const tag = stored['scopeKey']
    if ((table === 'messages' || table === 'memories') && typeof tag === 'string')
      this.scopes.set(stored['no'] as number, tag)
    try {
      return this.openOne(table, stored, ring)
    } catch (cause) {
      if (isStrict) throw corrupt(table, stored[SCHEMA[table].keyPath], cause)
      const tags = tagsOf(table, stored)
      return remainsOf(
        table,
        stored,
        ring.keys.get(tags[0] as string),
        tags.some((one) => this.keys.isDamaged(one)) ? 'locked' : 'altered',
      )
    }
  }

  private openOne(table: TableName, stored: Row, ring: KeyRing): Row {
    const keyOf = (tag: string): ScopeKey | undefined => ring.keys.get(tag)
    if (table === 'vectors') return openVectors(stored as unknown as StoredVectors, keyOf, keyOf(OWN_KEYS.rest))
    const spec = SEALED[table]
    return spec ? openRow(table, spec, stored, keyOf(keyTag(spec, stored))) : stored
  }

  // ── sealing ──

  private seal(table: TableName, row: Row): Started<void> | Promise<Started<void>> {
    if (table === 'vectors') return this.sealSegment(row as Row & { id: number })
    const spec = SEALED[table]
    if (!spec) return { answer: this.tx.put(table, row as never) }
    const scopeKey = spec.of === 'scope' ? scopeKeyOf(table, row) : undefined
    const tag =
      spec.of !== 'scope'
        ? OWN_KEYS[spec.of]
        : scopeKey === undefined
          ? OWN_KEYS.rest
          : this.shared.tagger.scope(scopeKey)
    if ((table === 'messages' || table === 'memories') && scopeKey !== undefined) this.place(row['no'] as number, tag)
    const put = (key: ScopeKey): Started<void> => ({
      answer: this.tx.put(table, sealRow(table, spec, row, this.shared.tagger, key) as never),
    })
    const key = this.keys.atHand(tag)
    return key ? put(key) : this.keys.keyFor(tag, scopeKey).then(put)
  }

  private async sealSegment(row: Row & { id: number }): Promise<Started<void>> {
    const { labels } = (await this.tx.get('segments', row.id)) ?? {}
    const tags = labels && (await this.tagsFor(labels))
    const keys = new Map<string, ScopeKey>()
    for (const tag of new Set(tags)) keys.set(tag, await this.keys.keyFor(tag, undefined))
    const own = await this.keys.keyFor(OWN_KEYS.rest, undefined)
    return { answer: this.tx.put('vectors', sealVectors(row, tags, (tag) => keys.get(tag) as ScopeKey, own) as never) }
  }

  /** The key tag for each document: its scope's, or the store's own when the document does not exist. */
  private async tagsFor(labels: Uint32Array): Promise<string[]> {
    const unknown = [...new Set(labels)].filter((no) => this.scopeOf(no) === undefined)
    await Promise.all(unknown.map((no) => this.learn(no)))
    const ring = await this.keys.confirm([...new Set(Array.from(labels, (no) => this.scopeOf(no) ?? OWN_KEYS.rest))])
    // A document whose key was destroyed is erased.
    return Array.from(labels, (no) => {
      const tag = this.scopeOf(no)
      return tag !== undefined && ring.keys.has(tag) ? tag : OWN_KEYS.rest
    })
  }

  /** Notes the scope of a document that is written. If it was in another scope before, that one may now be empty. */
  private place(no: number, tag: string): void {
    const before = this.scopeOf(no)
    if (before !== undefined && before !== tag) this.keys.touch(before)
    this.scopes.set(no, tag)
  }

  private scopeOf(no: number): string | undefined {
    return this.scopes.get(no) ?? this.shared.scopes[no]
  }

  private async learn(no: number): Promise<string | undefined> {
    const row = ((await this.tx.get('messages', no)) ?? (await this.tx.get('memories', no))) as Row | undefined
    const tag = row?.['scopeKey']
    if (typeof tag !== 'string' || !('sealed' in (row as Row))) return undefined
    this.scopes.set(no, tag)
    return tag
  }

  private async deleteUnknown(table: 'messages' | 'memories', key: Key): Promise<Started<void>> {
    const tag = await this.learn(key as number)
    if (tag !== undefined) this.keys.touch(tag)
    return { answer: this.tx.delete(table, key) }
  }
}

/** The tags of the keys that sealed a stored row. */
function tagsOf(table: TableName, stored: Row): string[] {
  if (table === 'vectors')
    return [
      ...(Array.isArray(stored['parts'])
        ? (stored['parts'] as StoredVectors['parts']).map(({ scopeKey }) => scopeKey)
        : []),
      OWN_KEYS.rest,
    ]
  const spec = SEALED[table]
  return spec ? [keyTag(spec, stored)] : []
}
