import { LocketError } from '../values/errors.js'
import type { Presence } from '../work/presence.js'
import type { Greeting } from './protocol.js'

// Who is at the other end of a port? The browser tells the origin of a message that goes to a window or a service
// worker, but not that of a message on a MessagePort: `event.origin` is '' there, whoever holds the other end. What it
// does keep apart by origin are Web Locks and BroadcastChannels. So a client takes a lock with a random name and tells
// the server that name: if the server sees the lock held, the client runs in the server's origin (and storage
// partition). Where there are no Web Locks, as on plain http, the client answers on a BroadcastChannel of that name
// instead.

/** How long a client without Web Locks may take to answer on its channel, in ms. */
const ANSWER_MS = 10_000
const REPEAT_MS = 100

/**
 * First part of the names of the locks. A memory and a model have different ones: somebody who serves a model learns
 * the names of its clients' locks, and must not pass for such a client where a memory is served.
 */
export const presenceName = ({ locket }: Greeting): string => (locket === 'connect' ? 'worker' : 'model')

/** Whether the client that sent the name of its lock runs in this origin. */
export async function isSameOrigin(presence: Presence, greeting: Greeting, clientLock: string): Promise<boolean> {
  const lock = presence.lockOf(clientLock)
  const channel = channelName(greeting, clientLock)
  if (!lock) return answersOnChannel(channel)
  try {
    // Not by requesting the lock: of two servers that request it at once, one would take the other for the client.
    const { held = [] } = await lock.locks.query()
    return held.some(({ name }) => name === lock.name)
  } catch {
    return answersOnChannel(channel)
  }
}

/** Lets a server of this origin verify it where there are no Web Locks. The function returned ends it. */
export function answerOnChannel(presence: Presence, greeting: Greeting, lock: string): () => void {
  if (presence.lockOf(lock)) return () => undefined
  const channel = openChannel(channelName(greeting, lock))
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'who') channel.postMessage('here')
  })
  return () => channel?.close()
}

const channelName = (greeting: Greeting, lock: string): string => `locket:${presenceName(greeting)}:origin:${lock}`

async function answersOnChannel(name: string): Promise<boolean> {
  const channel = openChannel(name)
  if (!channel) return false
  let repeat: ReturnType<typeof setInterval> | undefined
  let end: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<boolean>((resolve) => {
      channel.addEventListener('message', ({ data }) => data === 'here' && resolve(true))
      // Again and again: a channel may be connected later than the port.
      repeat = setInterval(() => channel.postMessage('who'), REPEAT_MS)
      end = setTimeout(() => resolve(false), ANSWER_MS)
      channel.postMessage('who')
    })
  } finally {
    clearInterval(repeat)
    clearTimeout(end)
    channel.close()
  }
}

function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    // Pages whose storage is blocked, and old browsers.
    return undefined
  }
}

/** @param origin as the browser told it, if it did */
export function originRefused(origin: string): LocketError {
  const whose = origin === '' ? 'could not be shown to be of this origin' : `is of another origin, ${origin}`
  return new LocketError('ORIGIN_REFUSED', `The client ${whose}, and only clients of this origin are let in.`, {
    ...(origin === '' ? {} : { value: origin }),
    hint: 'To let it in, pass its origin where it is served: serve(memory, event, { origins, scope, allow }).',
  })
}
