/**
 * Cuts a long text into slices of at most `size` UTF-16 units, after white space or punctuation where there is any in
 * the second half, and never inside a character; together they are the text.
 */
export function slices(text: string, size: number): string[] {
  const parts: string[] = []
  let start = 0
  while (text.length - start > size) {
    const slice = text.slice(start, start + size)
    const length =
      lastBreak(slice, /\s/) ?? lastBreak(slice, /\p{P}/u) ?? (/[\ud800-\udbff]$/.test(slice) ? size - 1 : size)
    parts.push(text.slice(start, start + length))
    start += length
  }
  parts.push(text.slice(start))
  return parts
}

/** The offset after the last character of the second half that matches. */
function lastBreak(text: string, pattern: RegExp): number | undefined {
  for (let i = text.length; i > text.length / 2; i--) if (pattern.test(text.charAt(i - 1))) return i
  return undefined
}
