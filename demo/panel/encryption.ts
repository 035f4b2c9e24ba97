import { LocketError, Memory } from 'locket-memory'
import { choice } from '../choices.js'
import { el } from '../dom.js'
import { lock } from '../lock.js'
import { focusUndo } from '../notice.js'
import { encrypt } from '../session.js'
import { NAME, SCOPE } from '../scope.js'
import { IDLE_LOCKS } from '../settings.js'
import { countWrongTry, forgetTries, waitBeforeTry } from '../tries.js'
import { attempt, type Ui } from '../ui.js'
import { check, line } from './fields.js'

/** Where the visitor encrypts the memory, changes its passphrase and locks it. */
export function createEncryption(ui: Ui): HTMLElement {
  const { t, session, signal } = ui
  const element = el('section', { class: 'settings', id: 'encryption' })

  function render(): void {
    element.replaceChildren(el('h2', {}, t.encryption), ...(session.encrypted ? encrypted(ui) : plain(ui)))
  }

  document.addEventListener('encryption', render, { signal })
  render()
  return element
}

function plain(ui: Ui): HTMLElement[] {
  const { t } = ui
  const state = stateView(t.notEncrypted, false)
  if (!isSecureContext) return [state, el('p', { class: 'hint' }, t.encryptionUnavailable)]
  const form = passphraseForm(ui, {
    label: t.encrypt,
    busy: t.encrypting,
    done: t.encryptedNow,
    run: (passphrase) => encrypt(ui.session, passphrase),
  })
  return [state, el('p', { class: 'hint' }, t.encryptionHint), el('p', {}, t.passphraseWarning), form]
}

function encrypted(ui: Ui): HTMLElement[] {
  const { t, session } = ui
  const reencrypt = check('reencrypt', t.reencrypt, t.reencryptHint, false)
  const run = (passphrase: string) => session.memory.changeKey({ passphrase }, { reencrypt: reencrypt.input.checked })
  return [
    el(
      'div',
      { class: 'setting' },
      stateView(t.encrypted, true),
      el('button', { onclick: lock, title: t.lockHint }, t.lock),
    ),
    el('p', { class: 'hint' }, t.encryptedHint),
    line(
      t.idleLock,
      choice('idle-lock', IDLE_LOCKS, t.idleLocks, ui.settings.idleLock, (idleLock) => ui.change({ idleLock })),
      t.idleLockHint,
    ),
    el(
      'details',
      {},
      el('summary', {}, t.changePassphrase),
      el('p', { class: 'hint' }, t.passphraseWarning),
      passphraseForm(
        ui,
        { label: t.changePassphrase, busy: t.encrypting, done: t.passphraseChanged, run, asksOld: true },
        reencrypt.element,
      ),
    ),
  ]
}

const stateView = (text: string, on: boolean): HTMLElement =>
  el('p', { class: `recording state${on ? '' : ' off'}` }, el('span', { class: 'dot', 'aria-hidden': 'true' }), text)

interface Task {
  label: string
  busy: string
  done: string
  run(passphrase: string): Promise<void>
  /** Whoever finds the page open must not be able to change the passphrase. */
  asksOld?: boolean
}

/** Whether the store opens with it: what is open already takes no passphrase. */
async function opensWith(passphrase: string): Promise<boolean> {
  try {
    const memory = await Memory.open({ name: NAME, scope: SCOPE, encryption: { passphrase } })
    await memory.close()
    forgetTries()
    return true
  } catch (error) {
    if (!(error instanceof LocketError) || error.code !== 'WRONG_KEY') throw error
    countWrongTry()
    return false
  }
}

/** A new passphrase, typed twice: nobody sees what is mistyped. */
function passphraseForm(ui: Ui, { label, busy, done, run, asksOld }: Task, more?: HTMLElement): HTMLElement {
  const { t } = ui
  const typed = (id: string) => el('input', { id, type: 'password', autocomplete: 'new-password', required: true })
  const [once, again] = [typed('new-passphrase'), typed('new-passphrase-again')]
  const old =
    asksOld && el('input', { id: 'old-passphrase', type: 'password', autocomplete: 'current-password', required: true })
  const problem = el('p', { class: 'problem', role: 'alert' })
  const button = el('button', { type: 'submit', class: 'primary' }, label)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const passphrase = once.value
    const differ = passphrase !== again.value
    problem.textContent = differ ? t.passphrasesDiffer : ''
    if (differ) return again.focus()
    const wait = waitBeforeTry()
    if (old && wait > 0) {
      problem.textContent = t.waitToTry(Math.ceil(wait / 1000))
      return
    }
    button.disabled = true
    ui.announce(busy)
    if (old) {
      const right = await attempt(ui, () => opensWith(old.value))
      if (!right) {
        button.disabled = false
        problem.textContent = right === false ? t.wrongPassphrase : ''
        return old.focus()
      }
    }
    button.textContent = busy
    const succeeded = await attempt(ui, () => run(passphrase).then(() => true))
    button.disabled = false
    button.textContent = label
    if (!succeeded) return
    form.reset()
    ui.notify({ text: done })
    focusUndo()
  }

  const form = el(
    'form',
    { class: 'ways', onsubmit: (event: SubmitEvent) => void submit(event) },
    old && line(t.oldPassphrase, old),
    line(t.newPassphrase, once, t.passphraseHint),
    line(t.passphraseAgain, again),
    more,
    problem,
    el('div', { class: 'buttons' }, button),
  )
  return form
}
