import { pattern } from '../pattern.js'
import { isEnglishStopWord } from '../english.js'
import { fold } from '../fold.js'
import type { Findings } from './found.js'

// The length is bounded: an opening mark without a closing one nearby is not a quotation.
const QUOTED = pattern('gu')`
  “([^“”\n]{2,80})”
  |(?<![\p{L}\p{N}])"([^"\n]{2,80})"(?![\p{L}\p{N}])
  |「([^「」\n]{2,60})」|『([^『』\n]{2,60})』|\x60([^\x60\n]{2,60})\x60
`
const BOOK_MARKS = /《([^《》\n]{1,60})》/gu
/** Title case: every word is capitalised but small ones ("of", "the"). */
const TITLE_CASE = pattern('u')`
  ^(?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’.&-]*|a|an|the|of|in|on|at|to|and|or|for|from|with|by|de|la|le|du)
  (?:
    [\s,:!?]+
    (?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’.&-]*|a|an|the|of|in|on|at|to|and|or|for|from|with|by|de|la|le|du)
  )*[!?]?$
`
const MOST_WORDS = 8
const SENTENCE_END = /[.!?。！？…,，]\s*$/u

/**
 * Finds titles and quoted terms, but not whole sentences in quotation marks, which are speech. Returns their positions.
 */
export function findQuoted(text: string, findings: Findings): { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = []
  for (const { 0: match, 1: title, index } of text.matchAll(BOOK_MARKS)) {
    findings.add(title as string, 'work')
    stretches.push({ start: index, end: index + match.length })
  }
  for (const match of text.matchAll(QUOTED)) {
    const inner =
      match
        .slice(1)
        .find((group) => group !== undefined)
        ?.trim() ?? ''
    const title = TITLE_CASE.test(inner) && /\p{Lu}/u.test(inner)
    if (
      !/[\p{L}\p{N}]/u.test(inner) ||
      fold(inner)
        .split(/[^\p{L}\p{N}']+/u)
        .every((word) => word === '' || isEnglishStopWord(word.replace("'", ''))) ||
      inner.split(/\s+/).length > MOST_WORDS ||
      (SENTENCE_END.test(inner) && !title)
    )
      continue
    findings.add(inner, title ? 'work' : 'quoted')
    stretches.push({ start: match.index, end: match.index + match[0].length })
  }
  return stretches.sort((a, b) => a.start - b.start)
}
