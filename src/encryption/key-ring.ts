import { StoreError } from '../values/errors.js'
import { SCOPE_FIELDS, type Scope } from '../values/scope.js'
import type { HeadRecord, ScopeKeyRecord } from '../store/records.js'
import { decode, encode } from './codec.js'
import { binding, keyNumber, randomBytes, seal, unseal, type DataKey } from './seal.js'
import type { Tagger } from './tags.js'

/** Where the head stands among the keys. */
export const HEAD = 'store'
/**
 * The keys of what belongs to no scope, and of the caches. These hold words of every scope, so their key goes whenever
 * they are emptied, as each purge does.
 */
export const OWN_KEYS = { rest: 'rest', caches: 'caches' } as const

/**
 * What a lock locks: the key that seals the scopes' keys, and the one that makes the tags, which stays when the other
 * is changed.
 */
export interface Secrets {
  /** The head's. */
  id: string
  key: DataKey
  tagKey: Uint8Array
  tagger: Tagger
}

export interface ScopeKey {
  scopeKey: string | undefined
  scope: Scope | undefined
  current: DataKey
  /** While rows are written anew: what those are sealed with that were not reached yet. */
  was: DataKey | undefined
}

/**
 * The keys as one version of the store has them, each unsealed when first needed. A ring of a version is only ever
 * added to.
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

/** Opens what a scope's key sealed, now or before it was changed. @throws when neither did, or it was altered. */
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
