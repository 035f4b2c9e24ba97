import { el } from '../dom.js'
import { LANGUAGES, type Language } from '../i18n/index.js'
import { loadSample, sampleMessages } from '../samples/index.js'
import { attempt, type Ui } from '../ui.js'
import { renderEffects } from './effect-chips.js'
import { markQuote, unmark } from './mark.js'
import { createSuggestions } from './suggestions.js'
import { turnView } from './turn.js'

interface Conversation {
  element: HTMLElement
  /** Says that an answer is coming, and shows it from its beginning when it is there. */
  awaitAnswer(answer: Promise<void>): void
  /** To the end, but never past what was asked last. */
  scrollToQuestion(): void
  /** Marks `quote` in it, when given. */
  reveal(messageId: string, quote?: string): Promise<void>
}

export function createConversation(ui: Ui, { onAsk }: { onAsk: (question: string) => void }): Conversation {
  const { t, format, session } = ui
  const { transcript, memory, effects } = session
  // A turn never changes, so its element is kept: an open explanation stays open.
  const views = new Map<string, HTMLElement>()
  let thinking = 0
  let empty: HTMLElement | undefined

  const list = el('ol', { class: 'turns' })
  const earlier = el('button', { class: 'quiet earlier', onclick: () => void showEarlier() }, t.earlier)
  const wait = el('p', { class: 'thinking' })
  const suggestions = createSuggestions(ui, onAsk)
  const scroller = el(
    'div',
    { class: 'conversation', tabindex: 0, role: 'log', 'aria-label': t.conversation },
    earlier,
    list,
    wait,
  )
  const element = el('div', { class: 'conversation-frame' }, scroller, suggestions.element)

  function render(): void {
    const turns = transcript.turns
    const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80
    for (const key of views.keys()) if (!turns.some((turn) => turn.key === key)) views.delete(key)
    const children: HTMLElement[] = []
    let day = ''
    for (const turn of turns) {
      const today = format.day(turn.at)
      if (today !== day) children.push(el('li', { class: 'day' }, (day = today)))
      const view = views.get(turn.key) ?? turnView(ui, turn)
      views.set(turn.key, view)
      children.push(view)
    }
    setChildren(list, children)
    for (const [key, view] of views) chips(key, view)
    earlier.hidden = !transcript.hasEarlier
    if (turns.length === 0) scroller.prepend((empty ??= emptyState()))
    else empty?.remove()
    suggestions.render(turns)
    if (atEnd) scroller.scrollTop = scroller.scrollHeight
  }

  function chips(key: string, view: HTMLElement): void {
    const chips = view.querySelector<HTMLElement>('.effects')
    if (chips) renderEffects(ui, chips, effects.of(key))
  }

  /** What comes in under a message must not push the last one out of view. */
  function renderChips(): void {
    const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80
    for (const [key, view] of views) chips(key, view)
    if (atEnd) scroller.scrollTop = scroller.scrollHeight
  }

  function awaitAnswer(answer: Promise<void>): void {
    const count = (change: 1 | -1) => {
      thinking += change
      wait.textContent = thinking > 0 ? t.thinking : ''
      scrollToQuestion()
    }
    count(1)
    void answer.finally(() => count(-1))
  }

  /** To the end, but never past what was asked: a long answer is read from its beginning. */
  function scrollToQuestion(): void {
    const asked = transcript.turns.findLast((turn) => turn.kind !== 'answer' && turn.kind !== 'reply')
    const question = asked && views.get(asked.key)
    const top = question
      ? question.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop - 16
      : Infinity
    scroller.scrollTop = Math.min(scroller.scrollHeight, top)
  }

  async function showEarlier(): Promise<void> {
    const fromEnd = scroller.scrollHeight - scroller.scrollTop
    await attempt(ui, () => transcript.loadEarlier())
    scroller.scrollTop = scroller.scrollHeight - fromEnd
    if (earlier.hidden) scroller.focus({ preventScroll: true })
  }

  async function reveal(messageId: string, quote?: string): Promise<void> {
    unmark(list)
    if (!(await attempt(ui, () => transcript.reach(messageId)))) return
    const view = views.get(messageId)
    const bubble = view?.querySelector<HTMLElement>('.bubble')
    const mark = bubble && quote !== undefined ? markQuote(bubble, quote) : undefined
    ;(mark ?? view)?.scrollIntoView({ block: 'center' })
    view?.focus({ preventScroll: true })
  }

  function emptyState(): HTMLElement {
    const button = (language: Language) =>
      el(
        'button',
        {
          class: language === document.documentElement.lang.slice(0, 2) ? 'primary' : '',
          onclick: () => void load(language),
        },
        t.loadSample[language],
      )
    return el(
      'div',
      { class: 'empty' },
      el('h2', {}, t.emptyTitle),
      el('p', {}, t.emptyBody),
      el('div', { class: 'buttons' }, ...(Object.keys(LANGUAGES) as Language[]).map(button)),
    )
  }

  async function load(language: Language): Promise<void> {
    const sample = await loadSample(language)
    const added = await attempt(ui, () =>
      memory.add(sampleMessages(sample, language), { wait: false, review: ui.settings.review }),
    )
    if (!added) return
    await transcript.refresh()
    scroller.scrollTop = scroller.scrollHeight
    ui.announce(t.sampleLoaded(sample.turns.length))
    document.querySelector<HTMLElement>('#message')?.focus()
  }

  transcript.addEventListener('change', render, { signal: ui.signal })
  effects.addEventListener('change', renderChips, { signal: ui.signal })
  render()
  // The scroller has no height before it is in the page.
  requestAnimationFrame(() => (scroller.scrollTop = scroller.scrollHeight))
  return { element, awaitAnswer, scrollToQuestion, reveal }
}

/** Sets the children, moving nothing that is in place: a moved element loses focus and is announced again. */
function setChildren(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null)
  })
}
