import type { EntityIndex } from '../index/entities/entity-index.js'
import { mayStandFor, samePerson } from '../language/entities/aliases.js'
import type { FoundEntity } from '../language/entities/index.js'
import type { Scope } from '../values/scope.js'
import type { Commit } from '../store/changes.js'
import type { EntityRecord } from '../store/records.js'

/** Names of an entity besides its first: the longest-known few. */
const ALIASES = 16

export interface SpokenIn {
  scope: Scope
  scopeKey: string
}

/**
 * Finds, within one commit, which entity of a scope a name is of, and makes one where it is of none. The index only
 * proposes: it may be behind the store, so what it names is read again.
 */
export class Resolver {
  private readonly known = new Map<number, EntityRecord>()
  private readonly byName = new Map<string, EntityRecord>()
  private readonly changed = new Set<number>()

  constructor(
    private readonly commit: Commit,
    private readonly index: EntityIndex,
    private readonly isSpeaker: (scopeKey: string, key: string) => boolean,
    private readonly now: number,
  ) {}

  async entityFor(place: SpokenIn, found: FoundEntity): Promise<EntityRecord> {
    const named = await this.named(place.scopeKey, found.key)
    if (named) {
      if (named.type === 'other' && found.type !== 'other') this.change(named, { type: found.type })
      return named
    }
    const person = found.type === 'person' ? await this.person(place.scopeKey, found) : undefined
    return person ?? this.create(place, found)
  }

  /** Writes what became of the entities; the last thing done. */
  async finish(): Promise<void> {
    for (const no of this.changed) {
      await this.commit.tx.put('entities', this.known.get(no) as EntityRecord)
      this.commit.change('entities', no)
    }
  }

  private async named(scopeKey: string, key: string): Promise<EntityRecord | undefined> {
    const known = this.byName.get(`${scopeKey}\n${key}`)
    if (known) return known
    const proposed = this.index.named(scopeKey, key)
    const entity = proposed && (await this.get(proposed.no))
    if (entity && hasName(entity, key)) return entity
    const stored = await this.commit.tx.find('entities', 'key', [scopeKey, key])
    return stored && (this.known.get(stored.no) ?? this.keep(stored))
  }

  /**
   * The one known person that the name is a shorter or fuller form of. Two who both speak are two, whatever they are
   * called.
   */
  private async person(scopeKey: string, { key, name }: FoundEntity): Promise<EntityRecord | undefined> {
    const people = new Map<number, { no: number; key: string; aliases: readonly string[] }>()
    for (const one of this.index.peopleOf(scopeKey)) people.set(one.no, one)
    for (const one of this.known.values())
      if (one.scopeKey === scopeKey && one.type === 'person') people.set(one.no, one)
    const same = samePerson(key, people.values())
    const entity = same && (await this.get(same.no))
    if (!entity || (this.isSpeaker(scopeKey, key) && this.isSpeaker(scopeKey, entity.key))) return undefined
    const isFuller = mayStandFor(entity.key, key)
    const aliases = isFuller ? [entity.key, ...entity.aliases] : [...entity.aliases, key]
    this.change(entity, { ...(isFuller ? { key, name } : {}), aliases: aliases.slice(0, ALIASES) })
    return entity
  }

  private create({ scope, scopeKey }: SpokenIn, { key, name, type }: FoundEntity): EntityRecord {
    const entity: EntityRecord = {
      no: this.commit.nextDocument(),
      scope,
      scopeKey,
      key,
      name,
      type,
      aliases: [],
      createdAt: this.now,
    }
    this.changed.add(entity.no)
    return this.keep(entity)
  }

  private async get(no: number): Promise<EntityRecord | undefined> {
    const known = this.known.get(no)
    if (known) return known
    const stored = await this.commit.tx.get('entities', no)
    return stored && this.keep(stored)
  }

  private keep(entity: EntityRecord): EntityRecord {
    this.known.set(entity.no, entity)
    for (const name of [entity.key, ...entity.aliases]) this.byName.set(`${entity.scopeKey}\n${name}`, entity)
    return entity
  }

  private change(entity: EntityRecord, to: Partial<EntityRecord>): void {
    this.changed.add(entity.no)
    this.keep(Object.assign(entity, to))
  }
}

const hasName = ({ key, aliases }: EntityRecord, name: string): boolean => key === name || aliases.includes(name)
