const BEGIN = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const BODY = /(?:\s{0,4}(?:[A-Za-z0-9+/=]{20,}|[A-Za-z-]{1,30}: [^\n]{0,80}(?=\n)))*/y
/** In UTF-16 units. An end that is further away belongs to another block. */
const LONGEST_KEY = 20_000

/** Private keys in PEM: from the first line to the last, or where that is missing to the end of the base64. */
export function* keyBlocks(text: string): Generator<{ start: number; end: number }> {
  if (!text.includes('-----BEGIN')) return
  const ends = [...text.matchAll(END)]
  let [passed, next] = [0, 0]
  for (const { index, 0: opening } of text.matchAll(BEGIN)) {
    if (index < passed) continue
    while (ends[next] && (ends[next] as RegExpExecArray).index < index) next++
    const close = ends[next]
    BODY.lastIndex = index + opening.length
    passed =
      close && close.index - index < LONGEST_KEY
        ? close.index + close[0].length
        : BODY.lastIndex + (BODY.exec(text)?.[0].length ?? 0)
    yield { start: index, end: passed }
  }
}
