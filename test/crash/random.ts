import { seeded } from '../../bench/seeded.js'

/** Numbers from 0 to 1, the same ones for the same seed, and what is made of them. */
export class Random {
  readonly next: () => number

  constructor(seed: number) {
    this.next = seeded(seed)
  }

  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)]
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((one) => ({ one, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one)
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let at = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    return (entries.find(([, weight]) => (at -= weight) < 0) ?? entries[0])?.[0] as K
  }

  /** Another sequence, which follows from this one. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 4_294_967_296))
  }
}
