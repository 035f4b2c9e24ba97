import { windowEndpoint, wrap, type Remote } from 'comlink'
import { actor, type Actor } from './actor.js'

export type Realm = 'window' | 'frame' | 'dedicated worker' | 'shared worker'

/** What acts, by where it lives: each has a Memory of its own. */
const realms: Partial<Record<Realm, Actor | Remote<Actor>>> = { window: actor }

const makeWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
const makeSharedWorker = (): SharedWorker =>
  new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module' })

async function makeFrame(): Promise<Window> {
  const frame = document.createElement('iframe')
  frame.src = './frame.html'
  const ready = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
  document.body.append(frame)
  await ready
  return frame.contentWindow as Window
}

/** Has the realm do one of the things that actors do. */
async function ask<Name extends keyof Actor>(
  realm: Realm,
  name: Name,
  ...args: Parameters<Actor[Name]>
): Promise<Awaited<ReturnType<Actor[Name]>>> {
  if (realm === 'dedicated worker') realms[realm] ??= wrap<Actor>(makeWorker())
  if (realm === 'shared worker') realms[realm] ??= wrap<Actor>(makeSharedWorker().port)
  if (realm === 'frame') realms[realm] ??= wrap<Actor>(windowEndpoint(await makeFrame()))
  const method = (realms[realm] as Actor)[name] as (
    ...given: Parameters<Actor[Name]>
  ) => Promise<Awaited<ReturnType<Actor[Name]>>>
  return method(...args)
}

export type { Contents, Outcome } from './actor.js'
/** The window's own actor, and whoever else acts here. */
export const tab = { ...actor, ask }
Object.assign(globalThis, { tab })
