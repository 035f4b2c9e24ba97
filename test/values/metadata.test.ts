import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMetadata } from '../../src/values/metadata.js'

describe('metadata', () => {
  it('keeps JSON-like data and turns dates into texts', () => {
    expect(checkMetadata({ a: 1, b: ['x', null, true], c: { d: new Date('2026-05-04') }, e: undefined })).toEqual({
      a: 1,
      b: ['x', null, true],
      c: { d: '2026-05-04T00:00:00.000Z' },
    })
    expect(checkMetadata(undefined)).toBeUndefined()
  })

  it('takes keys that mean something to JavaScript as ordinary keys', () => {
    const input = JSON.parse('{"__proto__": {"polluted": true}, "constructor": "x"}') as Record<string, unknown>
    const output = checkMetadata(input)
    expect(Object.keys(output ?? {})).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(output)).toBe(Object.prototype)
    expect(structuredClone(output)).toEqual(output)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = [cyclic]
  it.each<[string, unknown]>([
    ['a function', { f: () => 1 }],
    ['a BigInt', { n: 1n }],
    ['a symbol', { s: Symbol('x') }],
    ['NaN', { n: Number.NaN }],
    ['an invalid date', { d: new Date('x') }],
    ['a Map', { m: new Map() }],
    ['a cycle', cyclic],
    ['a list', []],
    ['a text', 'x'],
    ['too much', { text: 'x'.repeat(300_000) }],
  ])('refuses %s and says where', (_, input) => {
    expect(() => checkMetadata(input)).toThrow(
      expect.objectContaining({ code: 'INVALID_METADATA', message: expect.stringContaining('metadata') }),
    )
  })

  it('copies any JSON unchanged (property)', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        // JSON has no negative zero.
        const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
        expect(checkMetadata(plain)).toEqual(plain)
      }),
    )
  })
})
