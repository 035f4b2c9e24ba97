import { describe, expect, it } from 'vitest'
import { parseMoment } from '../../src/values/moment.js'

describe('moments', () => {
  it.each<[unknown, number]>([
    [new Date('2026-05-04T10:00:00Z'), Date.UTC(2026, 4, 4, 10)],
    [Date.UTC(2026, 4, 4), Date.UTC(2026, 4, 4)],
    [0, 0],
    ['2026-05-04T10:00:00Z', Date.UTC(2026, 4, 4, 10)],
    ['2026-05-04T10:00:00+02:00', Date.UTC(2026, 4, 4, 8)],
    ['2026-05-04', new Date(2026, 4, 4).getTime()],
  ])('%s', (moment, expected) => {
    expect(parseMoment('at', moment)).toBe(expected)
  })

  it.each([
    ['tomorrow'],
    ['2026-02-31'],
    ['2026-13-01'],
    ['05/04/2026'],
    [''],
    [Number.NaN],
    [Infinity],
    [9e15],
    [new Date('x')],
    [null],
    [{}],
    [true],
  ])('refuses %s', (moment) => {
    expect(() => parseMoment('at', moment)).toThrow(expect.objectContaining({ code: 'INVALID_DATE' }))
  })
})
