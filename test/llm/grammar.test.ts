import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../src/llm/language-model.js'
import { grammarOf } from '../../src/llm/grammar.js'

type Matcher = (text: string, at: number) => number[]

/**
 * Reads the grammar as the library does, as far as grammars of Locket go: rules, literals, classes, groups, `|`, `?`, `*`, `{m,n}`.
 * A matcher gives all ends of what it matches.
 */
function recogniser(grammar: string): (text: string) => boolean {
  const rules = new Map<string, Matcher>()
  const unique = (ends: number[]) => [...new Set(ends)]

  function parse(source: string): Matcher {
    let at = 0
    const space = () => (at += /^ */.exec(source.slice(at))![0].length)
    const take = (pattern: RegExp): string | undefined => {
      const [found] = pattern.exec(source.slice(at)) ?? []
      at += found?.length ?? 0
      return found
    }

    function choice(): Matcher {
      const all = [sequence()]
      for (space(); source[at] === '|'; space()) {
        at++
        all.push(sequence())
      }
      return (text, from) => unique(all.flatMap((one) => one(text, from)))
    }
    function sequence(): Matcher {
      const all: Matcher[] = []
      for (space(); at < source.length && !'|)'.includes(source[at]!); space()) all.push(repeated())
      return (text, from) => all.reduce((ends, one) => unique(ends.flatMap((end) => one(text, end))), [from])
    }
    function repeated(): Matcher {
      const one = single()
      const sign = take(/^(?:[?*]|\{\d+(?:,\d+)?\})/)
      if (!sign) return one
      const [least, most = least] =
        sign === '?' ? [0, 1] : sign === '*' ? [0, Infinity] : sign.slice(1, -1).split(',').map(Number)
      return (text, from) => {
        const ends = least === 0 ? [from] : []
        let reached = [from]
        for (let times = 1; times <= most! && reached.length > 0; times++) {
          reached = unique(reached.flatMap((end) => one(text, end).filter((next) => next > end)))
          if (times >= least!) ends.push(...reached)
        }
        return unique(ends)
      }
    }
    function single(): Matcher {
      if (source[at] === '(') {
        at++
        const inner = choice()
        at++
        return inner
      }
      const literal = take(/^"(?:[^"\\]|\\.)*"/)
      if (literal) {
        const wanted = JSON.parse(literal) as string
        return (text, from) => (text.startsWith(wanted, from) ? [from + wanted.length] : [])
      }
      const set = take(/^\[(?:[^\]\\]|\\.)*\]/)
      if (set) {
        const pattern = new RegExp(set, 'uy')
        return (text, from) => {
          pattern.lastIndex = from
          return pattern.test(text) ? [pattern.lastIndex] : []
        }
      }
      const name = take(/^\w+/)
      if (!name) throw new Error(`What is this? ${source.slice(at)}`)
      return (text, from) => rules.get(name)!(text, from)
    }
    return choice()
  }

  for (const line of grammar.trim().split('\n')) {
    const [, name = '', body = ''] = /^(\w+) ::= (.*)$/.exec(line) ?? []
    rules.set(name, parse(body))
  }
  return (text) => rules.get('root')!(text, 0).includes(text.length)
}

const accepts = (schema: JsonSchema) => recogniser(grammarOf(schema)!)

const FACTS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    facts: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'object',
        properties: {
          text: { type: 'string', maxLength: 300 },
          kind: { enum: ['semantic', 'a"b', '事件'] },
          messages: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
          sure: { type: 'boolean' },
          note: { type: ['string', 'null'] },
        },
        required: ['text', 'kind', 'messages'],
      },
    },
  },
  required: ['facts'],
}

/** A schema of Locket's kind, with a value that it allows. */
const schemaAndValue: fc.Arbitrary<{ schema: JsonSchema; value: unknown }> = fc.letrec<{
  any: { schema: JsonSchema; value: unknown }
}>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }).map((value) => ({ schema: { type: 'string', maxLength: 500 }, value })),
    fc.integer().map((value) => ({ schema: { type: 'integer' }, value })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => ({ schema: { type: 'number', description: 'how much' }, value })),
    fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value })),
    fc
      .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 })
      .map((values) => ({ schema: { enum: values }, value: values[0] })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((all) => ({
      schema: { type: 'array', items: all[0]!.schema, maxItems: 3 },
      value: all.map(() => all[0]!.value),
    })),
    fc
      .dictionary(fc.string(), fc.record({ is: tie('any'), required: fc.boolean(), there: fc.boolean() }), {
        maxKeys: 4,
        noNullPrototype: true,
      })
      .map((all) => {
        const entries = Object.entries(all)
        return {
          schema: {
            type: 'object',
            properties: Object.fromEntries(entries.map(([name, { is }]) => [name, is.schema])),
            required: entries.filter(([, { required }]) => required).map(([name]) => name),
          },
          value: Object.fromEntries(
            entries.filter(([, { required, there }]) => required || there).map(([name, { is }]) => [name, is.value]),
          ),
        }
      }),
  ),
})).any

describe('a grammar of a schema', () => {
  test('takes what the schema allows, without white space', () => {
    const takes = accepts(FACTS)
    const fact = { text: '她说 "hi"\n\u0007 \\ 🎉', kind: 'semantic', messages: [1, -20] }
    for (const facts of [
      [],
      [fact],
      [
        { ...fact, kind: '事件', messages: [] },
        { ...fact, kind: 'a"b', note: null },
        { ...fact, sure: true, note: 'x' },
      ],
    ]) {
      expect(takes(JSON.stringify({ facts }))).toBe(true)
      expect(takes(JSON.stringify({ facts }, undefined, 1))).toBe(false)
    }
    expect(takes('{"facts":[{"text":"\\ud83c\\/","kind":"semantic","messages":[]}]}')).toBe(true)
  })

  test('takes nothing else', () => {
    const takes = accepts(FACTS)
    const fact = { text: 'a', kind: 'semantic', messages: [1] }
    const { text, kind, messages } = fact
    const wrong: unknown[] = [
      {},
      { facts: fact },
      { facts: [fact, fact, fact, fact] },
      { facts: [{ text, kind }] },
      { facts: [{ kind, text, messages }] },
      { facts: [{ ...fact, kind: 'other' }] },
    ]
    wrong.push(
      { facts: [{ ...fact, messages: [1, 2, 3] }] },
      { facts: [{ ...fact, messages: [1.5] }] },
      { facts: [{ ...fact, more: 1 }] },
      { facts: [], more: 1 },
      { facts: [{ ...fact, sure: 'yes' }] },
    )
    for (const value of wrong) expect(takes(JSON.stringify(value)), JSON.stringify(value)).toBe(false)
    for (const cut of [
      '',
      '{',
      '{"facts":[]',
      '{"facts":[]} ',
      '{"facts":[{"text":"a\nb","kind":"semantic","messages":[]}]}',
    ])
      expect(takes(cut), cut).toBe(false)
  })

  test('takes a value of any schema of this kind', () => {
    fc.assert(
      fc.property(schemaAndValue, ({ schema, value }) => {
        expect(accepts(schema)(JSON.stringify(value))).toBe(true)
      }),
    )
  })

  test('any of the optional properties may be the first', () => {
    const takes = accepts({
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } },
    })
    for (const [value, right] of [
      ['{}', true],
      ['{"a":1}', true],
      ['{"b":1,"c":2}', true],
      ['{"c":1}', true],
      ['{"b":1,"a":2}', false],
      ['{,"c":1}', false],
    ] as const)
      expect(takes(value), value).toBe(right)
  })

  test('numbers end', () => {
    expect([
      accepts({ type: 'number' })('-0.5e-12'),
      accepts({ type: 'integer' })('9'.repeat(21)),
      accepts({ type: 'integer' })('9'.repeat(22)),
      accepts({ type: 'integer' })('01'),
    ]).toEqual([true, true, false, false])
  })

  test('grows with the schema, not with its depth', () => {
    let schema: JsonSchema = { type: 'string' }
    for (let depth = 0; depth < 12; depth++) schema = { type: 'array', items: schema, maxItems: 4 }
    expect(grammarOf(schema)!.length).toBeLessThan(2000)
  })

  const beyond: JsonSchema[] = [
    {},
    { type: 'strange' },
    { type: 'string', pattern: '^a' },
    { type: 'string', minLength: 1 },
    { anyOf: [{ type: 'string' }] },
    { type: 'object' },
    { type: 'object', properties: {}, required: ['a'] },
    { type: 'array' },
    { type: 'array', items: { type: 'string' }, maxItems: -1 },
    { type: 'array', items: { $ref: '#' } },
    { enum: [] },
    { enum: ['a'], maxLength: 3 },
    { type: 'toString' },
  ]
  test.each(beyond)('there is none for %j', (schema) => {
    expect(grammarOf(schema)).toBeUndefined()
  })
})
