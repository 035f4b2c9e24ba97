/**
 * A regular expression written over several lines. Line breaks and the spaces around them are not part of it; a space
 * that belongs to the pattern at the start or the end of a line is written `[ ]`. Parts in `${…}` are inserted as they
 * are.
 *
 * @example
 * pattern('iu')`
 *   ^(?:
 *     in|at|near
 *     |just[ ]outside
 *   )
 *   \s+(?<value>\p{Lu}.+)
 * `
 */
export function pattern(flags = ''): (lines: TemplateStringsArray, ...parts: (string | RegExp)[]) => RegExp {
  return (lines, ...parts) => new RegExp(source(lines, ...parts), flags)
}

/** The source of such an expression, to be inserted into others. */
export function source({ raw }: TemplateStringsArray, ...parts: (string | RegExp)[]): string {
  const joined = raw.map((text) => text.replace(/\s*\n\s*/g, ''))
  return joined.reduce((result, text, i) => {
    const part = parts[i - 1] ?? ''
    return result + (typeof part === 'string' ? part : part.source) + text
  })
}
