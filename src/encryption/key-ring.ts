import { StoreError } from '../values/errors.js'
import { SCOPE_FIELDS, type Scope } from '../values/scope.js'
import type { HeadRecord, ScopeKeyRecord } from '../store/records.js'
import { decode, encode } from './codec.js'
import { binding, keyNumber, randomBytes, seal, unseal, type DataKey } from './seal.js'
import type { Tagger } from './tags.js'

/** The primary key of the head in the table `keys`. */
export const HEAD = 'store'
/**
 * Tags of the two keys that belong to no scope: for rows without a scope, and for caches. Caches hold words of every
 * scope, so their key is destroyed whenever they are emptied, as each purge does.
 */
export const OWN_KEYS = { rest: 'rest', caches: 'caches' } as const

/**
 * The secrets that the lock encrypts: the store key, which seals the scopes' keys, and the key of the tags, which
 * re-encryption does not change.
 */
export interface Secrets {
  /** The same as the head's. */
  id: string
  key: DataKey
  tagKey: Uint8Array
  tagger: Tagger
}

export interface ScopeKey {
  scopeKey: string | undefined
  scope: Scope | undefined
  current: DataKey
  /** During re-encryption: the key of the rows that were not rewritten yet. */
  was: DataKey | undefined
}

/**
 * The keys of one version of the store, each unsealed at its first use. Keys are only ever added to a ring; a
 * transaction that removes one works on a copy.
 */
export class KeyRing {
  constructor(
    readonly store: string,
    public version: number,
    readonly keys = new Map<string, ScopeKey>(),
  ) {}

  copy(): KeyRing {
    return new KeyRing(this.store, this.version, new Map(this.keys))
  }
}

interface Kept extends DataKey {
  scopeKey?: string
}

export function makeKey(number: number, scopeKey: string | undefined): ScopeKey {
  return { current: { number, key: randomBytes(32) }, was: undefined, scopeKey, scope: scopeOf(scopeKey) }
}

export function sealKey({ key }: Secrets, tag: string, { current, was, scopeKey }: ScopeKey): ScopeKeyRecord {
  const sealed = (one: DataKey, place: string) => seal(key, binding('keys', tag, place), encode({ ...one, scopeKey }))
  return { key: tag, sealed: sealed(current, 'sealed'), ...(was ? { was: sealed(was, 'was') } : {}) }
}

/** @throws StoreError `STORE_CORRUPT` */
export function unsealKey({ key }: Secrets, { key: tag, sealed, was }: ScopeKeyRecord): ScopeKey {
  try {
    const open = (one: Uint8Array, place: string): Kept => decode(unseal(key, binding('keys', tag, place), one)) as Kept
    const { scopeKey, ...current } = open(sealed, 'sealed')
    return { current, was: was && open(was, 'was'), scopeKey, scope: scopeOf(scopeKey) }
  } catch (cause) {
    throw new StoreError('STORE_CORRUPT', `Row ${tag} of keys cannot be opened: it was altered, or is damaged.`, {
      hint: 'Import a backup.',
      value: tag,
      cause,
    })
  }
}

/**
 * Opens data that the scope's current or previous key sealed.
 * @throws Error when another key sealed it, or it was altered
 */
export function openWith(key: ScopeKey | undefined, bound: Uint8Array, sealed: Uint8Array): Uint8Array {
  const number = keyNumber(sealed)
  const fitting = [key?.current, key?.was].find((one) => one?.number === number)
  if (!fitting) throw new TypeError('Its key is gone.')
  return unseal(fitting, bound, sealed)
}

export const isHead = (row: HeadRecord | ScopeKeyRecord): row is HeadRecord => row.key === HEAD

function scopeOf(scopeKey: string | undefined): Scope | undefined {
  if (scopeKey === undefined) return undefined
  let ids: unknown
  try {
    ids = JSON.parse(scopeKey)
  } catch {
    return undefined
  }
  if (!Array.isArray(ids)) return undefined
  return Object.fromEntries(
    SCOPE_FIELDS.map((field, i) => [field, ids[i] as unknown]).filter(([, id]) => typeof id === 'string'),
  )
}
