import { replacedIn } from '../corrections.js'
import type { Draft } from '../draft.js'
import { CORRECTIONS, FORGETTABLE } from './correction-table.js'

/** Whether a sentence corrects what was said before, rather than reports a change. */
export function isCorrective(sentence: string): boolean {
  return CORRECTIONS.opening.pattern.test(sentence) && CORRECTIONS.takesBack.pattern.test(sentence)
}

/** A corrected statement in plain words: "Sorry, I meant my sister …" becomes "correction: my sister …". */
export function statementMeant(sentence: string): string {
  const content = sentence.replace(CORRECTIONS.opening.pattern, '')
  return CORRECTIONS.meantStatement.pattern.test(content)
    ? `correction: ${content.replace(CORRECTIONS.meantStatement.pattern, '')}`
    : sentence
}

/** "No, I meant Lisbon", "sorry, it's 35 not 36": applied to the speaker's last fact, `before`. */
export function readCorrection(sentence: string, before: Draft | undefined): Draft | undefined {
  const content = sentence.replace(CORRECTIONS.opening.pattern, '').replace(/[.!]+$/, '')
  const opened = content.length !== sentence.replace(/[.!]+$/, '').length
  const match =
    (opened || /^I meant\b/i.test(content)
      ? (CORRECTIONS.meant.pattern.exec(content) ?? CORRECTIONS.notThat.pattern.exec(content))
      : null) ?? undefined
  if (!match || !before) return undefined
  const { value, previous } = match.groups as { value: string; previous?: string }
  if (
    /^(?:it|that|this|the|a|an|to|you|what|how|not|ok|okay|fine|good|I|my|we|our|he|his|she|her|they|their)\b/i.test(
      value,
    )
  )
    return undefined
  const wrong = previous ?? CORRECTIONS.nameOf.pattern.exec(before.value)?.groups?.['name'] ?? before.value
  const at = before.text.toLowerCase().lastIndexOf(wrong.toLowerCase())
  if (at < 0) return undefined
  return {
    ...before,
    text: before.text.slice(0, at) + value + before.text.slice(at + wrong.length),
    ...replacedIn(before.value, wrong, value),
    mode: 'correct',
  }
}

/**
 * A request to forget: "forget my address" yields `draft`, "don't remember that I live in Lyon" yields the statement to
 * be forgotten as `inner`.
 */
export function readForget(
  sentence: string,
  label: string,
  key: string,
): { draft?: Draft; inner?: string } | undefined {
  const match = CORRECTIONS.forget.pattern.exec(sentence.replace(/[.!]+$/, ''))
  const what = match?.groups?.['what']?.trim()
  if (
    what === undefined ||
    /^(?:it|about it|that|this|to|the (?:milk|keys)|everything|all)$/i.test(what) ||
    /^to \w+/.test(what)
  )
    return undefined
  const statement = /^(?:that )?(?<inner>(?:I|my|we) .+)$/i.exec(what)
  const noun = CORRECTIONS.ownNoun.pattern.exec(what)?.groups?.['noun']
  if (noun && !CORRECTIONS.errand.pattern.test(noun) && !/ (?:is|are|was|lives?|has|works?) /.test(` ${what} `)) {
    const attribute =
      FORGETTABLE.find(({ pattern }) => pattern.test(noun.toLowerCase()))?.attribute ?? `detail:${noun.toLowerCase()}`
    return {
      draft: {
        text: `${label} wants their ${noun} to be forgotten`,
        attribute,
        value: '',
        subject: key,
        mode: 'retract',
      },
    }
  }
  const inner = statement?.groups?.['inner']
  if (inner && !CORRECTIONS.errand.pattern.test(inner)) return { inner }
  return undefined
}
