import type { ExtractionMessage } from '../extractor.js'

/** A message, or a window of one that is too long to be shown whole. */
export interface Piece {
  message: ExtractionMessage
  start: number
  end: number
}

type Count = (text: string) => Promise<number>

/** Tokens for the number, day and speaker before each text. */
const HEAD = 20
/** Of a window, what the next one repeats, so that a statement over two sentences is whole in one of them. */
const OVERLAP = 0.15
/** In characters. Shorter texts are not cut. */
export const SHORTEST = 120

export const textOf = ({ message, start, end }: Piece): string => message.text.slice(start, end)
export const wholeMessage = (message: ExtractionMessage): Piece => ({ message, start: 0, end: message.text.length })

/**
 * The messages in chunks of at most `budget` tokens, in order and with nothing left out; a message that is longer by
 * itself is cut into windows, each a chunk of its own.
 */
export async function pack(pieces: readonly Piece[], budget: number, count: Count): Promise<Piece[][]> {
  const chunks: Piece[][] = []
  let current: Piece[] = []
  let used = 0
  const close = (): void => {
    if (current.length > 0) chunks.push(current)
    current = []
    used = 0
  }
  for (const piece of pieces) {
    const tokens = HEAD + (await count(textOf(piece)))
    if (tokens > budget) {
      close()
      chunks.push(...(await windows(piece, budget, tokens, count)).map((window) => [window]))
      continue
    }
    if (used + tokens > budget) close()
    current.push(piece)
    used += tokens
  }
  close()
  return chunks
}

async function windows(piece: Piece, budget: number, tokens: number, count: Count): Promise<Piece[]> {
  const length = piece.end - piece.start
  if (length < SHORTEST) return [piece]
  const size = Math.max(SHORTEST / 2, Math.floor((length * Math.max(1, budget - HEAD)) / tokens))
  const found: Piece[] = []
  for (const window of cut(piece, size)) {
    // Digits and rare words take more tokens than the rest of their message.
    const own = HEAD + (await count(textOf(window)))
    if (own > budget && window.end - window.start < length) found.push(...(await windows(window, budget, own, count)))
    else found.push(window)
  }
  return found
}

/** Two windows of a piece, where it is long enough for that. */
export function halve(piece: Piece): Piece[] | undefined {
  const length = piece.end - piece.start
  return length < SHORTEST ? undefined : cut(piece, Math.ceil(length * 0.6))
}

/** Windows of at most `size` characters that end where a sentence does, as far as there is one. */
export function cut(piece: Piece, size: number): Piece[] {
  const { message, start, end } = piece
  const found: Piece[] = []
  for (let from = start; ;) {
    const to = from + size >= end ? end : boundary(message.text, from + Math.ceil(size / 2), from + size)
    found.push({ message, start: from, end: to })
    if (to >= end) return found
    const back = Math.max(from + 1, to - Math.floor(size * OVERLAP))
    from = Math.min(to, sentenceStart(message.text, back, to))
  }
}

const SENTENCE_END = /^[.!?。！？…\n](?=["”’」』)）\]\s]|[\p{Script=Han}]|$)/u

/** After the last end of a sentence within, else after the last space, else at `high`; never inside a character. */
function boundary(text: string, low: number, high: number): number {
  for (const isEnd of [
    (at: number) => SENTENCE_END.test(text.slice(at - 1, at + 1)),
    (at: number) => /\s/.test(text[at - 1] as string),
  ])
    for (let at = high; at > low; at--) if (isEnd(at)) return at
  return isInside(text, high) ? high - 1 : high
}

function sentenceStart(text: string, low: number, high: number): number {
  for (let at = low; at < high; at++) if (SENTENCE_END.test(text.slice(at - 1, at + 1))) return at
  return isInside(text, low) ? low + 1 : low
}

const isInside = (text: string, at: number): boolean =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '')
