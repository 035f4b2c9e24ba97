/**
 * A regular expression written over several lines. Line breaks and the spaces around them are not part of it; a space that
 * belongs to the pattern at the start or the end of a line is written `[ ]`. Parts in `${…}` are inserted as they stand.
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
  return ({ raw }, ...parts) => {
    const joined = raw.map((text) => text.replace(/\s*\n\s*/g, ''))
    return new RegExp(
      joined.reduce((source, text, i) => {
        const part = parts[i - 1] ?? ''
        return source + (typeof part === 'string' ? part : part.source) + text
      }),
      flags,
    )
  }
}
