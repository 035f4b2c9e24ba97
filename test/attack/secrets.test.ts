import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSecrets, SECRET_RULES } from '../../src/secrets/detect.js'
import { serviceKeys } from '../../src/secrets/rules/service-keys.js'
import { maskedText } from '../../src/secrets/span.js'
import { LOOK_ALIKES, SECRETS } from './secrets-table.js'

const masked = (text: string): string => maskedText({ text, secrets: findSecrets(text) })

describe('a list of secrets that the rules were not written from', () => {
  it('has at least 9 of 10 masked, each as what it is', () => {
    expect(SECRETS.length).toBe(100)
    const missed = SECRETS.flatMap(([kinds, sentence, secret]) => {
      const text = sentence.replace('{}', () => secret)
      const found = findSecrets(text)
      const gone = !masked(text).includes(secret) && found.some(({ kind }) => kinds.includes(kind))
      return gone ? [] : [`${text} → ${masked(text)} (${found.map(({ kind }) => kind).join()})`]
    })
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(10)
  })

  it('has at most 2 of 100 look-alikes masked', () => {
    expect(LOOK_ALIKES.length).toBe(100)
    const wrong = LOOK_ALIKES.filter((text) => findSecrets(text).length > 0).map((text) => `${text} → ${masked(text)}`)
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
  })
})

describe('the rules that find secrets', () => {
  it.each(SECRET_RULES.map((rule) => [rule.example[0], rule] as const))('%s', (text, { kind, example }) => {
    const found = findSecrets(text)
    expect(found.map((one) => [one.kind, text.slice(one.start, one.end)])).toEqual([[kind, example[1]]])
  })

  it.each([...serviceKeys])('find any %s that its pattern describes', (_, key) => {
    fc.assert(
      fc.property(fc.stringMatching(key), (one) => {
        // A key that chance drew without a digit or a change of case is taken for a word.
        fc.pre(/\d|[a-z][A-Z]/.test(one))
        expect(masked(`Use ${one}, please`)).toMatch(/^Use (?:\[[A-Za-z ]+\])+, please$/)
      }),
      { numRuns: 10 },
    )
  })

  it('take a time that grows no faster than the text', () => {
    const pieces = [
      ...SECRET_RULES.map(({ example }) => example[0]),
      // What rules begin with, without what ends it.
      ...[
        'password ',
        'password for ',
        '"password":"',
        'passphrase is a ',
        'curl -u ',
        'mysql ',
        'docker login ',
        '://a:',
      ],
      ...[
        'use a ',
        'login is a/',
        '密码',
        '用a',
        'PIN for ',
        'seed phrase is ab',
        'eyJ',
        '-----BEGIN PRIVATE KEY-----',
      ],
      ...[
        'https://a.b/c?d&',
        '4111 ',
        '4111.',
        'de12 ',
        '1',
        'a',
        ' ',
        'passport ',
        '护照',
        'Bearer ',
        'sk-',
        '.',
        '\n',
      ],
    ]
    const slow = pieces.flatMap((piece) => {
      const text = piece.repeat(Math.ceil(200_000 / piece.length)).slice(0, 200_000)
      const before = performance.now()
      findSecrets(text)
      const took = performance.now() - before
      return took > 2000 ? [`${piece}: ${took.toFixed(0)} ms`] : []
    })
    expect(slow).toEqual([])
  })
})
