import type { LoadProgress } from 'locket-memory'
import type { Ui } from '../ui.js'
import type { ModelChoice } from './choice.js'

/** What the visitor would call a model. */
export function modelName({ t }: Ui, choice: ModelChoice): string {
  switch (choice.kind) {
    case 'web-llm':
      return choice.model
    case 'wllama':
      return choice.address === '' ? t.modelKinds.wllama : choice.address.slice(choice.address.lastIndexOf('/') + 1)
    case 'openai':
      return choice.model
    default:
      return t.modelKinds[choice.kind]
  }
}

export function loadedText({ t, format }: Ui, { item, loaded, total }: LoadProgress): string {
  // Some tell bytes, some a share.
  if (total === undefined) return `${item} · ${format.bytes(loaded)}`
  return `${item} · ${total <= 1 ? format.percent(loaded / total) : t.loadedOf(format.bytes(loaded), format.bytes(total))}`
}

/** How the chosen model is, in a sentence. */
export function stateText(ui: Ui): string {
  const { t } = ui
  const { state, progress, problem, lacking } = ui.session.models
  if (lacking) return t.modelLacks[lacking]
  if (state === 'failed') return `${t.modelStatesLong.failed} ${reasonText(ui, problem ?? '')}`
  if (state === 'loading' && progress) return `${t.modelStatesLong.loading} ${loadedText(ui, progress)}`
  return t.modelStatesLong[state]
}

/** A library's reason, in the visitor's language where it is one that is known, as a sentence. */
export function reasonText({ t }: Ui, reason: string): string {
  const known = t.modelReasons[reason.replace(/\.$/, '')]
  if (known !== undefined) return known
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.。！？?!]$/.test(reason) ? '' : '.')
}
