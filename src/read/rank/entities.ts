import type { ReadSource } from '../read-source.js'
import type { EntityIndex, EntityView, NamedInText } from '../../index/entities/entity-index.js'
import type { Catalog } from '../../index/catalog.js'
import { asksName } from '../../language/asks-name.js'
import { entityKey } from '../../language/entities/key.js'
import type { Scope } from '../../values/scope.js'
import type { Candidates } from './candidates.js'

/** How much less an entity of a text further down is worth: a half at the fourth place, a quarter at the tenth. */
const DECAY = 3
/** Names of a text that count. */
const MOST_NAMES = 2

interface Following {
  /** The text that names it. */
  from: number
  weight: number
}

/** Undefined where nothing is noted of whom and what texts speak of. */
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

/** Whom and what the query and the candidates speak of. */
export class Entities {
  private readonly view: EntityView
  private readonly speakers: ReadonlySet<string>
  /** Of the query, those that speak apart: who says something has signals of its own. */
  private readonly asked: readonly NamedInText[]
  /** No relatives: "my sister's boss" is one person, and neither of two. */
  private readonly proper: readonly NamedInText[]
  private readonly known: ReadonlySet<string>
  private readonly asksName: boolean
  /** By the number of an entity: what it tells that a text names it. */
  private readonly news = new Map<number, number>()
  /** Keys of those who say the texts, by their names. */
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
    this.asked = named.filter(({ key }) => !this.speakers.has(key))
    this.proper = named.filter(({ key }) => !index.isKin(key))
    this.known = new Set(named.map(({ key }) => key))
    this.asksName = asksName(query)
  }

  /** Fills in `entities` and `names`, of the candidates from a place on. */
  measure({ size, nos, signals }: Candidates, from: number): void {
    const all = this.asked.reduce((sum, { rarity }) => sum + rarity, 0)
    for (let i = from; i < size; i++) {
      const no = nos[i] as number
      if (all > 0) signals.entities[i] = this.spokenOfNear(no) / Math.max(1, all)
      if (this.asksName) signals.names[i] = Math.min(MOST_NAMES, this.namesIn(no))
    }
  }

  /**
   * What else speaks of what the best speak of and the query does not, at most so many. `best`: document numbers, the
   * best first.
   */
  second(best: readonly number[], most: number, isCandidate: (no: number) => boolean): number[] {
    const found = new Set<number>()
    for (const [key] of [...this.followed(best)].sort(
      ([, [a]], [, [b]]) => (b as Following).weight - (a as Following).weight,
    )) {
      for (const no of this.view.documentsOf(key)) {
        if (found.size === most) return [...found]
        if (!isCandidate(no)) found.add(no)
      }
    }
    return [...found]
  }

  /** Fills in `hop`. */
  follow(best: readonly number[], { size, nos, signals }: Candidates): void {
    const followed = new Map<number, Following[]>()
    for (const [key, following] of this.followed(best))
      for (const entity of this.index.keyed(key)) followed.set(entity, following)
    for (let i = 0; followed.size > 0 && i < size; i++) {
      const no = nos[i] as number
      let hop = 0
      for (const entity of this.index.of(no)) {
        const following = followed.get(entity)
        if (following)
          for (const { from, weight } of following)
            if (weight > hop && from !== no && !this.catalog.linked(no).includes(from)) hop = weight
      }
      signals.hop[i] = hop
    }
  }

  /** Of whom and what the query calls by a name of their own, what the text speaks of or who says it. */
  about(no: number): string[] {
    const name = this.catalog.get(no)?.name
    const speaker = name === undefined ? undefined : this.keyOf(name)
    return this.proper
      .filter(
        ({ key, documents }) =>
          key === speaker || documents.has(no) || this.catalog.linked(no).some((one) => documents.has(one)),
      )
      .map(({ key }) => key)
  }

  /** Rarity of what the query names and the text speaks of, or one linked to it, or the message before or after it. */
  private spokenOfNear(no: number): number {
    const { catalog } = this
    const [previous, next, linked] = [catalog.previous(no)?.no, catalog.next(no)?.no, catalog.linked(no)]
    let sum = 0
    for (const { documents, rarity } of this.asked) {
      const isNear =
        documents.has(no) ||
        (previous !== undefined && documents.has(previous)) ||
        (next !== undefined && documents.has(next)) ||
        linked.some((one) => documents.has(one))
      if (isNear) sum += rarity
    }
    return sum
  }

  /** Rarity of the names in the text that the query has not, relatives apart. */
  private namesIn(no: number): number {
    let sum = 0
    for (const entity of this.index.of(no)) {
      let news = this.news.get(entity)
      if (news === undefined) {
        const key = this.newKey(entity)
        this.news.set(entity, (news = key === undefined || this.index.isKin(key) ? 0 : this.view.rarity(key)))
      }
      sum += news
    }
    return sum
  }

  /** What the best name that the query does not, each with the texts that do, the best first. */
  private followed(best: readonly number[]): Map<string, Following[]> {
    const followed = new Map<string, Following[]>()
    best.forEach((no, place) => {
      const keys = new Set(
        [no, ...this.catalog.linked(no)].flatMap((one) =>
          this.index.of(one).flatMap((entity) => this.newKey(entity) ?? []),
        ),
      )
      for (const key of keys)
        followed.set(key, [
          ...(followed.get(key) ?? []),
          { from: no, weight: (DECAY / (DECAY + place)) * this.view.rarity(key) },
        ])
    })
    return followed
  }

  private keyOf(name: string): string {
    let key = this.keys.get(name)
    if (key === undefined) this.keys.set(name, (key = entityKey(name)))
    return key
  }

  /** Its name, where it is one that the query has not, and of nobody who speaks. */
  private newKey(entity: number): string | undefined {
    const key = this.index.get(entity)?.key
    return key === undefined || this.known.has(key) || this.speakers.has(key) ? undefined : key
  }
}
