import type { CatalogRow } from '../../index/catalog-row.js'
import { speakersNamed } from './speakers.js'

// "Can you recommend …", "do you remember …", "what would you suggest": these address the reader of the query and do
// not refer to earlier words of the assistant.
const ADDRESSED = new RegExp(
  [
    '\\b(?:can|could|would|will|might|do)\\s(?:you|u)\\b(?:\\s\\w+)?',
    "\\b(?:you|u)(?:['’]d|\\s(?:would|could|can|might))\\b(?:\\s\\w+)?",
    '\\bthank you\\b|\\bif you\\b',
    '[你您](?:[还還])?(?:知道|[记記]得|能|可以|[会會]|[帮幫]|[觉覺]得|认为|認為)',
  ].join('|'),
  'giu',
)
const SECOND_PERSON = /\b(?:you|your|yours|u|ur)\b|[你您]/iu
const TASK = new RegExp(
  '\\b(?:recommend\\w*|suggest\\w*|advi[cs]e|ideas?|tips|plan(?:ning)?|options?|help|best|good|' +
    'ways|how (?:should|can|could|do|would) i|should i|' +
    'looking (?:for|to)|what are some|explain|write|draft|make|translate)\\b|' +
    '推[荐薦]|建[议議]|怎[么麼]|如何|[计計][划劃]|安排|[帮幫]我|[适適]合|[写寫]',
  'iu',
)
const PAST = new RegExp(
  '\\b(?:used to|before|previous(?:ly)?|former(?:ly)?|original(?:ly)?|first|earlier|old|last time|back then|' +
    'initial(?:ly)?|ex|did|was|were|had)\\b|' +
    '以前|之前|原[来來]|[当當][时時]|曾|[过過]去|最初|一[开開]始|上次|[旧舊]|前任|第一',
  'iu',
)

/**
 * Whether the query is about earlier words of the assistant: "what did you recommend?", 你教过我什么 (what you taught me).
 */
const asksAssistant = (query: string): boolean => SECOND_PERSON.test(query.replace(ADDRESSED, ' '))

/**
 * Whether the query asks for the current state: not for the past, and not for a task ("recommend …"), for which older
 * facts matter too.
 */
export const asksForCurrentState = (query: string): boolean =>
  !PAST.test(query) && (!TASK.test(query) || asksAssistant(query))

/** Tests whether a text is from another speaker than the query asks about (`Signals.speaker`). */
export function otherSpeakerTest(query: string, texts: readonly CatalogRow[]): (text: CatalogRow) => boolean {
  const named = speakersNamed(query, new Set(texts.flatMap(({ name }) => name ?? [])))
  if (named.size > 0) return ({ name }) => name !== undefined && !named.has(name)
  const isAssistants = (text: CatalogRow): boolean => text.role === 'assistant'
  if (!texts.some(isAssistants)) return () => false
  const asksAboutAssistant = asksAssistant(query)
  return (text) => isAssistants(text) !== asksAboutAssistant
}
