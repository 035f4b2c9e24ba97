/** Tokens that neighbouring windows share, so that a sentence cut by one is whole in the other. */
export const WINDOW_OVERLAP = 64

export interface Window {
  /** Which text it belongs to. */
  text: number
  /** Which of the text's windows it is. */
  at: number
  /** Token ids, special tokens and prefix included. */
  ids: number[]
}

/**
 * Cuts `body` into pieces of at most `size` tokens, each sharing `overlap` with the one before; the last one ends with
 * the text. Returns the pieces, `limit` at most, and how many tokens of the text are in none of them.
 */
export function cut(
  body: readonly number[],
  size: number,
  overlap: number,
  limit: number,
): { pieces: number[][]; skipped: number } {
  const pieces: number[][] = []
  let end = 0
  do {
    const start = end === 0 ? 0 : end - overlap
    end = Math.min(start + size, body.length)
    pieces.push(body.slice(start, end))
  } while (end < body.length && pieces.length < limit)
  return { pieces, skipped: body.length - end }
}

/**
 * Groups windows of similar length, so that little is spent on padding: at most `count` windows and about `tokens`
 * padded tokens each.
 */
export function batches(windows: readonly Window[], count: number, tokens: number): Window[][] {
  const sorted = [...windows].sort((a, b) => a.ids.length - b.ids.length)
  const groups: Window[][] = []
  for (const window of sorted) {
    const last = groups.at(-1)
    if (last && last.length < count && (last.length + 1) * window.ids.length <= tokens) last.push(window)
    else groups.push([window])
  }
  return groups
}
