import { InputError, type LocketError } from '../values/errors.js'
import { unreadable } from '../store/intact.js'
import { inactive, keyChanged, outsideTransaction, storeFailure } from '../store/failures.js'
import type { HeadRecord, ScopeKeyRecord, TableName, Tables } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Key, Range, Writer } from '../store/store.js'
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
import { SEALED, storedKey, storedRange } from './layout.js'
import { corrupt, keyTag, openRow, remainsOf, scopeKeyOf, sealRow, type Row } from './rows.js'
import { openVectors, sealVectors, type StoredVectors } from './vectors.js'

/** Milliseconds of opening rows after which the page has its turn. */
const SLICE_MS = 10
/** Keys that are wanted at once from which on all are read. */
const MANY_KEYS = 16

/** What a transaction shares with the others of its store. */
export interface Shared {
  /** Those that the head names, as far as this instance has them. */
  secrets(id: string): Secrets | undefined
  readonly tagger: Secrets['tagger']
  /** The keys of the last version seen. */
  readonly ring: KeyRing
  /** The head as it was last seen, for when the browser has cleared the storage. */
  readonly head: HeadRecord
  /** By document number: the tag of its scope. */
  readonly scopes: readonly (string | undefined)[]
}

/** What asking has been begun with; the answer comes later. */
interface Asked<R> {
  answer: Promise<R>
}

/**
 * One transaction of an encrypted store over one of the store beneath: seals what is put, opens what is read. Keys are made and destroyed
 * within it, so that they come and go with the rows: two tabs never make two keys for one scope, and what is aborted leaves none.
 */
export class SealedTransaction implements Writer {
  /** The keys as this transaction found, or has made them; undefined when it needed none. */
  ring: KeyRing | undefined
  /** Whose documents it has seen. */
  readonly scopes = new Map<number, string>()
  private head: Promise<KeyRing> | undefined
  private secrets: Secrets | undefined
  private headRow: HeadRecord | undefined
  /** `ring` is of this transaction alone, and what differs is yet to be said in the head. */
  private changed = false
  /** Scopes that lost documents, since when nobody has looked whether any are left. */
  private readonly touched = new Set<string>()
  /** Any scope may have. */
  private allTouched = false
  /** Behind it comes whatever is asked next: a put may first have to ask for its key. */
  private tail: Promise<void> | undefined
  private readonly pending = new Set<Promise<unknown>>()
  private failure: LocketError | undefined

  constructor(
    private readonly tx: Writer,
    private readonly tables: ReadonlySet<TableName>,
    private readonly shared: Shared,
    private readonly mode: 'read' | 'write',
  ) {}

  async run<R>(body: () => Promise<R>): Promise<R> {
    const result = await body()
    while (this.pending.size > 0) await Promise.all(this.pending)
    if (this.failure) throw this.failure
    if (this.mode === 'write') await this.finish()
    return result
  }

  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined> {
    return this.one(table, undefined, () => this.tx.get(table, this.stored(table, undefined, key)))
  }

  find<T extends TableName>(table: T, index: string, key: Key): Promise<Tables[T] | undefined> {
    return this.one(table, index, () => this.tx.find(table, index, this.stored(table, index, key)))
  }

  list<T extends TableName>(table: T, range: Range = {}): Promise<Tables[T][]> {
    return this.ask(table, () => ({
      answer: this.listed(table, range, this.tx.list(table, storedRange(this.shared.tagger, table, range))) as Promise<
        Tables[T][]
      >,
    }))
  }

  count(table: TableName, range: Range = {}): Promise<number> {
    return this.ask(table, () => ({ answer: this.tx.count(table, storedRange(this.shared.tagger, table, range)) }))
  }

  put<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    return this.change(table, () => this.seal(table, row as object as Row))
  }

  delete(table: TableName, key: Key): Promise<void> {
    return this.change(table, () => {
      const stored = this.stored(table, undefined, key)
      if (table !== 'messages' && table !== 'memories') return { answer: this.tx.delete(table, stored) }
      const known = this.scopeOf(key as number)
      if (known !== undefined) this.touched.add(known)
      return known === undefined ? this.deleteUnknown(table, stored) : { answer: this.tx.delete(table, stored) }
    })
  }

  deleteRange(table: TableName, range: Pick<Range, 'from' | 'to' | 'after' | 'before'>): Promise<void> {
    return this.change(table, async () => {
      if (table === 'messages' || table === 'memories') this.allTouched = true
      if (table === 'caches' && range.from === undefined && range.to === undefined) await this.destroy(OWN_KEYS.caches)
      return { answer: this.tx.deleteRange(table, storedRange(this.shared.tagger, table, range)) }
    })
  }

  clear(table: TableName): Promise<void> {
    return this.change(table, async () => {
      if (table === 'messages' || table === 'memories') this.allTouched = true
      if (table === 'caches') await this.destroy(OWN_KEYS.caches)
      return { answer: this.tx.clear(table) }
    })
  }

  /** Opens a row as it was read beneath. Undefined when it cannot be. */
  async openStored(table: TableName, stored: object): Promise<Row | undefined> {
    const ring = await this.keys()
    await this.load(ring, tagsOf(table, stored as Row))
    try {
      return this.openOne(table, stored as Row, ring)
    } catch {
      return undefined
    }
  }

  /** How far writing all rows anew has come; undefined: it is done, and keys of before are forgotten. */
  async noteWork(work: HeadRecord['work']): Promise<void> {
    await this.keys()
    const own = this.own()
    const { work: _, ...head } = this.headRow as HeadRecord
    this.headRow = work ? { ...head, work } : head
    if (work) return
    own.version++
    own.keys.clear()
  }

  // ── asking, in order ──

  private ask<R>(table: TableName, issue: () => Asked<R> | Promise<Asked<R>>): Promise<R> {
    const answer = this.perform(table, issue)
    // `run` reports it, whether or not `body` looked at this promise.
    const settled: Promise<void> = answer
      .then(
        () => undefined,
        (cause: unknown) => void (this.failure ??= storeFailure(cause, `using ${table}`)),
      )
      .then(() => void this.pending.delete(settled))
    this.pending.add(settled)
    return answer
  }

  private change(table: TableName, issue: () => Asked<void> | Promise<Asked<void>>): Promise<void> {
    return this.ask(table, () => {
      if (table === 'keys') throw new InputError('INVALID_INPUT', 'The keys of an encrypted store are its own.')
      return issue()
    })
  }

  private async perform<R>(table: TableName, issue: () => Asked<R> | Promise<Asked<R>>): Promise<R> {
    const begin = (): Asked<R> | Promise<Asked<R>> => {
      if (this.failure) throw inactive(this.failure)
      if (!this.tables.has(table)) throw outsideTransaction(table)
      return issue()
    }
    const begun = this.tail ? this.tail.then(begin) : begin()
    if (!(begun instanceof Promise)) return begun.answer
    const tail: Promise<void> = begun.then(
      () => this.passed(tail),
      () => this.passed(tail),
    )
    this.tail = tail
    return (await begun).answer
  }

  private passed(tail: Promise<void>): void {
    if (this.tail === tail) this.tail = undefined
  }

  private one<T extends TableName>(
    table: T,
    index: string | undefined,
    get: () => Promise<Tables[T] | undefined>,
  ): Promise<Tables[T] | undefined> {
    return this.ask(table, () => {
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
      // A page that came out short would look like the last one.
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

  /** The rows, or what can be told of those that cannot be opened. What was asked for by its id is an error then, and so are the store's own numbers. */
  private async opened(table: TableName, index: string | undefined, asked: Promise<object[]>): Promise<object[]> {
    if (!SEALED[table] && table !== 'vectors') return asked
    const [rows, ring] = await Promise.all([asked as Promise<Row[]>, this.keys()])
    await this.load(
      ring,
      rows.flatMap((row) => tagsOf(table, row)),
    )
    const isStrict = index === 'id' || table === 'meta'
    const opened: object[] = []
    let since = performance.now()
    for (const row of rows) {
      opened.push(this.openOrSay(table, row, ring, isStrict))
      if (performance.now() - since < SLICE_MS || opened.length === rows.length) continue
      // Nothing else may be waited for here.
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
        tags.some((one) => this.damagedKeys.has(one)) ? 'locked' : 'altered',
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

  private seal(table: TableName, row: Row): Asked<void> | Promise<Asked<void>> {
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
    const put = (key: ScopeKey): Asked<void> => ({
      answer: this.tx.put(table, sealRow(table, spec, row, this.shared.tagger, key) as never),
    })
    const key = this.isSettled(tag) ? this.ring?.keys.get(tag) : undefined
    return key ? put(key) : this.keyFor(tag, scopeKey).then(put)
  }

  private async sealSegment(row: Row & { id: number }): Promise<Asked<void>> {
    const { labels } = (await this.tx.get('segments', row.id)) ?? {}
    const tags = labels && (await this.tagsFor(labels))
    const keys = new Map<string, ScopeKey>()
    for (const tag of new Set(tags)) keys.set(tag, await this.keyFor(tag, undefined))
    const own = await this.keyFor(OWN_KEYS.rest, undefined)
    return { answer: this.tx.put('vectors', sealVectors(row, tags, (tag) => keys.get(tag) as ScopeKey, own) as never) }
  }

  /** The tags of the scopes whose documents these are; of those that are not there, the store's own. */
  private async tagsFor(labels: Uint32Array): Promise<string[]> {
    const unknown = [...new Set(labels)].filter((no) => this.scopeOf(no) === undefined)
    await Promise.all(unknown.map((no) => this.learn(no)))
    const ring = await this.keys()
    await this.load(ring, [...new Set(Array.from(labels, (no) => this.scopeOf(no) ?? OWN_KEYS.rest))])
    // A document whose key is gone is gone.
    return Array.from(labels, (no) => {
      const tag = this.scopeOf(no)
      return tag !== undefined && ring.keys.has(tag) ? tag : OWN_KEYS.rest
    })
  }

  /** A document is of this scope now; the one that it was of before may have been left empty. */
  private place(no: number, tag: string): void {
    const before = this.scopeOf(no)
    if (before !== undefined && before !== tag) this.touched.add(before)
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

  private async deleteUnknown(table: 'messages' | 'memories', key: Key): Promise<Asked<void>> {
    const tag = await this.learn(key as number)
    if (tag !== undefined) this.touched.add(tag)
    return { answer: this.tx.delete(table, key) }
  }

  // ── keys ──

  /** The keys, once it is sure that they are of the version that the store is at. */
  private keys(): Promise<KeyRing> {
    if (this.ring) return Promise.resolve(this.ring)
    return (this.head ??= this.readHead())
  }

  private async readHead(): Promise<KeyRing> {
    const { shared } = this
    const row = (await this.tx.get('keys', HEAD)) as HeadRecord | undefined
    const head = row ?? shared.head
    this.secrets = shared.secrets(head.id)
    if (!this.secrets) throw keyChanged()
    this.headRow = head
    const isShared = row && shared.ring.store === head.id && shared.ring.version === head.version
    this.ring = isShared ? shared.ring : new KeyRing(head.id, head.version)
    // The browser has cleared the storage: all begins anew, with the same lock.
    if (!row && this.mode === 'write') this.own()
    return this.ring
  }

  private async load(ring: KeyRing, tags: readonly string[]): Promise<void> {
    const missing = [...new Set(tags)].filter((tag) => !ring.keys.has(tag))
    if (missing.length === 0) return
    const wanted = new Set(missing)
    const rows =
      missing.length > MANY_KEYS
        ? await this.tx.list('keys')
        : await Promise.all(missing.map((tag) => this.tx.get('keys', tag)))
    for (const row of rows) if (row && !isHead(row) && wanted.has(row.key)) this.take(ring, row)
  }

  /** A key that is damaged leaves its rows unreadable, and the others be. */
  private take(ring: KeyRing, row: ScopeKeyRecord): void {
    try {
      ring.keys.set(row.key, unsealKey(this.secrets as Secrets, row))
    } catch (cause) {
      if (!this.damagedKeys.has(row.key)) this.damagedKeys.set(row.key, cause)
    }
  }

  private readonly damagedKeys = new Map<string, unknown>()

  /** The key of a scope, made when there is none. */
  private async keyFor(tag: string, scopeKey: string | undefined): Promise<ScopeKey> {
    await this.keys()
    if (!this.isSettled(tag)) await this.settle(tag)
    const ring = this.ring as KeyRing
    await this.load(ring, [tag])
    const known = ring.keys.get(tag)
    if (known) return known
    // A new key in the place of a damaged one would leave its rows unreadable for good.
    if (this.damagedKeys.has(tag)) throw this.damagedKeys.get(tag)
    const own = this.own()
    const key = makeKey(++own.version, scopeKey)
    own.keys.set(tag, key)
    await this.tx.put('keys', sealKey(this.secrets as Secrets, tag, key))
    return key
  }

  private isSettled(tag: string): boolean {
    return !this.allTouched && !this.touched.has(tag)
  }

  /** Destroys the key when no row of its scope is left, so that what is written from now on has another. */
  private async settle(tag: string): Promise<void> {
    if (this.allTouched) return this.settleAll()
    this.touched.delete(tag)
    if (await this.isEmpty(tag)) await this.destroy(tag)
  }

  private async settleAll(): Promise<void> {
    this.allTouched = false
    for (const { key } of await this.tx.list('keys'))
      if (key !== HEAD && key !== OWN_KEYS.rest && key !== OWN_KEYS.caches && (await this.isEmpty(key)))
        await this.destroy(key)
  }

  private async isEmpty(tag: string): Promise<boolean> {
    for (const table of ['messages', 'memories', 'entities'] as const)
      if ((await this.tx.count(table, { index: 'scope', only: [tag], limit: 1 })) > 0) return false
    return (await this.tx.get('summaries', tag)) === undefined
  }

  private async destroy(tag: string): Promise<void> {
    await this.keys()
    const own = this.own()
    own.version++
    own.keys.delete(tag)
    await this.tx.delete('keys', tag)
  }

  private own(): KeyRing {
    if (!this.changed) this.ring = (this.ring as KeyRing).copy()
    this.changed = true
    return this.ring as KeyRing
  }

  private async finish(): Promise<void> {
    if (this.allTouched) await this.settleAll()
    for (const tag of [...this.touched]) await this.settle(tag)
    if (this.changed)
      await this.tx.put('keys', { ...(this.headRow as HeadRecord), version: (this.ring as KeyRing).version })
  }
}

/** The tags of the keys that a stored row is sealed with. */
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
