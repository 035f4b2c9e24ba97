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
  /** Lets go of names, ids and keys held in memory to go faster, once rows were erased. */
  forget(): void
  /**
   * Locks the store with another key: at once, whatever its size. `reencrypt`: also gives every scope a new key and
   * writes every row anew; what was begun goes on at the next open. Other tabs go on with the first, and have to open
   * again with the second.
   * @throws StoreError `WRONG_KEY` when another tab was first.
   */
  changeKey(key: EncryptionKey, options?: ChangeKeyOptions): Promise<void>
}

/**
 * A store that keeps everything encrypted in another one: `docs/encryption.md`. One that holds rows already is
 * encrypted as it is opened; other tabs that have it open unencrypted find `KEY_REQUIRED` from then on.
 * @throws InputError `INVALID_INPUT`. Opening: StoreError `WRONG_KEY`, `NOT_ENCRYPTED`; LocketError `CRYPTO_UNAVAILABLE` outside of
 *   secure contexts.
 */
export function encryptedStore(inner: Store, key: EncryptionOptions): EncryptedStore {
  const checked = readKey('encryptedStore()', key, ['mustBeEncrypted'])
  return new SealedStore(inner, checked, flag('mustBeEncrypted', key.mustBeEncrypted, false))
}

/** What is known while the store is open. */
interface Opened {
  secrets: Secrets
  head: HeadRecord
  ring: KeyRing
}

class SealedStore implements EncryptedStore {
  private state: Opened | undefined
  /** While the key is being changed: what the head may name as soon as that is committed. */
  private coming: Secrets | undefined
  private scopes: (string | undefined)[] = []
  /** Closed because another tab gave the store another key. */
  private isVoid = false
  private opening: Promise<void> | undefined
  private readonly listeners: ((reason: CloseReason) => void)[] = []

  constructor(
    private readonly inner: Store,
    private key: Key,
    private readonly mustBeEncrypted: boolean,
  ) {
    inner.onClose((reason) => this.tell(reason))
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
            throw new ConflictError('CONFLICT', 'Rows are being written anew already.', {
              hint: 'Change the key when that is done.',
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

  /** A passphrase is let go of once the store opened with it. */
  private async unlock(head: HeadRecord): Promise<Secrets> {
    const { secret, key } = await unlock(head.lock, this.key)
    this.key = key
    return secretsOf(head, secret)
  }

  /** Makes an encrypted store of one that is not. Undefined when another tab was faster. */
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

  /** Takes up the secrets with the head as it is now. */
  private async unlocked(secrets: Secrets): Promise<void> {
    const head = await this.inner.read(['keys', 'meta'], readHead)
    if (head?.id !== secrets.id) throw keyChanged()
    const { work: _, ...settled } = head
    this.state = { secrets, head: settled, ring: new KeyRing(head.id, head.version) }
  }

  /** Goes on with what was begun, here or elsewhere, until all rows are sealed with the keys of now. */
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
    // Those of the transaction's own beginning: a store that is closed lets what is under way end.
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
    // A copy of the same version lacks keys that were destroyed.
    if (ring.version > state.ring.version || (isCopy && ring.version === state.ring.version)) state.ring = ring
  }

  private opened(): Opened {
    if (!this.state) throw this.isVoid ? keyChanged() : closed()
    return this.state
  }

  /** Another tab gave the store another key. */
  private lost(): void {
    this.close()
    this.isVoid = true
    this.tell('locked')
  }

  private tell(reason: CloseReason): void {
    for (const listener of this.listeners) listener(reason)
  }
}
