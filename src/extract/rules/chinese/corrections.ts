import { replacedIn } from '../corrections.js'
import type { Draft } from '../draft.js'
import { CORRECTIONS, FORGETTABLE } from './correction-table.js'

/** Whether a sentence corrects what was said before, rather than reports a change. */
export const isCorrective = (sentence: string): boolean => CORRECTIONS.opening.pattern.test(sentence)

/** A corrected statement in plain words: 不对，我是说我姐姐住在台州 becomes 更正，我姐姐住在台州. */
export function statementMeant(sentence: string): string {
  const content = sentence.replace(CORRECTIONS.opening.pattern, '')
  return CORRECTIONS.meantStatement.pattern.test(content)
    ? `更正，${content.replace(CORRECTIONS.meantStatement.pattern, '')}`
    : sentence
}

/** 不对，我是说杭州: applied to the speaker's last fact, `before`. */
export function readCorrection(sentence: string, before: Draft | undefined): Draft | undefined {
  const content = sentence.replace(CORRECTIONS.opening.pattern, '')
  const match =
    content === sentence && !/^我(?:是说|说的是|的意思是)|^不是/u.test(content)
      ? null
      : (CORRECTIONS.meant.pattern.exec(content) ?? CORRECTIONS.notBut.pattern.exec(content))
  if (!match || !before) return undefined
  const { value, previous } = match.groups as { value: string; previous?: string }
  const wrong = previous ?? CORRECTIONS.nameOf.pattern.exec(before.value)?.groups?.['name'] ?? before.value
  const at = before.text.lastIndexOf(wrong)
  if (at < 0 || wrong === '' || /^[我你您他她它咱这那]/u.test(value)) return undefined
  return {
    ...before,
    text: before.text.slice(0, at) + value + before.text.slice(at + wrong.length),
    ...replacedIn(before.value, wrong, value),
    mode: 'correct',
  }
}

/**
 * A request to forget: 别记我的地址了 (forget my address) yields `draft`, 忘掉我住在北京这件事 (forget that I live in Beijing)
 * yields the statement to be forgotten as `inner`.
 */
export function readForget(
  sentence: string,
  label: string,
  key: string,
): { draft?: Draft; inner?: string } | undefined {
  const what = (CORRECTIONS.takeAway.pattern.exec(sentence) ?? CORRECTIONS.forget.pattern.exec(sentence))?.groups?.[
    'what'
  ]
  const noun = what === undefined ? undefined : CORRECTIONS.noun.pattern.exec(what)?.groups?.['noun']
  if (what === undefined) return undefined
  if (noun)
    return {
      draft: {
        text: `${label}希望忘掉自己的${noun}`,
        attribute: FORGETTABLE.find(({ pattern }) => pattern.test(noun))?.attribute ?? `detail:${noun}`,
        value: '',
        subject: key,
        mode: 'retract',
      },
    }
  return /^我(?!的|们的)/u.test(what) ? { inner: what } : undefined
}
