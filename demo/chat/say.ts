import { attempt, type Ui } from '../ui.js'

/**
 * Adds what the visitor said. Resolves as soon as it is durable, to its id, or to undefined while recording is paused; to false when
 * it could not be stored. What it means for the memory is told to the session's effects when it is known.
 */
export async function say(ui: Ui, text: string): Promise<string | undefined | false> {
  const { memory, effects, paused } = ui.session
  // An id of its own tells a repetition from a message sent again.
  const id = crypto.randomUUID()
  let stop = () => {}
  const seen = new Promise<true>((resolve) => {
    stop = memory.subscribe((event) => event.type === 'change' && event.messages.includes(id) && resolve(true))
  })
  const adding = attempt(ui, () => memory.add({ id, role: 'user', content: text }, { review: ui.settings.review })).finally(stop)
  const told = adding.then((result) => {
    if (result) effects.tell(id, result.results)
    if (result && result.report.rejected.echo > 0) effects.tellEcho(id)
    return result !== undefined
  })
  if (!(await Promise.race([seen, told]))) return false
  return paused ? undefined : id
}
