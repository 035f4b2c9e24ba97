import type { Candidates } from './candidates.js'

/** What a conversation is worth by its messages among the candidates. */
export interface Conversation {
  /** Their places, the best first. */
  places: number[]
  /** What the very best is worth. */
  best: number
}

/** By session. Facts do not vouch for a conversation beside the very messages that they were drawn from. */
export function conversationsOf({ texts, worth }: Candidates): Map<number, Conversation> {
  const conversations = new Map<number, Conversation>()
  texts.forEach(({ session }, place) => {
    if (session === undefined) return
    const known = conversations.get(session)
    if (known) known.places.push(place)
    else conversations.set(session, { places: [place], best: 0 })
  })
  for (const one of conversations.values()) {
    one.places.sort((a, b) => Math.sign((worth[b] as number) - (worth[a] as number)))
    one.best = worth[one.places[0] as number] as number
  }
  return conversations
}
