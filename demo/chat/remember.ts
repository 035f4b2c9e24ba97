import type { AddResult, MessageItem } from 'locket-memory'
import { attempt, type Ui } from '../ui.js'

/** Makes a memory of a typed text. Resolves to whether it was kept. */
export async function rememberText(ui: Ui, text: string): Promise<boolean> {
  const result = await attempt(ui, () =>
    ui.session.memory.add({ role: 'user', content: text }, { infer: false, wait: false }),
  )
  return report(ui, result)
}

/** Makes a memory of a stored message: its id tells Locket that it knows the message already. */
export async function rememberMessage(ui: Ui, { id, role, content, at }: MessageItem): Promise<boolean> {
  const result = await attempt(ui, () =>
    ui.session.memory.add({ id, role, content, at }, { infer: false, wait: false }),
  )
  return report(ui, result)
}

function report(ui: Ui, result: AddResult | undefined): boolean {
  if (!result) return false
  const event = result.results[0]?.event
  if (event === 'ADD') ui.notify({ text: ui.t.remembered, operationId: result.operationId })
  else ui.notify({ text: event === 'NONE' ? ui.t.alreadyRemembered : ui.t.notRecorded })
  return event !== undefined
}
