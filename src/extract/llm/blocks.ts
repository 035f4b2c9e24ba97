import type { ExtractionMessage } from '../extractor.js'
import { isHuman } from '../text/speaker.js'

/** The tags that mark data; none of them can be closed, or opened, from within. */
const TAG = /<(?=\s*\/?\s*(?:messages|earlier|memories|lately|unwanted|summary|before|fact)\b)/gi
// Marks by which models tell turns apart.
const TURN = /<(?=\|)|(?<=\|)>|\[(?=\/?INST\])|<(?=\/?(?:s|think|start_of_turn|end_of_turn)>)/gi

/** A text that cannot end its block, pass for another turn, or pass for another numbered line. */
export const asData = (text: string): string =>
  text
    .replace(TAG, '‹')
    .replace(TURN, (mark) => (mark === '<' ? '‹' : mark === '>' ? '›' : '('))
    .replace(/\s*[\r\n\u2028\u2029]+/g, '\n    ')
    .trim()

const oneLine = (text: string): string => asData(text).replace(/\s+/g, ' ')

/** A block of data; nothing where there is nothing to tell. */
export const block = (tag: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<${tag}>\n${lines.join('\n')}\n</${tag}>`

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** "Monday 2026-05-11", in the runtime's time zone: the day that the people who spoke would have called it. */
export function dayOf(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return 'unknown day'
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${WEEKDAYS[date.getDay()] as string} ${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** As the speaker is called in prompts and facts. */
export function labelOf(message: ExtractionMessage): string {
  const name = message.name
    ?.replace(/[\s[\]:<>]+/g, ' ')
    .trim()
    .slice(0, 64)
  if (name) return name
  if (isHuman(message)) return 'User'
  const role = message.role.toLowerCase()
  return role === 'tool' || role === 'function' ? 'Tool' : message.trust ? 'Document' : 'Assistant'
}

/** `prompts/parts.ts` says what it means. */
const sourceMark = ({ trust }: { trust?: 'untrusted' | undefined }): string => (trust ? ' (untrusted source)' : '')

export const messageLine = (mark: string | number, message: ExtractionMessage, text = message.text): string =>
  `[${mark}] ${dayOf(message.at)} ${labelOf(message)}${sourceMark(message)}: ${asData(text)}`
export const memoryLine = (
  number: number,
  { text, observedAt, trust }: { text: string; observedAt: number; trust?: 'untrusted' },
): string => `(${number}) ${dayOf(observedAt).split(' ')[1] ?? ''}${sourceMark({ trust })} ${oneLine(text)}`
export const listLine = (text: string): string => `- ${oneLine(text)}`
/** a, b, … z, aa: so that nobody cites them by number. */
export const letter = (index: number): string =>
  index < 26 ? String.fromCharCode(97 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26)
