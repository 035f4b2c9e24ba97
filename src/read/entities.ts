import type { EntityIndex, EntityView, NamedInText } from '../index/entities/entity-index.js'
import type { Catalog } from '../index/catalog.js'
import { asksName } from '../language/asks-name.js'
import { Findings } from '../language/entities/found.js'
import { entityKey } from '../language/entities/key.js'
import { findKin } from '../language/entities/kinship.js'
import type { Scope } from '../scope.js'
import type { Measurable, Signals } from './signals.js'

/** The best, whose entities are followed. */
const FOLLOWED = 10
/** How much less an entity of a text further down is worth: a half at the fourth place, a quarter at the tenth. */
const DECAY = 3
/** Candidates that a second round adds at most. */
const MOST_ADDED = 50
/** Names of a text that count. */
const MOST_NAMES = 2

/** A candidate with what it is worth as far as is known. */
interface Valued {
  no: number
  value: number
}

interface Following {
  /** The text that names it. */
  from: number
  weight: number
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
  private readonly relatives = new Map<string, boolean>()
  private readonly documents: ReadonlyMap<string, ReadonlySet<number>>

  constructor(
    index: EntityIndex,
    private readonly catalog: Catalog,
    query: string,
    named: readonly NamedInText[],
    scope: Scope,
    speakers: Iterable<string>,
  ) {
    this.view = index.view(scope)
    this.speakers = new Set(Array.from(speakers, entityKey))
    this.asked = named.filter(({ key }) => !this.speakers.has(key))
    this.proper = named.filter(({ key }) => !this.isKin(key))
    this.known = new Set(named.map(({ key }) => key))
    this.documents = new Map(named.map(({ key, nos }) => [key, new Set(nos)]))
    this.asksName = asksName(query)
  }

  /** Fills in `entities` and `names`. */
  measure(candidates: readonly Measurable[], signals: readonly Signals[]): void {
    const all = this.asked.reduce((sum, { rarity }) => sum + rarity, 0)
    candidates.forEach(({ no }, i) => {
      const measured = signals[i] as Signals
      if (all > 0) {
        const near = [...this.withLinked(no), this.catalog.previous(no)?.no, this.catalog.next(no)?.no].filter((one) => one !== undefined)
        measured.entities = this.asked.reduce((sum, { key, rarity }) => sum + (near.some((one) => this.documents.get(key)?.has(one)) ? rarity : 0), 0) / Math.max(1, all)
      }
      if (this.asksName) measured.names = Math.min(MOST_NAMES, this.newIn(no).filter((key) => !this.isKin(key)).reduce((sum, key) => sum + this.view.rarity(key), 0))
    })
  }

  /** What else speaks of what the best speak of and the query does not. */
  second(ranked: readonly Valued[], isCandidate: (no: number) => boolean): number[] {
    const found = new Set<number>()
    for (const [key] of [...this.followed(ranked)].sort(([, [a]], [, [b]]) => (b as Following).weight - (a as Following).weight)) {
      for (const no of this.view.documentsOf(key)) {
        if (found.size === MOST_ADDED) return [...found]
        if (!isCandidate(no)) found.add(no)
      }
    }
    return [...found]
  }

  /** Fills in `hop`. */
  follow(ranked: readonly Valued[], candidates: readonly Measurable[], signals: readonly Signals[]): void {
    const followed = this.followed(ranked)
    candidates.forEach(({ no }, i) => {
      const own = new Set(this.withLinked(no))
      const weights = this.newIn(no).flatMap((key) => (followed.get(key) ?? []).filter(({ from }) => !own.has(from)).map(({ weight }) => weight))
      ;(signals[i] as Signals).hop = Math.max(0, ...weights)
    })
  }

  /** Of whom and what the query calls by a name of their own, what the text speaks of or who says it. */
  about(no: number): string[] {
    const name = this.catalog.get(no)?.name
    const speaker = name === undefined ? undefined : entityKey(name)
    return this.proper.filter(({ key }) => key === speaker || this.withLinked(no).some((one) => this.documents.get(key)?.has(one))).map(({ key }) => key)
  }

  /** What the best name that the query does not, each with the texts that do, the best first. */
  private followed(ranked: readonly Valued[]): Map<string, Following[]> {
    const followed = new Map<string, Following[]>()
    ranked.slice(0, FOLLOWED).forEach(({ no }, place) => {
      for (const key of new Set(this.withLinked(no).flatMap((one) => this.newIn(one))))
        followed.set(key, [...(followed.get(key) ?? []), { from: no, weight: (DECAY / (DECAY + place)) * this.view.rarity(key) }])
    })
    return followed
  }

  private newIn(no: number): string[] {
    return this.view.keysOf(no).filter((key) => !this.known.has(key) && !this.speakers.has(key))
  }

  private withLinked(no: number): number[] {
    return [no, ...this.catalog.linked(no)]
  }

  private isKin(key: string): boolean {
    let kin = this.relatives.get(key)
    if (kin === undefined) {
      const findings = new Findings()
      findKin(/\p{Script=Han}/u.test(key) ? `我的${key}` : `my ${key}`, undefined, findings)
      this.relatives.set(key, (kin = findings.found.size > 0 || key.includes("'s ")))
    }
    return kin
  }
}
