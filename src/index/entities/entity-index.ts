import { fold } from '../../language/fold.js'
import { hasLongForm, isNickname, mayStandFor, samePerson } from '../../language/entities/aliases.js'
import { Findings } from '../../language/entities/found.js'
import { findIdentifiers } from '../../language/entities/identifiers.js'
import { findKin } from '../../language/entities/kinship.js'
import { readHan, readWords } from './names-in-text.js'
import type { EntityView, IndexedEntity, NamedInText } from './types.js'
import { scopeMatches, type Scope } from '../../values/scope.js'
import type { EntityRecord } from '../../store/records.js'

/** Names in a smaller store are as rare as in one of so many documents. */
const LIKE_A_STORE_OF = 500
const NONE: readonly number[] = []
/** Longer texts are judged by their beginning. */
const LONGEST_TEXT = 4_000

/**
 * Which documents speak of which entities, by name: what mention rows say, kept in memory. Every answer is about the
 * scopes asked for; the same name in two scopes is two entities, told apart here and joined only in what `entitiesIn`
 * returns.
 */
export class EntityIndex {
  private readonly entities = new Map<number, IndexedEntity>()
  private readonly byName = new Map<string, Set<number>>()
  /** By document number: a search asks for thousands. */
  private readonly byDocument: ({ scopeKey: string; entities: number[] } | undefined)[] = []
  /** People of each scope, among whom a short name is looked for. */
  private readonly people = new Map<string, Map<number, IndexedEntity>>()
  /** Documents of each scope that speak of anything. */
  private readonly documents = new Map<string, number>()
  private readonly scopes = new Map<string, Scope>()
  /** Which names are those of relatives, as far as that was asked. */
  private readonly kin = new Map<string, boolean>()

  get size(): number {
    return this.entities.size
  }

  get(no: number): IndexedEntity | undefined {
    return this.entities.get(no)
  }

  values(): IterableIterator<IndexedEntity> {
    return this.entities.values()
  }

  /** The entities that a document speaks of. */
  of(no: number): readonly number[] {
    return this.byDocument[no]?.entities ?? NONE
  }

  /** The entities of that key, one in each scope that knows it. */
  keyed(key: string): number[] {
    return [...(this.byName.get(key) ?? [])].filter((no) => this.entities.get(no)?.key === key)
  }

  /** The entity of exactly this scope that has the name. */
  named(scopeKey: string, key: string): IndexedEntity | undefined {
    for (const no of this.byName.get(key) ?? []) {
      const entity = this.entities.get(no)
      if (entity?.scopeKey === scopeKey) return entity
    }
    return undefined
  }

  *peopleOf(scopeKey: string): Generator<IndexedEntity> {
    yield* this.people.get(scopeKey)?.values() ?? []
  }

  put({ no, scope, scopeKey, key, name, type, aliases }: EntityRecord): void {
    const known = this.entities.get(no)
    if (known) this.forgetNames(known)
    if (!this.scopes.has(scopeKey)) this.scopes.set(scopeKey, scope)
    const entity: IndexedEntity = {
      no,
      scope: this.scopes.get(scopeKey) as Scope,
      scopeKey,
      key,
      name,
      type,
      aliases,
      nos: known?.nos ?? new Set(),
    }
    this.entities.set(no, entity)
    for (const one of [key, ...aliases]) this.byName.set(one, (this.byName.get(one) ?? new Set()).add(no))
    if (type === 'person')
      this.people.set(scopeKey, (this.people.get(scopeKey) ?? new Map<number, IndexedEntity>()).set(no, entity))
  }

  delete(no: number): void {
    const entity = this.entities.get(no)
    if (!entity) return
    this.forgetNames(entity)
    this.entities.delete(no)
    for (const document of entity.nos)
      this.setMentions(
        document,
        entity.scopeKey,
        this.of(document).filter((other) => other !== no),
      )
  }

  /** All entities that a document speaks of, instead of those that it spoke of before. */
  setMentions(no: number, scopeKey: string, entities: readonly number[]): void {
    const before = this.byDocument[no]
    for (const entity of before?.entities ?? []) this.entities.get(entity)?.nos.delete(no)
    if (before) this.count(before.scopeKey, -1)
    this.byDocument[no] = undefined
    const known = entities.filter((entity) => this.entities.has(entity))
    if (known.length === 0) return
    for (const entity of known) this.entities.get(entity)?.nos.add(no)
    this.byDocument[no] = { scopeKey, entities: known }
    this.count(scopeKey, 1)
  }

  clear(): void {
    for (const map of [this.entities, this.byName, this.people, this.documents, this.scopes, this.kin]) map.clear()
    this.byDocument.length = 0
  }

  /**
   * The entities that a text names, of the scopes that a read of `wanted` sees: by any name they are known under there,
   * also in lower case, by a shorter or fuller form of it where it is one person's there, and relatives by what one
   * calls them. Whole names only, the longest first.
   */
  entitiesIn(given: string, wanted: Scope): NamedInText[] {
    const text = given.slice(0, LONGEST_TEXT)
    const seen = this.visibility(wanted)
    const found = new Map<string, Set<number>>()
    const take = (nos: Iterable<number>): boolean => {
      let any = false
      for (const no of nos) {
        const entity = this.entities.get(no)
        if (!entity || !seen(entity.scopeKey)) continue
        found.set(entity.key, (found.get(entity.key) ?? new Set()).add(no))
        any = true
      }
      return any
    }
    const named = (key: string): boolean => take(this.byName.get(key) ?? [])
    const findings = new Findings()
    findIdentifiers(text, findings)
    findKin(text, undefined, findings)
    for (const key of findings.found.keys()) named(key)
    readWords(text, named, (word) => take(this.calledLike(word, seen)))
    readHan(text, named)
    return [...found].map(([, nos]) => this.joined([...nos], seen))
  }

  /**
   * How much it tells that a document speaks of the entity, among all of a read of `wanted`: see `NamedInText.rarity`.
   */
  rarityOf(no: number, wanted: Scope): number {
    return this.rarity(this.entities.get(no)?.nos.size ?? 0, this.total(this.visibility(wanted)))
  }

  /** Whether a name is what one calls a relative: "my sister", "my sister's boss", 我妈. */
  isKin(key: string): boolean {
    let kin = this.kin.get(key)
    if (kin === undefined) {
      const findings = new Findings()
      findKin(/\p{Script=Han}/u.test(key) ? `我的${key}` : `my ${key}`, undefined, findings)
      this.kin.set(key, (kin = findings.found.size > 0 || key.includes("'s ")))
    }
    return kin
  }

  view(wanted: Scope): EntityView {
    const seen = this.visibility(wanted)
    const total = Math.max(LIKE_A_STORE_OF, this.total(seen))
    const documents = new Map<string, ReadonlySet<number>>()
    const documentsOf = (key: string): ReadonlySet<number> => {
      let found = documents.get(key)
      if (!found) {
        const named = this.keyed(key)
          .flatMap((no) => this.entities.get(no) ?? [])
          .filter(({ scopeKey }) => seen(scopeKey))
        documents.set(key, (found = union(named)))
      }
      return found
    }
    // By the number of documents: many names are in one or two.
    const rarities: (number | undefined)[] = []
    return {
      rarity: (key) => (rarities[documentsOf(key).size] ??= this.rarity(documentsOf(key).size, total)),
      documentsOf,
    }
  }

  /**
   * Whom a word may stand for, in each scope where it can be one person only. In lower case only known nicknames: "car"
   * is not Caroline.
   */
  private calledLike(word: string, seen: (scopeKey: string) => boolean): number[] {
    const folded = fold(word).replace(/'s?$/, '')
    const capital = /^\p{Lu}/u.test(word)
    if (folded.length < 2 || !/^[\p{Script=Latin}]+$/u.test(folded) || !(capital || hasLongForm(folded))) return []
    const fits = (name: string): boolean =>
      capital
        ? mayStandFor(folded, name) || mayStandFor(name, folded)
        : isNickname(folded, name.split(' ', 1)[0] as string)
    const found: number[] = []
    for (const [scopeKey, people] of this.people) {
      if (!seen(scopeKey)) continue
      const candidates: IndexedEntity[] = []
      for (const person of people.values()) {
        if (fits(person.key) || person.aliases.some(fits)) candidates.push(person)
      }
      const one = samePerson(folded, candidates)
      if (one) found.push(one.no)
    }
    return found
  }

  private joined(nos: number[], seen: (scopeKey: string) => boolean): NamedInText {
    const entities = nos
      .map((no) => this.entities.get(no) as IndexedEntity)
      .sort((a, b) => b.nos.size - a.nos.size || a.no - b.no)
    const { name, type, key } = entities[0] as IndexedEntity
    const documents = union(entities)
    return {
      entities: entities.map(({ no }) => no),
      name,
      type,
      key,
      rarity: this.rarity(documents.size, this.total(seen)),
      documents,
      nos: ascending(documents),
    }
  }

  private rarity(documents: number, total: number): number {
    if (documents === 0 || total === 0) return 0
    const idf = (count: number): number => Math.log(1 + (Math.max(total, count) - count + 0.5) / (count + 0.5))
    return idf(documents) / idf(1)
  }

  private total(seen: (scopeKey: string) => boolean): number {
    let total = 0
    for (const [scopeKey, count] of this.documents) if (seen(scopeKey)) total += count
    return total
  }

  private visibility(wanted: Scope): (scopeKey: string) => boolean {
    const known = new Map<string, boolean>()
    return (scopeKey) => {
      let match = known.get(scopeKey)
      if (match === undefined) known.set(scopeKey, (match = scopeMatches(this.scopes.get(scopeKey) ?? {}, wanted)))
      return match
    }
  }

  private forgetNames({ no, scopeKey, key, aliases }: IndexedEntity): void {
    this.kin.delete(key)
    for (const one of [key, ...aliases]) {
      const holders = this.byName.get(one)
      holders?.delete(no)
      if (holders?.size === 0) this.byName.delete(one)
    }
    this.people.get(scopeKey)?.delete(no)
  }

  private count(scopeKey: string, more: number): void {
    this.documents.set(scopeKey, (this.documents.get(scopeKey) ?? 0) + more)
  }
}

/** The documents that speak of any of them; mostly there is but one. */
function union(entities: readonly IndexedEntity[]): ReadonlySet<number> {
  const [only] = entities
  return only && entities.length === 1 ? only.nos : new Set(entities.flatMap(({ nos }) => [...nos]))
}

/** Most are in order already: texts are linked as they were written. */
function ascending(nos: ReadonlySet<number>): number[] {
  const list = [...nos]
  return list.every((no, i) => i === 0 || no > (list[i - 1] as number)) ? list : list.sort((a, b) => a - b)
}
