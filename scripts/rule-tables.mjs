// What the rule tables of src/extract and src/secrets hold for readers and tests only: their examples, and the line breaks of patterns.

const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`
const TEMPLATE = '`(?:[^`\\\\]|\\\\.)*`'
/** `example: 'text'`, or a list of texts. */
const EXAMPLE = new RegExp(String.raw`\bexample:\s*(?:${TEXT}|\[(?:\s|,|${TEXT}|${TEMPLATE})*\]),?`, 'g')
const LEFT = /\bexample:\s*['"`]/
const PATTERN = /(?<=\bpattern\((?:'\w*')?\)|\bsource)`(?:[^`\\]|\\.)*`/gs

/** A Rolldown plugin that leaves them out of the bundle. */
export const compactRuleTables = () => ({
  name: 'compact-rule-tables',
  transform: {
    filter: { id: /\/src\/(?:extract|language|secrets)\/.*\.ts$/, code: /\bpattern\(|\bsource`|\bexample:/ },
    handler(code, id) {
      const compact = code.replace(EXAMPLE, '').replace(PATTERN, (template) => template.replace(/\s*\n\s*/g, ''))
      if (LEFT.test(compact)) throw new Error(`${id} has an example that is no plain string: write it as one.`)
      return { code: compact, map: null }
    },
  },
})
