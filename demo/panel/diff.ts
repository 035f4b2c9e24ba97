export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** A word diff by the longest common subsequence; quadratic, for texts of a sentence or a few. */
export function wordDiff(before: string, after: string, language: string): DiffPart[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const words = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
  const [a, b] = [words(before), words(after)]
  /** Length of the longest common subsequence of what follows `i` in `a` and `j` in `b`. */
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (common[i] as Uint32Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))

  const parts: DiffPart[] = []
  const push = (kind: DiffPart['kind'], text: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push('same', a[i++] as string)
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) push('removed', a[i++] as string)
    else push('added', b[j++] as string)
  }
  return parts
}
