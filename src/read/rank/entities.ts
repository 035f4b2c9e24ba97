import type { ReadSource } from '../read-source.js'
import type { EntityIndex } from '../../index/entities/entity-index.js'
import type { EntityView, NamedInText } from '../../index/entities/types.js'
import type { Catalog } from '../../index/catalog.js'
import { asksName } from '../../language/asks-name.js'
import { entityKey } from '../../language/entities/key.js'
import type { Scope } from '../../values/scope.js'
import type { Candidates } from './candidates.js'

/**
 * An entity weighs DECAY / (DECAY + rank) by the rank (from 0) of the text it is from: ½ for the fourth, ¼ the tenth.
 */
const DECAY = 3
/** Upper bound of `Signals.names`. */
const MOST_NAMES = 2

/** A top candidate that mentions an entity, with the weight of that entity for `Signals.hop`. */
interface Source {
  from: number
  weight: number
}

/** Undefined where the entity index is empty or not loaded. */
export function entitiesAmong(
  { indexes, catalog }: ReadSource,
  query: string,
  scope: Scope,
  named: readonly NamedInText[],
  speakers: Iterable<string>,
): Entities | undefined {
  const index = indexes.entityLane?.index
  return index?.size && indexes.entities.state === 'used'
    ? new Entities(index, catalog, query, named, scope, speakers)
    : undefined
}

/** The signals `entities`, `names` and `hop`: the entities that query and candidates mention. */
export class Entities {
  private readonly view: EntityView
  /** Keys of the people who speak in the candidates. */
  private readonly speakers: ReadonlySet<string>
  /** The query's entities without the speakers, for whom there is `Signals.speaker`. */
  private readonly mentioned: readonly NamedInText[]
  /** The query's entities that have proper names. Not relatives: "my sister's boss" is one person, not two. */
  private readonly proper: readonly NamedInText[]
  /** Keys of all entities in the query. */
  private readonly queryKeys: ReadonlySet<string>
  /** Whether the query asks for a name. */
  private readonly asksName: boolean
  /** By entity number: its share of `Signals.names`, which is 0 for names in the query. */
  private readonly newNameRarity = new Map<number, number>()
  /** Entity keys of speakers' names, cached. */
  private readonly keys = new Map<string, string>()

  constructor(
    private readonly index: EntityIndex,
    private readonly catalog: Catalog,
    query: string,
    named: readonly NamedInText[],
    scope: Scope,
    speakers: Iterable<string>,
  ) {
    this.view = index.view(scope)
    this.speakers = new Set(Array.from(speakers, (name) => this.keyOf(name)))
    this.mentioned = named.filter(({ key }) => !this.speakers.has(key))
    this.proper = named.filter(({ key }) => !index.isKin(key))
    this.queryKeys = new Set(named.map(({ key }) => key))
    this.asksName = asksName(query)
  }

  /** Fills in `entities` and `names` of the candidates from position `from` on. */
  measure({ size, nos, signals }: Candidates, from: number): void {
    const all = this.mentioned.reduce((sum, { rarity }) => sum + rarity, 0)
    for (let i = from; i < size; i++) {
      const no = nos[i] as number
      if (all > 0) signals.entities[i] = this.rarityMentionedNear(no) / Math.max(1, all)
      if (this.asksName) signals.names[i] = Math.min(MOST_NAMES, this.newNamesIn(no))
    }
  }

  /**
   * Further candidates (second hop): up to `most` documents that mention an entity which the top candidates mention and
   * the query does not. `best`: numbers of the top candidates, best first.
   */
  expand(best: readonly number[], most: number, isCandidate: (no: number) => boolean): number[] {
    const found = new Set<number>()
    for (const [key] of [...this.linkingEntities(best)].sort(
      ([, [a]], [, [b]]) => (b as Source).weight - (a as Source).weight,
    )) {
      for (const no of this.view.documentsOf(key)) {
        if (found.size === most) return [...found]
        if (!isCandidate(no)) found.add(no)
      }
    }
    return [...found]
  }

  /** Fills in `hop` of all candidates. */
  measureHops(best: readonly number[], { size, nos, signals }: Candidates): void {
    const linking = new Map<number, Source[]>()
    for (const [key, sources] of this.linkingEntities(best))
      for (const entity of this.index.keyed(key)) linking.set(entity, sources)
    for (let i = 0; linking.size > 0 && i < size; i++) {
      const no = nos[i] as number
      let hop = 0
      for (const entity of this.index.of(no)) {
        const sources = linking.get(entity)
        if (sources)
          for (const { from, weight } of sources)
            if (weight > hop && from !== no && !this.catalog.linked(no).includes(from)) hop = weight
      }
      signals.hop[i] = hop
    }
  }

  /** The proper names in the query that a text, or its evidence, mentions or that belong to its speaker; as keys. */
  queryNamesIn(no: number): string[] {
    const name = this.catalog.get(no)?.name
    const speaker = name === undefined ? undefined : this.keyOf(name)
    return this.proper
      .filter(
        ({ key, documents }) =>
          key === speaker || documents.has(no) || this.catalog.linked(no).some((one) => documents.has(one)),
      )
      .map(({ key }) => key)
  }

  /** Summed rarity of the query's entities that the text, its evidence or a neighbouring message mentions. */
  private rarityMentionedNear(no: number): number {
    const { catalog } = this
    const [previous, next, linked] = [catalog.previous(no)?.no, catalog.next(no)?.no, catalog.linked(no)]
    let sum = 0
    for (const { documents, rarity } of this.mentioned) {
      const isNear =
        documents.has(no) ||
        (previous !== undefined && documents.has(previous)) ||
        (next !== undefined && documents.has(next)) ||
        linked.some((one) => documents.has(one))
      if (isNear) sum += rarity
    }
    return sum
  }

  /** Summed rarity of the proper names in a text that the query does not contain. */
  private newNamesIn(no: number): number {
    let sum = 0
    for (const entity of this.index.of(no)) {
      let rarity = this.newNameRarity.get(entity)
      if (rarity === undefined) {
        const key = this.newKey(entity)
        rarity = key === undefined || this.index.isKin(key) ? 0 : this.view.rarity(key)
        this.newNameRarity.set(entity, rarity)
      }
      sum += rarity
    }
    return sum
  }

  /** The entities that the top candidates mention and the query does not, by key, with their sources, best first. */
  private linkingEntities(best: readonly number[]): Map<string, Source[]> {
    const linking = new Map<string, Source[]>()
    best.forEach((no, rank) => {
      const keys = new Set(
        [no, ...this.catalog.linked(no)].flatMap((one) =>
          this.index.of(one).flatMap((entity) => this.newKey(entity) ?? []),
        ),
      )
      for (const key of keys)
        linking.set(key, [
          ...(linking.get(key) ?? []),
          { from: no, weight: (DECAY / (DECAY + rank)) * this.view.rarity(key) },
        ])
    })
    return linking
  }

  private keyOf(name: string): string {
    let key = this.keys.get(name)
    if (key === undefined) this.keys.set(name, (key = entityKey(name)))
    return key
  }

  /** The entity's key, unless the query mentions it or it is a speaker. */
  private newKey(entity: number): string | undefined {
    const key = this.index.get(entity)?.key
    return key === undefined || this.queryKeys.has(key) || this.speakers.has(key) ? undefined : key
  }
}
