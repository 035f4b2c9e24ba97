import { el, uniqueId } from '../dom.js'
import type { Ui } from '../ui.js'

interface ComposerOptions {
  /** Both resolve to whether the text was taken; otherwise it stays in the box. */
  onSend: (text: string) => Promise<boolean>
  onRemember: (text: string) => Promise<boolean>
}

export function createComposer(ui: Ui, { onSend, onRemember }: ComposerOptions): HTMLElement {
  const { t, session } = ui
  const hint = uniqueId('hint')
  const box = el('textarea', {
    id: 'message',
    rows: 1,
    // Firefox would put back what was typed before a reload.
    autocomplete: 'off',
    placeholder: t.placeholder,
    'aria-label': t.message,
    'aria-describedby': hint,
    enterkeyhint: 'send',
    oninput: () => (session.draft = box.value),
    onkeydown: (event: KeyboardEvent) => {
      // While an input method composes, Enter chooses a candidate.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      void submit(onSend)
    },
  })
  box.value = session.draft

  async function submit(take: (text: string) => Promise<boolean>): Promise<void> {
    const text = box.value.trim()
    box.focus()
    if (text === '') return
    box.value = session.draft = ''
    if (await take(text)) return
    box.value = session.draft = text + (box.value === '' ? '' : `\n${box.value}`)
  }

  return el(
    'form',
    {
      class: 'composer',
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault()
        void submit(onSend)
      },
    },
    box,
    el(
      'div',
      { class: 'composer-actions' },
      el('p', { id: hint, class: 'hint' }, t.sendHint),
      el(
        'button',
        { type: 'button', class: 'quiet', title: t.rememberHint, onclick: () => void submit(onRemember) },
        t.remember,
      ),
      el('button', { type: 'submit', class: 'primary' }, t.send),
    ),
  )
}
