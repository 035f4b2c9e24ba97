import type { OperationResult } from 'locket-memory'
import { el, spoken } from '../dom.js'
import { focusUndo } from '../notice.js'
import { attempt, type Ui } from '../ui.js'

/** A small button of a row; `about` tells screen readers which row. */
export function action(name: string, label: string, about: string, run: () => void): HTMLElement {
  return el('button', { class: 'link', 'data-action': name, onclick: run }, label, spoken(`: ${about}`))
}

/** Soft deletion: gone from every list and answer, until it is undone. */
export async function remove(ui: Ui, text: string, run: () => Promise<OperationResult>): Promise<void> {
  const done = await attempt(ui, run)
  if (!done) return
  ui.notify({ text, operationId: done.operationId })
  focusUndo()
}

/** Erasure, after a question. */
export async function erase(ui: Ui, run: () => Promise<OperationResult>): Promise<void> {
  const { t } = ui
  if (!(await ui.confirm({ title: t.confirmErase, body: t.confirmEraseBody, yes: t.erase }))) return
  if (!(await attempt(ui, run))) return
  ui.session.transcript.forgetAnswers()
  ui.notify({ text: t.erased })
  focusUndo()
}
