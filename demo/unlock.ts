import { indexedDbStore } from 'locket-memory'
import { createConfirm } from './confirm.js'
import { el } from './dom.js'
import type { Translation } from './i18n/index.js'
import { lock, onLockNews } from './lock.js'
import type { AskPassphrase } from './memory.js'
import { NAME } from './scope.js'
import { forgetTries, waitBeforeTry } from './tries.js'
import { describe } from './ui.js'

/** A modal question for the passphrase. The only other way is to delete everything. */
export function askPassphrase(t: Translation, wrong: boolean): ReturnType<AskPassphrase> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const confirm = createConfirm(t)
    const title = el('h1', { id: 'unlock-title' }, t.locked)
    const problem = el('p', { id: 'unlock-problem', class: 'problem', role: 'alert' }, wrong && t.wrongPassphrase)
    // It has no name: a form puts into an address only what has one.
    const input = el('input', {
      id: 'passphrase',
      type: 'password',
      autocomplete: 'current-password',
      required: true,
      autofocus: true,
      'aria-describedby': problem.id,
      'aria-invalid': wrong ? 'true' : undefined,
    })
    const button = el('button', { type: 'submit', class: 'primary' }, t.unlock)
    const form = el(
      'form',
      { class: 'line', onsubmit: submit },
      el('label', { for: input.id }, t.passphrase),
      input,
      problem,
      button,
    )
    const element = el(
      'dialog',
      // Escape, which cannot always be kept from closing it, leads nowhere.
      {
        class: 'confirm unlock',
        'aria-labelledby': title.id,
        onclose: () => over.signal.aborted || element.showModal(),
      },
      title,
      el('p', { class: 'hint' }, t.lockedBody),
      form,
      el(
        'section',
        { class: 'danger-zone' },
        el('p', { class: 'hint' }, t.forgotten),
        el('button', { class: 'danger', onclick: () => void startAnew() }, t.startAnew),
      ),
    )

    function submit(event: SubmitEvent): void {
      event.preventDefault()
      if (waitBeforeTry() === 0) end(input.value)
    }

    function showWait(): void {
      const wait = waitBeforeTry()
      button.disabled = wait > 0
      button.textContent = wait > 0 ? t.waitToTry(Math.ceil(wait / 1000)) : t.unlock
      if (wait > 0 && !over.signal.aborted) setTimeout(showWait, 500)
    }

    async function startAnew(): Promise<void> {
      if (!(await confirm.ask({ title: t.confirmDeleteAll, body: t.startAnewNote, yes: t.deleteAll }))) return
      try {
        await indexedDbStore(NAME).destroy()
        forgetTries()
        // All tabs and workers find an empty store.
        lock()
      } catch (error) {
        problem.textContent = describe(t, error)
      }
    }

    function end(passphrase?: string): void {
      over.abort()
      element.close()
      element.remove()
      confirm.element.remove()
      resolve(passphrase)
    }

    // Another tab may have opened the memory, which this one then shares.
    onLockNews(() => end(), over.signal)
    document.body.append(element, confirm.element)
    element.showModal()
    showWait()
  })
}
