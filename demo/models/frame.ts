import { wrap, type Remote } from 'comlink'
import { LanguageModelError } from 'locket-memory'
import type { Room } from './room.js'

const PATIENCE_MS = 15_000

let opening: Promise<Remote<Room>> | undefined

/** The frame that language models live in, made when it is first wanted: whoever wants none does not load it. */
export function openRoom(): Promise<Remote<Room>> {
  opening ??= open()
  opening.catch(() => (opening = undefined))
  return opening
}

async function open(): Promise<Remote<Room>> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = `${import.meta.env.BASE_URL}models.html`
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const { port1, port2 } = new MessageChannel()
  frame.contentWindow?.postMessage('room', location.origin, [port2])
  const room = wrap<Room>(port1)
  // A frame that could not be loaded says nothing.
  const silent = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new LanguageModelError('MODEL_UNAVAILABLE', 'What runs language models could not be loaded.', { hint: 'Check that this page is reachable, and load it again.' })), PATIENCE_MS),
  )
  await Promise.race([room.ready(), silent]).catch((error: unknown) => {
    frame.remove()
    throw error
  })
  return room
}
