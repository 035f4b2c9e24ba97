import type { Candidates } from './candidates.js'

/** The candidates from one conversation. */
export interface Conversation {
  /** Positions of its messages, by falling base value. */
  positions: number[]
  /** Highest base value among them. */
  bestValue: number
}

/** By session number. Messages only: a fact would count its source message twice. */
export function conversationsOf({ texts, baseValues }: Candidates): Map<number, Conversation> {
  const conversations = new Map<number, Conversation>()
  texts.forEach(({ session }, position) => {
    if (session === undefined) return
    const known = conversations.get(session)
    if (known) known.positions.push(position)
    else conversations.set(session, { positions: [position], bestValue: 0 })
  })
  for (const one of conversations.values()) {
    one.positions.sort((a, b) => Math.sign((baseValues[b] as number) - (baseValues[a] as number)))
    one.bestValue = baseValues[one.positions[0] as number] as number
  }
  return conversations
}
