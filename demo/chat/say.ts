import { LocketError, type AddResult, type MessageInput } from 'locket-memory'
import { attempt, type Ui } from '../ui.js'

/**
 * Adds what the visitor said. Resolves as soon as it is durable, to its id, or to undefined while recording is paused; to false when
 * it could not be stored. What it means for the memory is told to the session's effects when it is known: rules are waited for,
 * a language model works in the background.
 */
export async function say(ui: Ui, text: string): Promise<string | undefined | false> {
  const { memory, effects, drawing, models } = ui.session
  const wait = models.state === 'rules'
  // An id of its own tells a repetition from a message sent again.
  const id = crypto.randomUUID()
  let stop = () => {}
  const seen = new Promise<string>((resolve) => {
    stop = memory.subscribe((event) => event.type === 'change' && event.messages.includes(id) && resolve(id))
  })
  const adding = attempt(ui, () => add(ui, { id, role: 'user', content: text }, wait)).finally(stop)
  const told = adding.then((result) => {
    if (result) effects.tell(id, result.results)
    if (result && result.report.rejected.echo > 0) effects.tellEcho(id)
    if (result && result.report.secrets.length > 0) ui.notify({ text: ui.t.secretsMasked })
    if (!wait && result?.job !== undefined) drawing.expect(result.job, id)
    return result ? result.messages[0]?.id : false
  })
  return Promise.race([seen, told])
}

/** A worker that ended meanwhile leaves open whether it was stored: said again with the same id, it is stored once. */
async function add(
  { session: { memory }, settings: { review } }: Ui,
  message: MessageInput,
  wait: boolean,
): Promise<AddResult> {
  try {
    return await memory.add(message, { review, wait })
  } catch (error) {
    if (!(error instanceof LocketError) || error.code !== 'DISCONNECTED') throw error
    return memory.add(message, { review, wait })
  }
}
