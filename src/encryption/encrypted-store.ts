import { ConflictError, type LocketError } from '../values/errors.js'
import { checkOptions, flag } from '../values/options.js'
import { closed, keyChanged } from '../store/failures.js'
import type { HeadRecord, TableName } from '../store/records.js'
import type { CloseReason, Reader, StorageEstimate, Store, Writer } from '../store/store.js'
import type { ChangeKeyOptions, EncryptionKey, EncryptionOptions } from './types.js'
import { HEAD, isHead, KeyRing, makeKey, sealKey, unsealKey, type Secrets } from './key-ring.js'
import { lock, readKey, unlock, type Key } from './lock.js'
import { REWRITE_TABLES, rewriteStep, sealMeta } from './rewrite.js'
import { randomBytes } from './seal.js'
import { SealedTransaction } from './sealed-transaction.js'
import { joined, newSecrets, secretsOf } from './secrets.js'
import { FORMAT, notEncrypted, readHead } from './store-head.js'
import { beneath, type Shared } from './transaction-keys.js'

export interface EncryptedStore extends Store {
  /** Drops cached tags and keys from memory. To be called after rows were erased, so that no name or id remains. */
  forget(): void
  /**
   * Changes the key that opens the store. Only the store key is encrypted anew, so it takes the same time for any size;
   * other tabs continue. With `reencrypt`, it also creates a new store key and new scope keys and rewrites every row;
   * an interrupted rewrite is continued by the next open, and other tabs are closed with `WRONG_KEY` at their next
   * call.
   * @param key the new passphrase or key
   * @throws InputError `INVALID_INPUT`; StoreError `WRONG_KEY` when another tab changed the key first; ConflictError
   *   `CONFLICT` while rows are still being rewritten
   * @example
   * await store.changeKey({ passphrase: 'a new one' }, { reencrypt: true })
   */
  changeKey(key: EncryptionKey, options?: ChangeKeyOptions): Promise<void>
}

/**
 * A store that encrypts its rows and keeps them in another store; see `docs/encryption.md`. A plain store that already
 * has rows is encrypted when it is opened; tabs that have it open as a plain store get `KEY_REQUIRED` from then on.
 * @param inner the store that keeps the encrypted rows
 * @param key a passphrase or a CryptoKey; `mustBeEncrypted` (default `false`) refuses a plain or missing store
 * @throws InputError `INVALID_INPUT` for a bad key. `open()` rejects with StoreError `WRONG_KEY`, `NOT_ENCRYPTED`,
 *   `STORE_OUTDATED` or `STORE_CORRUPT`, and with LocketError `CRYPTO_UNAVAILABLE` outside of secure contexts
 * @example
 * const store = encryptedStore(indexedDbStore('my-app'), { passphrase })
 * const memory = await Memory.open({ name: 'my-app', store })
 */
export function encryptedStore(inner: Store, key: EncryptionOptions): EncryptedStore {
  const checked = readKey('encryptedStore()', key, ['mustBeEncrypted'])
  return new SealedStore(inner, checked, flag('mustBeEncrypted', key.mustBeEncrypted, false))
}

/** The state of an open store. */
interface Opened {
  secrets: Secrets
  head: HeadRecord
  ring: KeyRing
}

class SealedStore implements EncryptedStore {
  private state: Opened | undefined
  /** Set while the key is being changed: a transaction may meet the new head before `changeKey` has resolved. */
  private coming: Secrets | undefined
  /** The tag of each document's scope, by document number. */
  private scopes: (string | undefined)[] = []
  /** Closed because another tab changed the key. */
  private isVoid = false
  private opening: Promise<void> | undefined
  private readonly listeners: ((reason: CloseReason) => void)[] = []

  constructor(
    private readonly inner: Store,
    private key: Key,
    private readonly mustBeEncrypted: boolean,
  ) {
    inner.onClose((reason) => this.listeners.forEach((listener) => listener(reason)))
  }

  get kind(): string {
    return this.inner.kind
  }

  open(): Promise<void> {
    return (this.opening ??= this.begin().finally(() => (this.opening = undefined)))
  }

  read<R>(tables: readonly TableName[], body: (tx: Reader) => Promise<R>): Promise<R> {
    return this.run(tables, 'read', (wanted, run) => this.inner.read(wanted, (tx) => run(tx as Writer)), body)
  }

  write<R>(
    tables: readonly TableName[],
    body: (tx: Writer) => Promise<R>,
    durability?: 'strict' | 'relaxed',
  ): Promise<R> {
    return this.run(tables, 'write', (wanted, run) => this.inner.write(wanted, run, durability), body)
  }

  estimate(): Promise<StorageEstimate> {
    return this.inner.estimate()
  }

  onClose(listener: (reason: CloseReason) => void): void {
    this.listeners.push(listener)
  }

  close(): void {
    this.state = undefined
    this.scopes = []
    this.inner.close()
  }

  async destroy(): Promise<void> {
    this.close()
    await this.inner.destroy()
  }

  forget(): void {
    const { state } = this
    if (!state) return
    state.secrets.tagger.forget()
    state.ring = new KeyRing(state.ring.store, state.ring.version)
  }

  async changeKey(given: EncryptionKey, options: ChangeKeyOptions = {}): Promise<void> {
    const checked = readKey('changeKey()', given)
    checkOptions('changeKey()', options, ['reencrypt'])
    const reencrypt = flag('reencrypt', options.reencrypt, false)
    const { secrets } = this.opened()
    const next = reencrypt ? newSecrets(secrets.tagKey) : secrets
    const { lock: locked, key } = await lock(joined(next), checked)
    this.opened()
    this.coming = next
    try {
      await this.inner.write(
        ['keys'],
        async (tx) => {
          const head = (await tx.get('keys', HEAD)) as HeadRecord | undefined
          if (head?.id !== secrets.id) throw keyChanged()
          if (head.work)
            throw new ConflictError('CONFLICT', 'Rows are still being rewritten after an earlier change of the key.', {
              hint: 'Try again when that is done.',
            })
          let { version } = head
          if (reencrypt)
            for (const row of await tx.list('keys')) {
              if (isHead(row)) continue
              const old = unsealKey(secrets, row)
              await tx.put('keys', sealKey(next, row.key, { ...makeKey(++version, old.scopeKey), was: old.current }))
            }
          await tx.put('keys', {
            ...head,
            id: next.id,
            version: version + 1,
            lock: locked,
            ...(reencrypt ? { work: { what: 'reencrypt', table: 0 } } : {}),
          })
        },
        'strict',
      )
      this.key = key
      await this.unlocked(next)
    } finally {
      this.coming = undefined
    }
    await this.rewrite()
  }

  private async begin(): Promise<void> {
    this.isVoid = false
    await this.inner.open()
    if (this.state) return
    try {
      for (;;) {
        const head = await this.inner.read(['keys', 'meta'], readHead)
        if (!head && this.mustBeEncrypted) throw notEncrypted()
        const secrets = head ? await this.unlock(head) : await this.encrypt()
        if (!secrets) continue
        await this.unlocked(secrets)
        return await this.rewrite()
      }
    } catch (cause) {
      this.close()
      throw cause
    }
  }

  /** The passphrase is replaced by the key derived from it, so that it does not stay in memory. */
  private async unlock(head: HeadRecord): Promise<Secrets> {
    const { secret, key } = await unlock(head.lock, this.key)
    this.key = key
    return secretsOf(head, secret)
  }

  /** Encrypts a plain store. Undefined when another tab did so first. */
  private async encrypt(): Promise<Secrets | undefined> {
    const secrets = newSecrets(randomBytes(32))
    const { lock: locked, key } = await lock(joined(secrets), this.key)
    this.key = key
    const head: HeadRecord = {
      key: HEAD,
      format: FORMAT,
      id: secrets.id,
      version: 0,
      lock: locked,
      work: { what: 'encrypt', table: 0 },
    }
    return this.inner.write(
      REWRITE_TABLES,
      async (tx) => {
        if (await readHead(tx)) return undefined
        await tx.put('keys', head)
        const sealed = new SealedTransaction(
          tx,
          new Set(REWRITE_TABLES),
          this.shared({ secrets, head, ring: new KeyRing(secrets.id, 0) }),
          'write',
        )
        await sealed.run(() => sealMeta(tx, sealed))
        return secrets
      },
      'strict',
    )
  }

  /** Opens the store with these secrets and the current head. */
  private async unlocked(secrets: Secrets): Promise<void> {
    const head = await this.inner.read(['keys', 'meta'], readHead)
    if (head?.id !== secrets.id) throw keyChanged()
    const { work: _, ...settled } = head
    this.state = { secrets, head: settled, ring: new KeyRing(head.id, head.version) }
  }

  /** Continues a rewrite that this tab or another began, until all rows are encrypted with the current keys. */
  private async rewrite(): Promise<void> {
    for (let more = true; more;) {
      const { secrets } = this.opened()
      more = await this.run(
        REWRITE_TABLES,
        'write',
        (tables, run) => this.inner.write(tables, run),
        (tx, raw) => rewriteStep(raw, tx, secrets),
      )
    }
  }

  private async run<R>(
    tables: readonly TableName[],
    mode: 'read' | 'write',
    start: (tables: readonly TableName[], run: (raw: Writer) => Promise<R>) => Promise<R>,
    body: (tx: SealedTransaction, raw: Writer) => Promise<R>,
  ): Promise<R> {
    const state = this.opened()
    let last: SealedTransaction | undefined
    try {
      const result = await start(beneath(tables, mode), (raw) => {
        const tx = (last = new SealedTransaction(raw, new Set(tables), this.shared(state), mode))
        return tx.run(() => body(tx, raw))
      })
      if (last) this.learn(last)
      return result
    } catch (cause) {
      if ((cause as LocketError).code === 'WRONG_KEY' && this.state) this.lost()
      throw cause
    }
  }

  private shared(opened: Opened): Shared {
    // After `close`, running transactions end with the state they began with.
    const now = (): Opened => this.state ?? opened
    return {
      secrets: (id) => [now().secrets, opened.secrets, this.coming].find((one) => one?.id === id),
      tagger: opened.secrets.tagger,
      get ring() {
        return now().ring
      },
      head: opened.head,
      scopes: this.scopes,
    }
  }

  private learn({ keys: { ring, isCopy }, scopes }: SealedTransaction): void {
    for (const [no, tag] of scopes) this.scopes[no] = tag
    const { state } = this
    if (!state || ring?.store !== state.ring.store) return
    // A copy of the same version differs in the keys that the transaction destroyed.
    if (ring.version > state.ring.version || (isCopy && ring.version === state.ring.version)) state.ring = ring
  }

  private opened(): Opened {
    if (!this.state) throw this.isVoid ? keyChanged() : closed()
    return this.state
  }

  /** Closes the store because another tab changed the key. */
  private lost(): void {
    this.close()
    this.isVoid = true
    for (const listener of this.listeners) listener('locked')
  }
}
