/** Numbers from 0 to 1, the same ones for the same seed (mulberry32), and what is made of them. */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
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
    return list.map((one) => ({ one, at: this.next() })).sort((a, b) => a.at - b.at).map(({ one }) => one)
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
